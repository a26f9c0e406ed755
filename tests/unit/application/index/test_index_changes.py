"""What is committed reaches the index: late, twice or out of order, it shows the newest state."""

from dataclasses import replace

import pytest

from mneme.application.ports.change_feed import ItemChange
from mneme.application.ports.table_store import Delete
from mneme.application.ports.vector_index import IndexDocument, Tombstone
from mneme.application.repositories.row_keys import (
    HEADS,
    KEYS,
    REVISIONS,
    epoch_key,
    head_key,
    revision_key,
    user_partition,
)
from mneme.domain.errors import Unavailable
from mneme.domain.memory import Kind, Status
from mneme.domain.retrieval.unit_context import Mark
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext
from tests.doubles.made import GLOBAL, NOW, a_fact, an_app, later, said
from tests.doubles.watched import Notes, Watched
from tests.doubles.world import USER, World, a_tenant

Entry = IndexDocument | Tombstone


class _Indexed(World):
    """A world whose index writes are taken down."""

    def __init__(self) -> None:
        self.notes = Notes()
        super().__init__(around=lambda s: replace(s, index=Watched(s.index, self.notes)))

    def changes(self) -> list[ItemChange]:
        """Return everything the stream of heads has held so far."""
        return list(self.change_feed.read(HEADS, None, 1000).changes)

    @property
    def applied(self) -> list[Entry]:
        """Every entry that was written to the index, in order."""
        return [entry for _, entries in self.batches for entry in entries]

    @property
    def batches(self) -> list[tuple[TenantContext, list[Entry]]]:
        """What was written at once, and for which tenant."""
        return [arguments for method, arguments in self.notes.calls if method == "apply"]


@pytest.fixture
def world() -> _Indexed:
    return _Indexed()


def _lives_in(city: str, days: float = 0):  # type: ignore[no-untyped-def]
    return a_fact(f"Lives in {city}", fact_key="home_city", observed_at=later(days=days))


def test_a_new_memory_becomes_a_document_with_all_that_a_search_asks_for(world: _Indexed) -> None:
    fact = a_fact("Lives in Oslo", custom_tags={"topic": "home"}, expire_at=later(days=9))
    result = world.decide(fact, an_app("planner"))

    written = world.index_changes(world.changes())

    (document,) = world.applied
    (held,) = world.held()
    assert written == 1
    assert document == IndexDocument(
        user="acme#u-1",
        memory_id=result.memory_id,
        revision=1,
        version=1,
        status=Status.ACTIVE,
        scope=VisibleScope("A#planner", 1),
        ownership=fact.ownership,
        mem_type=fact.mem_type,
        kind=Kind.FACT,
        vector=held.revision.embedding.vector,
        model="hashing",
        terms=held.revision.terms,
        observed_at=NOW,
        valid_at=NOW,
        expire_at=later(days=9),
        tags=document.tags,
        context=held.revision.context,
        weight_cap=0.85,
    )
    assert len(document.tags) == 1
    assert document.context.said_on
    assert document.context.marks == {Mark.NAME}
    assert "topic" not in str(document.tags)


def test_a_turn_carries_the_terms_of_its_neighbours(world: _Indexed) -> None:
    world.remember(said("I live in Oslo.", "I like tea."))

    world.index_changes(world.changes())

    turns = [entry for entry in world.applied if entry.kind is Kind.TURN]
    assert sorted(offset for turn in turns for offset in turn.context.terms) == [-1, 1]


def test_an_update_shows_the_new_revision_and_closes_the_old_one(world: _Indexed) -> None:
    world.decide(_lives_in("Oslo"))
    world.durable.clock.set(later(days=4))
    world.decide(_lives_in("Rome", days=3))

    world.index_changes(world.changes())

    shown = {entry.revision: (entry.status, entry.version) for entry in world.applied}
    old = next(entry for entry in world.applied if entry.revision == 1)
    assert shown == {1: (Status.SUPERSEDED, 2), 2: (Status.ACTIVE, 2)}
    assert (old.invalid_at, old.expire_at) == (later(days=3), None)


def test_of_several_changes_in_a_batch_every_revision_is_written_once(world: _Indexed) -> None:
    for days, city in enumerate(("Oslo", "Rome", "Bern")):
        world.decide(_lives_in(city, days=days))

    written = world.index_changes(world.changes())

    assert written == len(world.applied) == 3
    assert {entry.revision for entry in world.applied} == {1, 2, 3}


def test_a_batch_given_again_writes_the_same_entries(world: _Indexed) -> None:
    world.remember(said("I live in Oslo.", "I like tea."))
    changes = world.changes()

    world.index_changes(changes)
    world.index_changes(changes)

    half = len(world.applied) // 2
    assert world.applied[:half] == world.applied[half:]


def test_a_change_that_leaves_the_index_version_is_skipped(world: _Indexed) -> None:
    result = world.decide(a_fact())
    seen = len(world.changes())
    world.set_head(result.memory_id, recall_count=7)

    written = world.index_changes(world.changes()[seen:])

    assert (written, world.applied) == (0, [])


def test_a_deleted_memory_leaves_a_tombstone_of_its_version(world: _Indexed) -> None:
    result = world.decide(a_fact())
    world.set_head(result.memory_id, status="DELETED", index_version=2)

    world.index_changes(world.changes())

    assert world.applied == [Tombstone("acme#u-1", result.memory_id, 1, 2)]


def _delete(world: _Indexed, memory_id: str) -> list[ItemChange]:
    """Delete a memory and return the change of its head."""
    world.set_head(memory_id, status="DELETED", index_version=8)
    return world.changes()[-1:]


def test_a_deleted_memory_leaves_a_tombstone_for_every_revision(world: _Indexed) -> None:
    # The index holds all of them, whichever its batches were.
    for day, city in enumerate(("Oslo", "Rome", "Bonn", "Graz")):
        memory_id = world.decide(_lives_in(city, days=day)).memory_id
        world.index_changes(world.changes()[-1:])
    seen = len(world.applied)

    world.index_changes(_delete(world, memory_id))

    assert world.applied[seen:] == [Tombstone("acme#u-1", memory_id, n, 8) for n in (1, 2, 3, 4)]


def test_a_memory_that_is_restored_comes_back_with_all_it_ever_said(world: _Indexed) -> None:
    for day, city in enumerate(("Oslo", "Rome", "Bonn")):
        memory_id = world.decide(_lives_in(city, days=day)).memory_id
    world.index_changes(_delete(world, memory_id))
    seen = len(world.applied)

    world.set_head(memory_id, status="ACTIVE", index_version=9)
    world.index_changes(world.changes()[-1:])

    assert [(type(one), one.revision) for one in world.applied[seen:]] == [
        (IndexDocument, n) for n in (1, 2, 3)
    ]


def test_a_purged_memory_leaves_a_tombstone_for_every_revision(world: _Indexed) -> None:
    for days, city in enumerate(("Oslo", "Rome", "Bern")):
        result = world.decide(_lives_in(city, days=days))
    place = head_key(user_partition(world.acme, USER), result.memory_id)
    world.tables.transact(world.acme, [Delete(HEADS, place)])

    world.index_changes(world.changes())

    assert world.applied == [
        Tombstone("acme#u-1", result.memory_id, number, 4) for number in (1, 2, 3)
    ]


def test_a_revision_that_is_purged_already_becomes_a_tombstone(world: _Indexed) -> None:
    result = world.decide(a_fact())
    place = revision_key(user_partition(world.acme, USER), result.memory_id, 1)
    world.tables.transact(world.acme, [Delete(REVISIONS, place)])

    world.index_changes(world.changes())

    assert world.applied == [Tombstone("acme#u-1", result.memory_id, 1, 1)]


def test_a_memory_whose_key_was_destroyed_becomes_a_tombstone_and_no_new_key(
    world: _Indexed,
) -> None:
    result = world.decide(a_fact())
    place = epoch_key(user_partition(world.acme, USER), 1)
    world.tables.transact(world.acme, [Delete(KEYS, place)])
    world.durable.clock.advance(seconds=301)

    world.index_changes(world.changes())

    assert world.applied == [Tombstone("acme#u-1", result.memory_id, 1, 1)]
    assert world.rows("keys") == []


def test_each_tenant_and_user_of_a_batch_is_written_as_their_own(world: _Indexed) -> None:
    world.tenants.create("globex")
    for tenant, user in ((world.acme, USER), (world.acme, "u-2"), (a_tenant("globex"), USER)):
        world.write_structured(tenant, user, GLOBAL, a_fact())

    world.index_changes(world.changes())

    told = [(tenant.tenant_id, entries[0].user) for tenant, entries in world.batches]
    assert told == [("acme", "acme#u-1"), ("acme", "acme#u-2"), ("globex", "globex#u-1")]


def test_an_index_without_answer_lets_the_batch_be_given_again(world: _Indexed) -> None:
    class Away(Notes):
        def before(self, method: str, arguments: object) -> None:
            if method == "apply":
                raise Unavailable("no answer")

    world.decide(a_fact())
    away = World(world.durable, lambda s: replace(s, index=Watched(s.index, Away())))
    with pytest.raises(Unavailable):
        away.index_changes(world.changes())

    assert world.index_changes(world.changes()) == 1
