"""A memory that was changed very often, written as fast as pages go."""

from dataclasses import replace
from datetime import timedelta

from mneme.application.ports.table_store import Put
from mneme.application.repositories.head_rows import head_row
from mneme.application.repositories.row_keys import HEADS, REVISIONS, user_partition
from mneme.domain.memory import Status
from mneme.domain.scope import Scope
from tests.doubles.made import GLOBAL
from tests.doubles.managing import head_of, revision_of, told
from tests.doubles.world import USER, World

PAGE = 50


def changed_often(world: World, revisions: int, scope: Scope = GLOBAL, text: str = "住在") -> str:
    """Write a memory of so many revisions; return its id."""
    memory_id = told(world, f"{text} 0", scope)
    head, first = head_of(world, memory_id), revision_of(world, memory_id)
    partition = user_partition(world.acme, USER)
    keys = world.keys.keys_for(world.acme, USER, head.key_epoch)
    said = [
        replace(
            first,
            revision=number,
            content=f"{text} {number}",
            created_at=head.created_at + timedelta(seconds=number),
        )
        for number in range(1, revisions + 1)
    ]
    for start in range(0, revisions, PAGE):
        page = said[start : start + PAGE]
        rows = [Put(REVISIONS, world.memories.rows.row(partition, one, keys)) for one in page]
        world.tables.transact(world.acme, rows)
    world.durable.clock.advance(seconds=revisions)
    after = replace(
        head,
        revision=revisions,
        status=Status.ACTIVE,
        past_since=said[1].created_at if revisions > 1 else None,
        version=head.version + 1,
        index_version=head.index_version + 1,
    )
    world.tables.transact(world.acme, [Put(HEADS, head_row(partition, after))])
    return memory_id
