"""An index is built anew while the old one answers, misses nothing, and takes its place at once."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from opensearchpy import OpenSearch

from mneme.adapters.embedded_index import EmbeddedIndex
from mneme.adapters.embedded_rebuild import EmbeddedRebuild
from mneme.adapters.opensearch_index import OpensearchIndex
from mneme.adapters.opensearch_rebuild import OpensearchRebuild
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.application.ports.index_rebuild import IndexRebuild
from mneme.application.ports.vector_index import IndexDocument, Tombstone
from mneme.domain.errors import InternalFault
from mneme.domain.memory import Status
from mneme.domain.tenancy import internal_context
from tests.contract.vector_index_builders import (
    DIMENSIONS,
    IndexHarness,
    document,
    query,
    tombstone,
    visible,
)

pytest_plugins = ["tests.contract.vector_index_fixtures"]

TENANT = internal_context("acme")
ALIAS = "rebuilt"
EVERYTHING = frozenset({Status.ACTIVE, Status.ARCHIVED})


@dataclass(frozen=True)
class Rebuilt(IndexHarness):
    """An index with what builds it anew; `reopened` is that as another process would open it."""

    reopened: Callable[[], IndexRebuild]

    @property
    def rebuild(self) -> IndexRebuild:
        """What builds the index anew."""
        return self.reopened()

    def fill(self, *entries: IndexDocument | Tombstone) -> None:
        """Write into the new index."""
        self.rebuild.fill(self.tenant, entries)

    def all(self) -> set[str]:
        """Return the ids of all memories that are found, archived ones included."""
        self.refresh()
        return self.found(query(self.user(), visible(statuses=EVERYTHING)))


@pytest.fixture(params=["embedded", pytest.param("opensearch", marks=pytest.mark.opensearch)])
def made(request: pytest.FixtureRequest) -> Iterator[Rebuilt]:
    """Yield an index that nobody else has."""
    if request.param == "embedded":
        database = SqliteDatabase()
        embedded = EmbeddedIndex(database, dimensions=DIMENSIONS)
        yield Rebuilt(
            embedded,
            TENANT,
            lambda: None,
            lambda: EmbeddedRebuild(database, dimensions=DIMENSIONS),
        )
        return
    client: OpenSearch = request.getfixturevalue("search_client")
    index = OpensearchIndex(client, ALIAS, DIMENSIONS, shards=1)
    index.prepare()
    yield Rebuilt(
        index, TENANT, index.refresh, lambda: OpensearchRebuild(client, ALIAS, DIMENSIONS, shards=1)
    )
    client.indices.delete(index=f"{ALIAS}-*")


def test_the_old_index_answers_until_the_new_one_takes_its_place(made: Rebuilt) -> None:
    user = made.user()
    made.write(document(user, "stale"))

    assert made.rebuild.begin() is None
    made.fill(document(user, "m1"), document(user, "m2", version=2, status=Status.ARCHIVED))
    assert made.all() == {"stale"}

    made.rebuild.finish()
    assert made.all() == {"m1", "m2"}


def test_what_is_written_meanwhile_is_in_both(made: Rebuilt) -> None:
    user = made.user()
    made.write(document(user, "early"))
    made.rebuild.begin()

    made.write(document(user, "late"), document(user, "m1", version=2, terms=("new",)))
    made.fill(document(user, "early"), document(user, "m1", version=1, terms=("old",)))
    assert made.all() == {"early", "late", "m1"}

    made.rebuild.finish()
    assert made.all() == {"early", "late", "m1"}
    assert made.hits(query(user))["m1", 1].terms == ("new",)


def test_what_is_purged_meanwhile_does_not_come_back(made: Rebuilt) -> None:
    user = made.user()
    made.write(document(user, "m1", version=3))
    made.rebuild.begin()

    made.write(tombstone(user, "m1", version=4))
    made.fill(document(user, "m1", version=3))
    made.rebuild.finish()

    assert made.all() == set()


def test_a_run_that_ended_early_is_gone_on_with(made: Rebuilt) -> None:
    user = made.user()
    made.rebuild.begin()
    made.fill(document(user, "m1"))
    made.rebuild.reached("a place")

    assert made.rebuild.begin() == "a place"
    made.fill(document(user, "m2"))
    made.rebuild.finish()

    assert made.all() == {"m1", "m2"}


def test_a_run_that_ended_early_may_be_forgotten(made: Rebuilt) -> None:
    user = made.user()
    made.rebuild.begin()
    made.fill(document(user, "m1"))
    made.rebuild.reached("a place")

    assert made.rebuild.begin(anew=True) is None
    made.fill(document(user, "m2"))
    made.rebuild.finish()

    assert made.all() == {"m2"}


def test_it_can_be_built_again_and_again(made: Rebuilt) -> None:
    user = made.user()
    for number in range(3):
        assert made.rebuild.begin() is None
        made.fill(document(user, f"m{number}"))
        made.rebuild.finish()
        assert made.all() == {f"m{number}"}

    made.write(document(user, "late"))
    assert made.all() == {"m2", "late"}


def test_a_partition_of_another_tenant_is_refused(made: Rebuilt) -> None:
    made.rebuild.begin()

    with pytest.raises(InternalFault):
        made.fill(document("other#ann"))


def test_vectors_of_other_dimensions_are_refused(made: Rebuilt) -> None:
    made.rebuild.begin()

    with pytest.raises(ValueError, match="dimensions"):
        made.fill(document(made.user(), vector=bytes(4 * DIMENSIONS + 4)))


@pytest.mark.opensearch
def test_the_alias_moves_and_the_old_indexes_go(search_client: OpenSearch) -> None:
    index = OpensearchIndex(search_client, ALIAS, DIMENSIONS, shards=1)
    index.prepare()
    rebuild = OpensearchRebuild(search_client, ALIAS, DIMENSIONS, shards=1)
    rebuild.begin()
    rebuild.finish()

    kept = search_client.indices.get_alias(index=f"{ALIAS}-*")

    assert {name: list(found["aliases"]) for name, found in kept.items()} == {
        "rebuilt-2": ["rebuilt"],
        "rebuilt-cold-2": ["rebuilt-cold"],
    }
    index.prepare()
    search_client.indices.delete(index=f"{ALIAS}-*")


@pytest.mark.opensearch
def test_an_index_of_another_schema_is_replaced_by_one_of_this(search_client: OpenSearch) -> None:
    index = OpensearchIndex(search_client, ALIAS, DIMENSIONS, shards=1)
    index.prepare()
    search_client.indices.put_mapping(index=f"{ALIAS}-1", body={"_meta": {"schema": 1}})
    with pytest.raises(InternalFault, match="reindex"):
        index.prepare()
    rebuild = OpensearchRebuild(search_client, ALIAS, DIMENSIONS, shards=1)

    rebuild.begin()
    rebuild.finish()

    index.prepare()
    search_client.indices.delete(index=f"{ALIAS}-*")


@pytest.mark.opensearch
def test_where_there_is_no_index_at_all_one_is_built(search_client: OpenSearch) -> None:
    rebuild = OpensearchRebuild(search_client, ALIAS, DIMENSIONS, shards=1)
    rebuild.begin()
    rebuild.fill(TENANT, [document("acme#ann")])
    rebuild.finish()
    index = OpensearchIndex(search_client, ALIAS, DIMENSIONS, shards=1)

    index.prepare()

    assert len(index.search(TENANT, query("acme#ann")).hits) == 1
    search_client.indices.delete(index=f"{ALIAS}-*")
