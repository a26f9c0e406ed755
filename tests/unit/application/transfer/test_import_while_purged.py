"""What comes in of a memory's past while the day's job purges it never stays without it."""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any, cast

import pytest

from mneme.application.ports.table_store import Delete, TableStore
from mneme.application.repositories.row_keys import HEADS, REVISIONS
from mneme.domain.job import JobOwner
from tests.doubles.export_lines import HEADER, LINE
from tests.doubles.lifecycle import lived
from tests.doubles.transfer import PRIVACY, ended, import_pages, imported
from tests.doubles.watched import Interlude, Killed, Watched
from tests.doubles.world import TENANT, USER, World

OWNER = JobOwner(TENANT, USER)
HIGHEST = 10_000


def numbered(numbers: Sequence[int]) -> dict[str, Any]:
    """Return the line of a deleted memory that was changed often, with these of its revisions."""
    line = deepcopy(LINE) | {"status": "DELETED", "deleted_at": LINE["created_at"]}
    (first,) = line["revisions"]
    said = [{**first, "revision": one, "content": f"No {one}."} for one in (*numbers, HIGHEST)]
    return {**line, "revision": HIGHEST, "revisions": said}


def of_table(method: str, arguments: Sequence[Any], table: str) -> bool:
    """Return whether a call is a transaction that touches a table's rows."""
    return method == "transact" and any(one.table == table for one in arguments[1])


def deletes(method: str, arguments: Sequence[Any]) -> bool:
    """Pick the transaction that deletes a memory's head."""
    return method == "transact" and any(
        isinstance(one, Delete) and one.table == HEADS for one in arguments[1]
    )


def moves(method: str, arguments: Sequence[Any]) -> bool:
    """Pick the transaction that changes a memory's head in any way."""
    return of_table(method, arguments, HEADS)


def between(world: World, interlude: Interlude) -> World:
    """Return another process on the same data, in which something else happens in between."""
    return World(
        world.durable,
        around=lambda made: replace(made, tables=cast(TableStore, Watched(made.tables, interlude))),
    )


@pytest.mark.parametrize("when", [moves, deletes])
@pytest.mark.parametrize("known", [0, 2])
def test_a_page_of_past_that_comes_in_between_goes_with_the_memory(known: int, when: Any) -> None:
    world, pages, jobs = World(), list[int](), list[str]()
    assert imported(world, [HEADER, numbered(range(1, known + 1)), {}], USER).progress.changed == 1

    def second_page(method: str, arguments: Sequence[Any]) -> bool:
        if of_table(method, arguments, REVISIONS):
            pages.append(len(arguments[1]))
        return len(pages) > 1

    def dies() -> None:
        raise Killed

    def a_page_comes_in() -> None:
        worker = between(world, Interlude(second_page, dies))
        whole = numbered(range(1, 46))
        jobs.append(worker.transfer.begin_import(PRIVACY, USER, [whole]).job_id)
        with pytest.raises(Killed):
            import_pages(worker)

    lived(between(world, Interlude(when, a_page_comes_in)), days=32, index=False)

    assert jobs
    assert (world.rows(HEADS), world.rows(REVISIONS)) == ([], [])
    world.durable.clock.advance(minutes=10)
    ended(world, *jobs, OWNER)
    assert len(world.rows(REVISIONS)) == 46
    lived(world, days=32)
    assert (world.rows(HEADS), world.rows(REVISIONS)) == ([], [])
