"""Which documents of a user a search may see: the predicate, clause by clause."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from mneme.domain.memory import Kind, MemType, Ownership, Status
from mneme.domain.scope import VisibleScope, app_scope_key, session_scope_key
from tests.contract.vector_index_builders import (
    GLOBAL,
    NOW,
    IndexHarness,
    document,
    query,
    visible,
)

pytest_plugins = ["tests.contract.vector_index_fixtures"]

MOMENT = timedelta(microseconds=1)

HOSTILE_APPS = (
    "a",
    "A",
    "ab",
    "a ",
    " a",
    "a#b",
    "a%23b",
    "a%b",
    "a*",
    "a,b",
    "a?",
    "\u00e1",
    "a\u0301",
    "😀",
    "😀😀",
    "a\\b",
    'a"b',
    "null",
    "G",
    "1",
)
"""Apps that a prefix, a wildcard, an escape or a folding would confuse; two are one letter with
its accent composed and apart."""

HOSTILE_KEYS = (
    "G",
    *(app_scope_key(app) for app in HOSTILE_APPS),
    *(session_scope_key(app, "s") for app in (None, "a", "a#b")),
    session_scope_key(None, "a#s"),
    session_scope_key("a", "s#1"),
)


def test_each_scope_pair_shows_its_own_document_only(harness: IndexHarness) -> None:
    user = harness.user()
    pairs = [VisibleScope(key, epoch) for key in HOSTILE_KEYS for epoch in (1, 11)]
    harness.write(*(document(user, f"m{i}", scope=pair) for i, pair in enumerate(pairs)))

    shown = [harness.found(query(user, visible(pair))) for pair in pairs]

    assert shown == [{f"m{i}"} for i in range(len(pairs))]


def test_several_scopes_show_their_documents_together(harness: IndexHarness) -> None:
    user = harness.user()
    app, session = VisibleScope("A#a", 3), VisibleScope("S#a#s", 3)
    harness.write(
        document(user, "global"),
        document(user, "app", scope=app),
        document(user, "old", scope=VisibleScope("A#a", 2)),
        document(user, "session", scope=session),
    )

    assert harness.found(query(user, visible(GLOBAL, app))) == {"global", "app"}
    assert harness.found(query(user, visible(app, session))) == {"app", "session"}


def test_no_scope_at_all_shows_nothing(harness: IndexHarness) -> None:
    user = harness.user()
    harness.write(document(user))

    answer = harness.search(query(user, visible(scopes=frozenset()), terms=("tea",)))

    assert answer.hits == ()
    assert answer.statistics.documents == 0


def test_only_the_statuses_asked_for_are_shown(harness: IndexHarness) -> None:
    user = harness.user()
    harness.write(*(document(user, status.value, status=status) for status in Status))

    assert harness.found(query(user)) == {"ACTIVE"}
    both = visible(statuses=frozenset({Status.ARCHIVED, Status.CANDIDATE}))
    assert harness.found(query(user, both)) == {"ARCHIVED", "CANDIDATE"}


@pytest.mark.parametrize(
    ("valid_at", "invalid_at", "shown"),
    [
        (None, None, True),
        (NOW, None, True),
        (NOW + MOMENT, None, False),
        (None, NOW, False),
        (None, NOW + MOMENT, True),
        (NOW - MOMENT, NOW + MOMENT, True),
        (datetime.fromisoformat("1899-12-31T00:00:00+00:00"), None, True),
        (datetime.fromisoformat("2026-03-01T20:00:00+08:00"), None, True),
        (datetime.fromisoformat("2026-03-01T20:00:00.000001+08:00"), None, False),
    ],
)
def test_document_is_shown_while_it_is_valid(
    harness: IndexHarness, valid_at: datetime | None, invalid_at: datetime | None, shown: bool
) -> None:
    user = harness.user()
    harness.write(document(user, valid_at=valid_at, invalid_at=invalid_at))

    assert bool(harness.found(query(user))) is shown
    assert harness.found(query(user, visible(any_validity=True))) == {"m1"}


def test_validity_is_judged_at_the_time_asked_about(harness: IndexHarness) -> None:
    user = harness.user()
    moved = NOW - timedelta(days=10)
    harness.write(
        document(user, "m1", revision=1, invalid_at=moved),
        document(user, "m1", revision=2, valid_at=moved),
    )

    def revisions(at: datetime) -> set[int]:
        return {revision for _, revision in harness.hits(query(user, visible(at=at)))}

    assert revisions(NOW) == {2}
    assert revisions(moved) == {2}
    assert revisions(moved - MOMENT) == {1}


def test_expired_document_is_hidden_whatever_time_is_asked_about(harness: IndexHarness) -> None:
    user = harness.user()
    harness.write(
        document(user, "over", expire_at=NOW),
        document(user, "nearly", expire_at=NOW + MOMENT),
    )

    past = NOW - timedelta(days=1)

    assert harness.found(query(user)) == {"nearly"}
    assert harness.found(query(user, visible(at=past))) == {"nearly"}
    assert harness.found(query(user, visible(any_validity=True))) == {"nearly"}
    assert harness.found(query(user, visible(now=past))) == {"over", "nearly"}


@pytest.mark.parametrize(
    ("narrowed", "shown"),
    [
        ({"ownership": frozenset({Ownership.AGENT})}, {"agent"}),
        ({"ownership": frozenset(Ownership)}, {"agent", "event", "turn"}),
        ({"mem_types": frozenset({MemType.EPISODIC})}, {"event"}),
        ({"kinds": frozenset({Kind.TURN, Kind.SUMMARY})}, {"turn"}),
        (
            {"ownership": frozenset({Ownership.AGENT}), "kinds": frozenset({Kind.TURN})},
            set(),
        ),
    ],
)
def test_sets_narrow_what_is_shown_and_counted(
    harness: IndexHarness, narrowed: dict[str, Any], shown: set[str]
) -> None:
    user = harness.user()
    harness.write(
        document(user, "agent", ownership=Ownership.AGENT),
        document(user, "event", mem_type=MemType.EPISODIC),
        document(user, "turn", kind=Kind.TURN),
    )

    answer = harness.search(query(user, visible(**narrowed)))

    assert {hit.memory_id for hit in answer.hits} == shown
    assert answer.statistics.documents == len(shown)


@pytest.mark.parametrize(
    ("sets", "shown"),
    [
        ((), {"none", "red", "both"}),
        (({"red"},), {"red", "both"}),
        (({"red", "big"},), {"both"}),
        (({"big"}, {"red"}), {"red", "both"}),
        (({"red", "other"},), set()),
        (({"other"}, {"red", "big"}), {"both"}),
        ((set(), {"other"}), {"none", "red", "both"}),
        (({"re"},), set()),
    ],
)
def test_any_set_of_tags_must_be_wholly_on_a_document(
    harness: IndexHarness, sets: tuple[set[str], ...], shown: set[str]
) -> None:
    user = harness.user()
    harness.write(
        document(user, "none"),
        document(user, "red", tags=frozenset({"red"})),
        document(user, "both", tags=frozenset({"red", "big"})),
    )

    asked = visible(tags=tuple(frozenset(tags) for tags in sets))

    assert harness.found(query(user, asked)) == shown


@pytest.mark.parametrize(
    ("entities", "shown"),
    [
        (set(), {"none", "ann", "both"}),
        ({"ann"}, {"ann", "both"}),
        ({"ann", "bob"}, {"ann", "both"}),
        ({"bob"}, {"both"}),
        ({"an"}, set()),
    ],
)
def test_one_of_the_entities_must_be_on_a_document(
    harness: IndexHarness, entities: set[str], shown: set[str]
) -> None:
    user = harness.user()
    harness.write(
        document(user, "none"),
        document(user, "ann", tags=frozenset({"ann"})),
        document(user, "both", tags=frozenset({"ann", "bob"})),
    )

    asked = visible(entities=frozenset(entities))

    assert harness.found(query(user, asked)) == shown
