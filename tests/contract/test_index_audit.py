"""What an index holds is listed as it is, and old tombstones leave it, on every adapter."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from opensearchpy import OpenSearch

from mneme.adapters.embedded_audit import EmbeddedAudit
from mneme.adapters.embedded_index import EmbeddedIndex
from mneme.adapters.opensearch_audit import OpensearchAudit
from mneme.adapters.opensearch_index import OpensearchIndex
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.application.ports.index_audit import IndexAudit, IndexedRevision
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
)

pytest_plugins = ["tests.contract.vector_index_fixtures"]

TENANT = internal_context("acme")
ALIAS = "audited"


@dataclass(frozen=True)
class Audited(IndexHarness):
    """An index, and what lists it."""

    audit: IndexAudit

    def written(self, *entries: IndexDocument | Tombstone) -> None:
        """Write entries, to be seen at once."""
        self.write(*entries)
        self.refresh()

    def listed(self, user: str, limit: int = 100) -> list[IndexedRevision]:
        """Return everything the index holds of a user, page by page."""
        found: list[IndexedRevision] = []
        after: str | None = None
        while True:
            page = self.audit.listed(self.tenant, user, after, limit)
            found += page.entries
            after = page.after
            if after is None:
                return found

    def living(self, user: str) -> list[IndexedRevision]:
        """Return what of it is no tombstone."""
        return [entry for entry in self.listed(user) if entry.status is not None]


@pytest.fixture(params=["embedded", pytest.param("opensearch", marks=pytest.mark.opensearch)])
def made(request: pytest.FixtureRequest) -> Iterator[Audited]:
    """Yield an index that nobody else has."""
    if request.param == "embedded":
        database = SqliteDatabase()
        index = EmbeddedIndex(database, dimensions=DIMENSIONS)
        yield Audited(index, TENANT, lambda: None, EmbeddedAudit(database))
        return
    client: OpenSearch = request.getfixturevalue("search_client")
    real = OpensearchIndex(client, ALIAS, DIMENSIONS, shards=1)
    real.prepare()
    yield Audited(real, TENANT, real.refresh, OpensearchAudit(client, ALIAS))
    client.indices.delete(index=f"{ALIAS}-*")


def test_each_revision_is_listed_with_its_version_and_status(made: Audited) -> None:
    user = made.user()
    made.written(
        document(user, "m1", revision=1, version=2, status=Status.SUPERSEDED),
        document(user, "m1", revision=2, version=2),
        document(user, "m2", version=3, status=Status.ARCHIVED),
        tombstone(user, "m3", version=4),
    )

    assert made.living(user) == [
        IndexedRevision("m1", 1, 2, Status.SUPERSEDED),
        IndexedRevision("m1", 2, 2, Status.ACTIVE),
        IndexedRevision("m2", 1, 3, Status.ARCHIVED),
    ]
    assert {one.version for one in made.listed(user) if one.memory_id == "m3"} == {4}
    assert {one.status for one in made.listed(user) if one.memory_id == "m3"} == {None}


@pytest.mark.parametrize("limit", [1, 2, 3, 7])
def test_pages_hold_whole_memories_in_order(made: Audited, limit: int) -> None:
    user = made.user()
    numbers = [(f"m{one}", revision) for one in range(4) for revision in (1, 2, 3)]
    made.written(*(document(user, one, revision=revision) for one, revision in numbers))

    page = made.audit.listed(TENANT, user, None, limit)

    assert [(one.memory_id, one.revision) for one in made.listed(user, limit)] == numbers
    assert len(page.entries) % 3 == 0


def test_of_others_nothing_is_listed_and_nothing_swept(made: Audited) -> None:
    mine, other = made.user("ann"), made.user("bob")
    made.written(document(mine), tombstone(mine, "gone"), document(other))
    tomorrow = datetime.now(UTC) + timedelta(days=1)

    assert made.audit.sweep(TENANT, other, tomorrow) == 0
    assert [one.memory_id for one in made.living(other)] == ["m1"]
    for call in _calls(made.audit, mine, tomorrow):
        with pytest.raises(InternalFault):
            call()


def _calls(audit: IndexAudit, user: str, at: datetime) -> list[Callable[[], object]]:
    stranger = internal_context("other")
    return [
        lambda: audit.listed(stranger, user, None, 10),
        lambda: audit.sweep(stranger, user, at),
    ]


def test_old_tombstones_go_and_documents_stay(made: Audited) -> None:
    user = made.user()
    made.written(document(user, "m1"), document(user, "m2"), tombstone(user, "m2"))
    now = datetime.now(UTC)

    assert made.audit.sweep(TENANT, user, now - timedelta(minutes=5)) == 0
    assert made.audit.sweep(TENANT, user, now + timedelta(minutes=5)) >= 1
    made.refresh()

    assert made.listed(user) == [IndexedRevision("m1", 1, 1, Status.ACTIVE)]
    assert made.found(query(user)) == {"m1"}


def test_what_went_between_two_searches_and_was_swept_is_found_no_more(made: Audited) -> None:
    user = made.user()
    made.written(document(user, "m1"), document(user, "m2"))
    assert made.found(query(user)) == {"m1", "m2"}

    made.written(tombstone(user, "m1"))
    made.audit.sweep(TENANT, user, datetime.now(UTC) + timedelta(minutes=5))
    made.refresh()

    assert made.found(query(user)) == {"m2"}
    made.written(document(user, "m3"))
    assert made.found(query(user)) == {"m2", "m3"}


def test_what_was_swept_can_be_written_again(made: Audited) -> None:
    user = made.user()
    made.written(document(user, "m1"), tombstone(user, "m1"))
    made.audit.sweep(TENANT, user, datetime.now(UTC) + timedelta(minutes=5))

    made.written(document(user, "m1", version=20))

    assert made.found(query(user)) == {"m1"}
