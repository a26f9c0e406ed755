"""Users and tenants never meet in an index, whatever ids they share."""

import pytest

from mneme.domain.errors import InternalFault
from mneme.domain.scope import join_key
from mneme.domain.tenancy import internal_context
from tests.contract.vector_index_builders import (
    IndexHarness,
    document,
    query,
    tombstone,
    visible,
)

pytest_plugins = ["tests.contract.vector_index_fixtures"]

HOSTILE_USERS = (
    "ann",
    "Ann",
    "an",
    "ann ",
    "ann,bob",
    "bob",
    "ann#bob",
    "ann%23bob",
    "ann#m1",
    "a*",
    "😀",
    "ann\u200b",
    "/../_all",
    '"',
    "x" * 128,
    "😀" * 128,
)


def test_users_who_share_every_id_see_their_own_documents_only(harness: IndexHarness) -> None:
    harness.write(
        *(
            document(harness.user(name), memory_id, terms=("tea", f"of {name}"))
            for name in HOSTILE_USERS
            for memory_id in ("m1", "m2")
        )
    )

    for name in HOSTILE_USERS:
        answer = harness.search(query(harness.user(name), terms=("tea",)))
        assert {hit.terms for hit in answer.hits} == {("tea", f"of {name}")}
        assert len(answer.hits) == 2
        assert (answer.statistics.documents, answer.statistics.frequencies) == (2, {"tea": 2})


def test_writes_of_one_user_leave_the_same_ids_of_others_alone(harness: IndexHarness) -> None:
    harness.write(*(document(harness.user(name), "m1") for name in HOSTILE_USERS))

    harness.write(tombstone(harness.user("ann"), "m1", version=9))

    for name in HOSTILE_USERS:
        assert harness.found(query(harness.user(name))) == (set() if name == "ann" else {"m1"})


def test_tenants_who_share_every_id_see_their_own_documents_only(harness: IndexHarness) -> None:
    other = internal_context(harness.tenant.tenant_id + "-2")
    theirs = join_key(other.tenant_id, "ann")
    harness.write(document(harness.user("ann"), terms=("ours",)))
    harness.index.apply(other, [document(theirs, terms=("theirs",))])
    harness.refresh()

    ours = harness.search(query(harness.user("ann"), terms=("theirs",)))
    found = harness.index.search(other, query(theirs, terms=("theirs",)))

    assert [hit.terms for hit in ours.hits] == [("ours",)]
    assert ours.statistics.frequencies == {"theirs": 0}
    assert [hit.terms for hit in found.hits] == [("theirs",)]


@pytest.mark.parametrize(
    "partition",
    ["", "#ann", "ann", "{tenant}", "{tenant}ann", "{tenant}2#ann", "x{tenant}#ann", "*#ann"],
)
def test_partition_of_another_tenant_is_refused(harness: IndexHarness, partition: str) -> None:
    named = partition.format(tenant=harness.tenant.tenant_id)

    with pytest.raises(InternalFault):
        harness.write(document(harness.user(), "fine"), document(named))
    with pytest.raises(InternalFault):
        harness.write(tombstone(named))
    with pytest.raises(InternalFault):
        harness.search(query(named, visible()))

    assert harness.found(query(harness.user())) == set(), "a refused write wrote something"
