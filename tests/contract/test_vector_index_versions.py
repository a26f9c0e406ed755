"""Writes that arrive late, twice or out of order end in the same index."""

from itertools import permutations

import pytest

from mneme.application.ports.vector_index import IndexDocument, Tombstone
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


def test_newer_version_replaces_what_a_document_says(harness: IndexHarness) -> None:
    user = harness.user()
    harness.write(document(user, version=1, terms=("old",), vector=vector(1)))
    harness.write(document(user, version=2, terms=("new",), vector=vector(0, 1)))

    hit = harness.hits(query(user))["m1", 1]
    statistics = harness.search(query(user, terms=("old", "new"))).statistics

    assert hit.terms == ("new",)
    assert hit.cosine == pytest.approx(0.0, abs=1e-3)
    assert statistics.frequencies == {"old": 0, "new": 1}


def test_older_version_is_silently_ignored(harness: IndexHarness) -> None:
    user = harness.user()
    harness.write(document(user, version=5, terms=("new",)))
    harness.write(document(user, version=4, terms=("old",)), document(user, "m2", version=1))

    assert harness.hits(query(user))["m1", 1].terms == ("new",)
    assert harness.found(query(user)) == {"m1", "m2"}


def test_repeated_write_changes_nothing(harness: IndexHarness) -> None:
    user = harness.user()
    written = document(user, version=3, terms=("tea", "cup"))
    harness.write(written, written)
    harness.write(written)

    answer = harness.search(query(user, terms=("tea",)))

    assert len(answer.hits) == 1
    assert answer.statistics.documents == 1


def test_tombstone_hides_a_document_under_every_predicate(harness: IndexHarness) -> None:
    user = harness.user()
    harness.write(document(user, version=1), document(user, "m2"))
    harness.write(tombstone(user, version=2))

    anything = visible(statuses=frozenset(Status), any_validity=True)
    answer = harness.search(query(user, anything, terms=("tea",)))

    assert {hit.memory_id for hit in answer.hits} == {"m2"}
    assert answer.statistics.documents == 1


def test_late_older_document_does_not_raise_what_is_gone(harness: IndexHarness) -> None:
    user = harness.user()
    harness.write(tombstone(user, version=7))
    harness.write(document(user, version=6))

    assert harness.found(query(user)) == set()


def test_newer_document_comes_back_after_a_tombstone(harness: IndexHarness) -> None:
    user = harness.user()
    harness.write(tombstone(user, version=7))
    harness.write(document(user, version=8))

    assert harness.found(query(user)) == {"m1"}


def test_tombstone_takes_one_revision_and_leaves_the_others(harness: IndexHarness) -> None:
    user = harness.user()
    harness.write(*(document(user, revision=revision) for revision in (1, 2, 12)))
    harness.write(tombstone(user, revision=2, version=2))

    assert set(harness.hits(query(user))) == {("m1", 1), ("m1", 12)}


def test_every_order_of_arrival_ends_alike(harness: IndexHarness) -> None:
    def writes(user: str) -> list[IndexDocument | Tombstone]:
        return [
            document(user, version=1, terms=("first",)),
            tombstone(user, version=2),
            document(user, version=2, terms=("late",)),
            document(user, version=3, terms=("last",)),
        ]

    orders = {harness.user(f"user{n}"): order for n, order in enumerate(permutations(range(4)))}
    for step in range(4):
        harness.write(*(writes(user)[order[step]] for user, order in orders.items()))

    for user in orders:
        hits = harness.hits(query(user))
        assert {key: hit.terms for key, hit in hits.items()} == {("m1", 1): ("last",)}


def test_tombstone_outlasts_a_document_of_its_own_version(harness: IndexHarness) -> None:
    first, second = harness.user("first"), harness.user("second")
    harness.write(tombstone(first, version=4), document(first, version=4))
    harness.write(document(second, version=4), tombstone(second, version=4))

    assert harness.found(query(first)) == set()
    assert harness.found(query(second)) == set()


def test_writing_nothing_is_no_error(harness: IndexHarness) -> None:
    harness.write()

    assert harness.found(query(harness.user())) == set()
