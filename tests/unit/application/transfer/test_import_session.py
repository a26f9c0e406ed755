"""An imported memory of a session opens it as it is written, in one commit, or not at all."""

from dataclasses import replace
from typing import cast

import pytest

from mneme.application.ports.table_store import TableStore
from mneme.domain.errors import Unavailable
from mneme.domain.job import LEASE, JobOwner
from mneme.domain.purge import PurgeTarget
from tests.doubles.lifecycle import done
from tests.doubles.transfer import PRIVACY, ended, import_pages
from tests.doubles.watched import Interlude, Watched
from tests.doubles.world import TENANT, USER, World
from tests.unit.application.transfer.test_import_again import brought_in, line_of

OWNER = JobOwner(TENANT, USER)
LINE = line_of(level="SESSION", app_id="planner", session_id="s-1")


def test_it_is_open_while_the_memory_is_there() -> None:
    world = World()

    assert brought_in(world, LINE) == 1

    assert [row["session_id"] for row in world.rows("sessions")] == ["s-1"]


def test_a_purge_just_before_it_leaves_no_session() -> None:
    world = World()

    def purged() -> None:
        done(world, world.purge_memory(world.acme, USER, PurgeTarget()), OWNER)

    between = Interlude(
        lambda method, arguments: (
            method == "transact" and any(action.table == "sessions" for action in arguments[1])
        ),
        purged,
    )
    worker = World(
        world.durable,
        around=lambda made: replace(made, tables=cast(TableStore, Watched(made.tables, between))),
    )
    job_id = worker.transfer.begin_import(PRIVACY, USER, [LINE]).job_id

    with pytest.raises(Unavailable):
        import_pages(worker)
    world.durable.clock.advance(seconds=LEASE.total_seconds() + 1000)

    assert ended(world, job_id, OWNER).error == 40401
    assert between.done
    assert (world.rows("heads"), world.rows("sessions")) == ([], [])
