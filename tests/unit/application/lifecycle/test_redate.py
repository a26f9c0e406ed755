"""Heads that were dated by another rate of decay, or never, are dated by a job of their own."""

from mneme.application.ports.table_store import Put
from mneme.application.repositories.row_keys import HEADS
from mneme.domain.job import JobName, Progress
from mneme.domain.memory import Head, Kind, Status
from tests.doubles.lifecycle import done, lived
from tests.doubles.made import an_app
from tests.doubles.managing import head_of, told
from tests.doubles.world import World


def redated(world: World) -> Progress:
    world.durable.clock.advance(seconds=1)
    return done(world, world.jobs.start.by_hand(JobName.REDATE)).progress


def _undated(world: World, memory_id: str) -> Head:
    (row,) = [row for row in world.rows(HEADS) if row["sk"] == memory_id]
    bare = {name: value for name, value in row.items() if not name.startswith("due_")}
    world.durable.backend.tables.transact(world.acme, [Put(HEADS, bare)])
    return head_of(world, memory_id)


def test_what_was_dated_by_another_rate_is_dated_anew_and_all_else_let_alone(
    world: World,
) -> None:
    tea, nuts = told(world, "I like tea"), told(world, "I like nuts")
    before = [head_of(world, one) for one in (tea, nuts)]
    world.set_head(tea, due_at=1, due_decay=world.thresholds().dating.version + 1)

    progress = redated(world)

    assert progress == Progress(2, 1)
    assert [head_of(world, one).due for one in (tea, nuts)] == [one.due for one in before]
    assert redated(world) == Progress(2)


def test_what_was_written_before_there_were_dates_gets_one_and_fades(world: World) -> None:
    memory_id = told(world, "I like tea")
    assert _undated(world, memory_id).due is None
    world.durable.clock.advance(days=100)

    assert redated(world) == Progress(1, 1)
    lived(world, days=2)

    assert head_of(world, memory_id).status is Status.ARCHIVED


def test_what_never_has_a_date_gets_none(world: World) -> None:
    told(world, "Be brief", an_app(), kind=Kind.CONSTRAINT)

    assert redated(world) == Progress(1)


def test_a_damaged_row_is_passed_by(world: World) -> None:
    told(world, "I like tea")
    broken = _undated(world, told(world, "I like nuts")).memory_id
    world.set_head(broken, kind="NONSENSE")

    assert redated(world) == Progress(2, 0, 1)
