"""Archived memories are apart: out of what is searched usually, there when they are asked for."""

from itertools import permutations

from mneme.application.ports.vector_index import IndexDocument, IndexQuery, Tombstone
from mneme.domain.memory import Status
from tests.contract.vector_index_builders import (
    IndexHarness,
    document,
    query,
    tombstone,
    vector,
    visible,
)

pytest_plugins = ["tests.contract.vector_index_fixtures"]

ACTIVE = frozenset({Status.ACTIVE})
WITH_ARCHIVED = frozenset({Status.ACTIVE, Status.ARCHIVED})


def _archived(user: str, memory_id: str = "m1", version: int = 2, **parts: object) -> IndexDocument:
    return document(user, memory_id, version=version, status=Status.ARCHIVED, **parts)


def _all(user: str) -> IndexQuery:
    return query(user, visible(statuses=WITH_ARCHIVED), terms=("tea",))


def test_archived_memory_is_found_only_if_asked_for(harness: IndexHarness) -> None:
    user = harness.user()
    harness.write(document(user, "kept"), document(user, "m1"))
    harness.write(_archived(user))

    assert harness.found(query(user)) == {"kept"}
    assert harness.found(_all(user)) == {"kept", "m1"}


def test_archived_memory_counts_only_where_it_is_asked_for(harness: IndexHarness) -> None:
    user = harness.user()
    harness.write(document(user, "kept"), _archived(user, terms=("tea", "cup")))

    usual = harness.search(query(user, terms=("tea",))).statistics
    whole = harness.search(_all(user)).statistics

    assert (usual.documents, usual.average_length, usual.frequencies["tea"]) == (1, 1.0, 1)
    assert (whole.documents, whole.average_length, whole.frequencies["tea"]) == (2, 1.5, 2)


def test_archived_and_current_memories_are_one_list_by_nearness(harness: IndexHarness) -> None:
    user = harness.user()
    near = {"m1": vector(1, 0.1), "m2": vector(1, 0.2), "m3": vector(1, 0.3), "m4": vector(0, 1)}
    harness.write(
        document(user, "m1", vector=near["m1"]),
        _archived(user, "m2", vector=near["m2"]),
        document(user, "m3", vector=near["m3"]),
        _archived(user, "m4", vector=near["m4"]),
    )

    asked = query(user, visible(statuses=WITH_ARCHIVED), vector_limit=3)

    assert harness.found(asked) == {"m1", "m2", "m3"}


def test_memory_that_is_archived_and_restored_is_current_again(harness: IndexHarness) -> None:
    user = harness.user()
    harness.write(document(user))
    harness.write(_archived(user))
    assert harness.found(query(user)) == set()
    harness.write(document(user, version=3, terms=("tea", "again")))

    hits = harness.hits(_all(user))

    assert harness.found(query(user)) == {"m1"}
    assert hits["m1", 1].terms == ("tea", "again")
    assert harness.found(query(user, visible(statuses=frozenset({Status.ARCHIVED})))) == set()


def test_tombstone_takes_an_archived_memory_away(harness: IndexHarness) -> None:
    user = harness.user()
    harness.write(_archived(user))
    harness.write(tombstone(user, version=3))

    assert harness.found(_all(user)) == set()


def test_every_order_of_archiving_and_restoring_ends_alike(harness: IndexHarness) -> None:
    def writes(user: str) -> list[IndexDocument | Tombstone]:
        return [
            document(user, version=1),
            _archived(user, version=2),
            document(user, version=3),
            _archived(user, version=4, terms=("tea", "last")),
        ]

    orders = {harness.user(f"user{n}"): order for n, order in enumerate(permutations(range(4)))}
    for step in range(4):
        harness.write(*(writes(user)[order[step]] for user, order in orders.items()))

    for user in orders:
        assert harness.found(query(user)) == set()
        hits = harness.hits(_all(user))
        assert {key: hit.terms for key, hit in hits.items()} == {("m1", 1): ("tea", "last")}


def test_archived_memory_of_one_user_is_no_one_elses(harness: IndexHarness) -> None:
    ann, bob = harness.user("ann"), harness.user("bob")
    harness.write(_archived(ann), _archived(bob, "m2"))

    assert harness.found(_all(ann)) == {"m1"}
    assert harness.found(_all(bob)) == {"m2"}


def test_what_is_archived_between_two_searches_is_gone_from_the_second(
    harness: IndexHarness,
) -> None:
    user = harness.user()
    harness.write(document(user, "m1"), document(user, "m2"))
    assert harness.found(query(user)) == {"m1", "m2"}
    assert harness.found(_all(user)) == {"m1", "m2"}

    harness.write(_archived(user, "m2"))

    assert harness.found(query(user)) == {"m1"}
    assert harness.found(_all(user)) == {"m1", "m2"}
