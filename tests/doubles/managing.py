"""Memories to manage, and how they stand afterwards."""

from collections.abc import Sequence
from typing import Any

from mneme.application.commit.compose_memory import Findable, Place, new_head
from mneme.application.commit.compose_memory import revision_of as revision_of_head
from mneme.application.manage.delete_memories import Swept
from mneme.application.repositories.commits import Commit, MemoryWrite
from mneme.application.repositories.row_keys import HEADS
from mneme.domain.change import Actor, ChangeRecord, Operation
from mneme.domain.dimension import Dimension
from mneme.domain.evolution.decisions import Reason
from mneme.domain.memory import Embedding, Head, Revision, Status
from mneme.domain.memory_patch import MemoryPatch, MemoryUpdate
from mneme.domain.paging import PageRequest, Question
from mneme.domain.retrieval.unit_context import NO_CONTEXT
from mneme.domain.scope import Scope
from mneme.domain.tenancy import TenantContext
from tests.doubles.hashing_embedder import HashingEmbedder
from tests.doubles.limited import unlimit
from tests.doubles.made import GLOBAL, a_fact
from tests.doubles.world import USER, World

NO_VECTOR = bytes(4 * HashingEmbedder().model.dimensions)


def told(world: World, text: str, scope: Scope = GLOBAL, user_id: str = USER, **parts: Any) -> str:
    """Write a memory at once; return its id."""
    fact = a_fact(text, **parts)
    return world.write_structured(world.acme, user_id, scope, fact).memory_id


def update(
    world: World,
    memory_id: str,
    tenant: TenantContext | None = None,
    expected: int | None = None,
    **patch: Any,
) -> Head:
    """Update a memory of the user."""
    wish = MemoryUpdate(memory_id, MemoryPatch(**patch), expected)
    return world.manage.update(tenant or world.acme, USER, wish).head


def head_of(world: World, memory_id: str) -> Head:
    """Return a memory's head."""
    return world.memories.heads(world.acme, USER, [memory_id])[memory_id]


def revision_of(world: World, memory_id: str, number: int | None = None) -> Revision:
    """Return a revision of a memory, the current one by default."""
    number = number or head_of(world, memory_id).revision
    return world.memories.revisions(world.acme, USER, [(memory_id, number)])[memory_id, number]


def indexed(world: World) -> None:
    """Bring the index up to date with everything that was ever written."""
    world.index_changes(world.change_feed.read(HEADS, None, 1000).changes)


def many(world: World, count: int, scopes: Sequence[Scope] = (GLOBAL,), **parts: Any) -> list[str]:
    """Write so many memories, in turn in these scopes, as fast as pages go; return their ids.

    There is room for them, and for more.
    """
    unlimit(world)
    state, now = world.users.state(world.acme, USER), world.clock.now()
    ids: list[str] = []
    for start in range(0, count, 20):
        writes = []
        for number in range(start, min(start + 20, count)):
            fact = a_fact(f"Fact number {number}", is_important=number % 7 == 0, **parts)
            scope = scopes[number % len(scopes)]
            weights = world.thresholds().weights
            place = Place(scope, state.effective_epoch(scope), state.epoch, now, weights)
            head = new_head(world.ids.new(), fact, place)
            found_by = Findable(Embedding("hashing", NO_VECTOR), (), NO_CONTEXT)
            writes.append(MemoryWrite(head, revision=revision_of_head(head, fact, found_by)))
            ids.append(head.memory_id)
        added = [write.after.memory_id for write in writes]
        record = ChangeRecord(Operation.ADD, tuple(added), None, 1, Reason.NEW, Actor.SYSTEM, now)
        world.commits.carry_out(world.acme, USER, Commit(tuple(writes), (record,)))
    return ids


def swept(world: World, cursor: str | None = None, **dimension: Any) -> Swept:
    """Delete a dimension of the user, from a cursor on."""
    page = PageRequest(Question("batch_delete", repr(sorted(dimension.items()))), cursor)
    return world.manage.delete.dimension(world.acme, USER, Dimension(**dimension), page)


def living(world: World) -> list[str]:
    """Return the ids of the user's memories that are not deleted, in order."""
    found: list[Head] = []
    more = True
    while more:
        after = found[-1].memory_id if found else None
        heads, more = world.memories.heads_after(world.acme, USER, after, 500)
        found += heads
    return [head.memory_id for head in found if head.status is not Status.DELETED]
