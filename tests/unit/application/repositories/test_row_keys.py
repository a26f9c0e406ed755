"""Keys of rows: distinct for distinct things, whatever the parts hold, and never too long."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.adapters.item_rules import PARTITION_LIMIT_BYTES, SORT_LIMIT_BYTES
from mneme.application.ports.table_store import Key
from mneme.application.repositories.row_keys import (
    api_key_key,
    attachment_key,
    branch_key_key,
    compact,
    counter_key,
    episode_key,
    epoch_key,
    fact_guard_key,
    hash_guard_key,
    head_key,
    log_head_key,
    log_record_key,
    namesake_bounds,
    partition_owner,
    revision_key,
    scope_guard_key,
    session_order,
    task_key,
    tenant_key,
    user_key,
    user_of,
    user_partition,
)
from mneme.domain.counting import Counter
from mneme.domain.tenancy import internal_context

ANY_ID = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=128)
HARD_IDS = ["a", "a#b", "b", "a%23b", "a%2523b", "#", "%", "~", "~a", "a/b", "A", "ä", "a\u0308"]
LONGEST = "\U0001f469" * 128
ACME = internal_context("acme")


def _sort_keys(app: str, session: str, message: str, task: str) -> list[Key]:
    scope = f"S#{app}#{session}"
    return [
        head_key("p", "0" * 26),
        revision_key("p", "0" * 26, 999_999),
        hash_guard_key("p", scope, 10**9, "f" * 32),
        fact_guard_key("p", scope, 10**9, "f" * 32),
        scope_guard_key("p", scope, 10**9),
        counter_key("p", Counter(scope, 10**9)),
        epoch_key("p", 10**9),
        log_head_key("p"),
        log_record_key("p", 10**11),
        task_key("p", task),
        attachment_key("p", task, "conversation"),
        episode_key("p", scope, 10**9, session, message, "f" * 64),
        episode_key("p", scope, 10**9, None, message, "f" * 64),
        Key("p", session_order(scope, 10**9, session, 0, 63)),
        tenant_key(ACME),
        branch_key_key(ACME),
        api_key_key(ACME, "0" * 26),
    ]


@given(ANY_ID, ANY_ID, ANY_ID, ANY_ID)
def test_no_key_is_longer_than_the_store_allows(
    user: str, app: str, session: str, other: str
) -> None:
    partition = user_partition(ACME, user)

    sorts = [str(key.sort) for key in _sort_keys(app, session, other, other)]

    assert len(partition.encode()) <= PARTITION_LIMIT_BYTES
    assert max(len(sort.encode()) for sort in sorts) <= SORT_LIMIT_BYTES


def test_the_longest_ids_of_the_widest_characters_fit() -> None:
    sorts = [str(key.sort) for key in _sort_keys(LONGEST, LONGEST, LONGEST, LONGEST)]

    assert max(len(sort.encode()) for sort in sorts) <= SORT_LIMIT_BYTES
    assert len(user_partition(ACME, "%" * 128).encode()) <= PARTITION_LIMIT_BYTES


@given(ANY_ID)
def test_tenant_and_user_are_read_back_from_a_partition(user: str) -> None:
    partition = user_partition(ACME, user)

    assert (partition_owner(partition), user_of(partition)) == ("acme", user)


def test_no_two_users_of_any_tenants_share_a_partition() -> None:
    tenants = [internal_context(name) for name in ("acme", "acme-a", "a")]
    partitions = [user_partition(tenant, user) for tenant in tenants for user in HARD_IDS]

    assert len(set(partitions)) == len(partitions)


def test_a_users_row_is_its_partition() -> None:
    assert user_key(user_partition(ACME, "u-1")) == Key("acme#u-1")


def test_a_tenants_own_rows_lie_in_no_users_partition() -> None:
    own = {tenant_key(ACME).partition, branch_key_key(ACME).partition}

    assert own == {"acme"}
    assert all(user_partition(ACME, user) not in own for user in ["", *HARD_IDS])


@pytest.mark.parametrize("build", [
    lambda a, b: episode_key("p", "G", 1, a, b, "h"),
    lambda a, b: episode_key("p", a, 1, None, b, "h"),
    lambda a, b: episode_key("p", "G", 1, None, a, b),
    lambda a, b: attachment_key("p", a, b),
    lambda a, b: hash_guard_key("p", a, 1, b),
    lambda a, b: fact_guard_key("p", a, 1, b),
    lambda a, b: session_order(a, 1, b, 0, 0),
])  # fmt: skip
def test_distinct_pairs_of_parts_give_distinct_keys(build) -> None:  # type: ignore[no-untyped-def]
    pairs = [(a, b) for a in [*HARD_IDS, LONGEST] for b in [*HARD_IDS, LONGEST]]

    built = [build(*pair) for pair in pairs]

    assert len(set(built)) == len(pairs)


def test_guards_of_content_and_slot_never_meet() -> None:
    assert hash_guard_key("p", "G", 1, "x") != fact_guard_key("p", "G", 1, "x")


def test_no_session_is_a_session_of_its_own() -> None:
    sessions = (None, "-", "None", "#")
    keys = [episode_key("p", "G", 1, session, "m1", "h") for session in sessions]

    assert all(one != other for one, other in combinations(keys, 2))


@given(st.lists(ANY_ID, min_size=2, max_size=2, unique=True), st.text("0123456789abcdef"))
def test_the_namesakes_of_a_message_stand_in_a_row_of_their_own(ids: list[str], said: str) -> None:
    own, strange = (str(episode_key("p", "G", 1, None, one, said).sort) for one in ids)

    first, last = namesake_bounds("G", 1, ids[0])

    assert first <= own <= last
    assert not first <= strange <= last


def test_the_namesakes_of_the_longest_ids_stand_in_a_row_of_their_own() -> None:
    ids = [LONGEST[:-1] + end for end in "abcdefgh"]
    bounds = [namesake_bounds("G", 1, one) for one in ids]

    for number, one in enumerate(ids):
        key = str(episode_key("p", "G", 1, None, one, "00ff").sort)
        assert [first <= key <= last for first, last in bounds].index(True) == number
        assert sum(first <= key <= last for first, last in bounds) == 1


@given(ANY_ID, ANY_ID)
def test_compacting_keeps_distinct_parts_distinct(one: str, other: str) -> None:
    assert (compact(one) == compact(other)) == (one == other)


def test_what_looks_like_a_digest_is_digested_itself() -> None:
    digest = compact("x" * 300)

    assert digest.startswith("~")
    assert compact(digest) != digest


def test_messages_sort_by_time_then_by_position_even_before_1970() -> None:
    moments = [-62_135_596_800_000, -1, 0, 1, 9, 10, 253_402_300_799_999]
    places = [session_order("G", 1, "s", ms, n) for ms in moments for n in (0, 9, 10, 63)]

    assert places == sorted(places)


def test_the_logs_head_sorts_behind_every_record() -> None:
    records = [str(log_record_key("p", n).sort) for n in (1, 10**11)]

    assert records == sorted(records)
    assert max(records) < str(log_head_key("p").sort)
