"""Who is overtaken while lines come in looks again, and wakes nobody."""

from copy import deepcopy
from dataclasses import replace
from typing import Any, cast

import pytest

from mneme.application.ports.table_store import TableStore
from mneme.application.repositories.row_keys import HEADS
from mneme.domain.errors import Overtaken
from mneme.domain.job import JobOwner, JobState, Progress
from mneme.runtime.backend import Backend
from tests.doubles.export_lines import LINE
from tests.doubles.transfer import PRIVACY, ended, import_pages
from tests.doubles.watched import Interlude, Watched, writes_to
from tests.doubles.world import TENANT, USER, World

OWNER = JobOwner(TENANT, USER)


def told(world: World, line: dict[str, Any]) -> str:
    """Send a line, and return the job that is to write it."""
    return world.transfer.begin_import(PRIVACY, USER, [line]).job_id


def beside(world: World, watcher: object) -> World:
    """Return the platform of a world whose calls are watched."""

    def around(stores: Backend) -> Backend:
        watched = Watched(stores.tables, watcher)  # type: ignore[arg-type]
        return replace(stores, tables=cast(TableStore, watched))

    return World(world.durable, around=around)


def line_of(**parts: Any) -> dict[str, Any]:
    """Return a line that tells of two revisions."""
    line = deepcopy(LINE) | parts
    (said,) = line["revisions"]
    revisions = [{**said, "revision": number, "content": f"Tea {number}."} for number in (1, 2)]
    return {**line, "revision": 2, "revisions": revisions}


@pytest.mark.parametrize(
    "parts",
    [
        {},
        {"status": "ARCHIVED"},
        {"status": "DELETED", "deleted_at": LINE["changed_at"]},
        {"status": "SUPERSEDED"},
    ],
)
def test_a_line_that_another_import_writes_meanwhile_is_found_there(parts: dict[str, str]) -> None:
    world, line = World(), line_of(**parts)
    mine = told(world, line)
    theirs: list[str] = []

    def first() -> None:
        theirs.append(told(world, line | {"is_important": True}))
        assert ended(world, theirs[0], OWNER).progress == Progress(1, 1)

    at_work = beside(world, Interlude(writes_to(HEADS), first))
    began = world.durable.clock.monotonic()
    import_pages(at_work)
    took = world.durable.clock.monotonic() - began

    assert len(theirs) == 1
    assert took < 2  # it lost one race
    assert ended(world, mine, OWNER).progress == Progress(1)
    assert (len(world.rows("heads")), len(world.rows("revisions"))) == (1, 2)


def test_a_switch_that_is_set_meanwhile_is_no_outage() -> None:
    world = World()
    mine = told(world, line_of())

    def off() -> None:
        world.switch_memory(world.acme, USER, None, False)

    at_work = beside(world, Interlude(writes_to(HEADS), off))
    with pytest.raises(Overtaken):
        import_pages(at_work)
    world.durable.clock.advance(minutes=10)

    job = ended(world, mine, OWNER)
    assert (job.state, job.error) == (JobState.FAILED, 40301)
    assert world.rows("heads") == []
