"""The index shows of a memory's past what came in, also where the rest was stopped on its way."""

from copy import deepcopy
from dataclasses import replace
from typing import Any, cast

import pytest

from mneme.application.ports.table_store import TableStore
from mneme.application.repositories.row_keys import HEADS
from mneme.domain.errors import Unavailable
from mneme.domain.job import JobName, JobOwner
from tests.doubles.lifecycle import done
from tests.doubles.transfer import PRIVACY, ended, export_lines, import_pages
from tests.doubles.watched import Interlude, Watched
from tests.doubles.world import TENANT, USER, World
from tests.unit.application.transfer.test_import_again import brought_in, line_of

OWNER = JobOwner(TENANT, USER)
REVISIONS = 45
"""Three transactions of past ones."""


def changed_often(status: str = "ACTIVE") -> dict[str, Any]:
    """Return a line of a memory with a past."""
    line = line_of(level="APP", app_id="planner", status=status)
    (said,) = line["revisions"]
    line["revisions"] = [
        deepcopy(said) | {"revision": number, "content": f"It is {number} o'clock."}
        for number in range(1, REVISIONS + 1)
    ]
    return line | {"revision": REVISIONS}


class Follower:
    """Brings the index up to date with one change at a time, each once, as the stream does."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.checkpoint: str | None = None

    def __call__(self) -> None:
        """Follow up to now."""
        while (page := self.world.change_feed.read(HEADS, self.checkpoint, 1)).changes:
            self.world.index_changes(page.changes)
            self.checkpoint = page.checkpoint


def drift(world: World, caplog: pytest.LogCaptureFixture) -> list[object]:
    """Return what a comparison finds after a while."""
    world.durable.clock.advance(hours=1)
    done(world, world.jobs.start.by_hand(JobName.RECONCILE, OWNER), OWNER)
    return [line.drift for line in caplog.records if hasattr(line, "drift")]


@pytest.mark.parametrize("pages", [1, 2, 3])
@pytest.mark.parametrize("everything", [False, True])
def test_memory_that_is_switched_off_on_the_way_leaves_nothing_unshown(
    pages: int, everything: bool, caplog: pytest.LogCaptureFixture
) -> None:
    world, written = World(), list[int]()
    follow = Follower(world)

    def picks(method: str, arguments: Any) -> bool:
        if method == "transact" and any(one.table == "revisions" for one in arguments[1]):
            follow()
            written.append(len(arguments[1]))
        return len(written) > pages

    def off() -> None:
        world.switch_memory(world.acme, USER, None if everything else "planner", False)

    between = Interlude(picks, off)
    worker = World(
        world.durable,
        around=lambda made: replace(made, tables=cast(TableStore, Watched(made.tables, between))),
    )
    job_id = worker.transfer.begin_import(PRIVACY, USER, [changed_often()]).job_id
    with pytest.raises(Unavailable):
        import_pages(worker)
    world.durable.clock.advance(minutes=10)
    ended(world, job_id, OWNER)
    follow()

    assert between.done
    (line,) = export_lines(world)[1:-1]
    assert len(line["revisions"]) == 1 + 20 * (pages - 1)
    assert drift(world, caplog) == []


@pytest.mark.parametrize("status", ["ACTIVE", "SUPERSEDED", "CANDIDATE", "ARCHIVED"])
def test_the_past_is_shown_whatever_state_the_memory_is_in(
    status: str, caplog: pytest.LogCaptureFixture
) -> None:
    world = World()
    follow = Follower(world)
    line = changed_often(status) | {"changed_at": world.clock.now().isoformat()}
    head_first = deepcopy(line)
    head_first["revisions"] = line["revisions"][-1:]
    brought_in(world, head_first)
    follow()

    brought_in(world, line)
    follow()

    assert drift(world, caplog) == []
