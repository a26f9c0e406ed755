"""A purge of everything: hidden by one write, then deleted wherever it lies (DESIGN §15)."""

from dataclasses import replace
from functools import partial

import pytest

from mneme.application.manage.list_memories import LISTED, Wanted
from mneme.domain.change import Operation
from mneme.domain.dimension import Dimension
from mneme.domain.errors import ExtractionFailed
from mneme.domain.job import JobState
from mneme.domain.measures import Measured
from mneme.domain.memory import Kind
from mneme.domain.paging import PageRequest, Question
from mneme.domain.recollection import RecallQuery
from mneme.domain.scope import Level, Scope
from mneme.domain.task import TaskState
from tests.doubles.audited import flaws
from tests.doubles.lifecycle import done, lived
from tests.doubles.made import an_app, said
from tests.doubles.managing import indexed, many, told, update
from tests.doubles.purging import OWNER, a_clear_world, places_of, purge, purged, shown
from tests.doubles.world import LAYOUTS, USER, World
from tests.doubles.write_meter import WriteMeter

CANARY = "xylophonist"
ALL = PageRequest(Question("user/list", "{}"), limit=100)
IN_SESSION = Scope(Level.SESSION, "planner", "s-1")
STRANGER = "u-2"


@pytest.fixture
def world() -> World:
    return a_clear_world()


def listed(world: World, user_id: str = USER) -> int:
    wanted = Wanted(Dimension(), LISTED)
    return len(world.manage.list(world.acme, user_id, wanted, ALL).entries)


def recalled(world: World, user_id: str = USER) -> list[str]:
    asked = RecallQuery(user_id, CANARY, min_relevance=0.0, consistent=True, include_turns=True)
    return [one.revision.content for one in world.recall(world.acme, asked).memories]


def a_life(world: World) -> None:
    """Let a user have something everywhere, and a stranger too."""
    edited = told(world, f"Is a {CANARY}", custom_tags={"job": CANARY})
    update(world, edited, content=f"Was a {CANARY}")
    told(world, f"Plans as a {CANARY}", an_app(), kind=Kind.CONSTRAINT)
    told(world, f"Hums as a {CANARY}", IN_SESSION)
    told(world, f"Sleeps like a {CANARY}", expire_at=world.clock.now())
    lived(world, days=1)
    world.remember(said(f"I am a {CANARY}.", f"I live as a {CANARY} in Oslo."))
    world.remember(said(f"I am a {CANARY} here.", session_id=None))
    told(world, f"Knows a {CANARY}", user_id=STRANGER)
    indexed(world)


def test_nothing_is_seen_from_the_one_write_on_and_told_again_it_is_learned_again(
    world: World,
) -> None:
    a_life(world)
    many(world, 2345)

    job_id = purge(world)

    assert (listed(world), recalled(world)) == (0, [])
    assert listed(world, STRANGER) == 1
    told(world, f"Is a {CANARY}")
    assert recalled(world) == [f"Is a {CANARY}"]
    assert world.manage.jobs.of_user(world.acme, USER, job_id).name == "purge"


def test_a_purge_writes_as_much_whatever_its_size() -> None:
    written = []
    for memories in (20, 400):
        world = World()
        many(world, memories)
        meter = WriteMeter(world.durable.backend.tables, LAYOUTS)
        metered = World(world.durable, around=partial(replace, tables=meter))
        purge(metered)
        written.append(meter.units)

    assert written[0] == written[1]


def test_a_word_is_nowhere_after_the_job(world: World) -> None:
    a_life(world)
    large = said(*(f"{CANARY} " * 1000 for _ in range(20)), session_id="s-9")
    queued = [world.accept_add(world.acme, USER, large, None).task_id]
    small = said(f"I am a {CANARY}.")
    queued += [world.accept_add(world.acme, USER, small, None).task_id for _ in range(30)]
    assert {"revisions", "archive", "payloads", "operations"} <= places_of(world, CANARY)

    purged(world)
    world.work()

    assert places_of(world, CANARY) == {"revisions"}  # the stranger's
    assert {row["pk"] for row in world.rows("heads")} == {"acme#u-2"}
    for table in ("revisions", "guards", "counters", "episodes", "sessions"):
        assert {row["pk"] for row in world.rows(table)} <= {"acme#u-2"}
    assert shown(world) == set()
    assert shown(world, STRANGER)
    tasks = [world.read_task(world.acme, USER, task_id) for task_id in queued]
    assert {task.state for task in tasks} == {TaskState.DROPPED}


def test_2345_memories_and_300_writes_that_wait_are_gone_and_what_is_told_again_stays(
    world: World,
) -> None:
    many(world, 2345)
    indexed(world)
    waiting = [
        world.accept_add(world.acme, USER, said(f"Fact number {number}."), None).task_id
        for number in range(300)
    ]
    assert {"revisions", "operations"} <= places_of(world, "Fact number")
    assert shown(world)

    job_id = purge(world)
    assert (listed(world), recalled(world)) == (0, [])
    again = told(world, f"Is a {CANARY}")
    assert done(world, job_id, OWNER).state is JobState.DONE
    world.work()
    indexed(world)

    tasks = [world.read_task(world.acme, USER, task_id) for task_id in waiting]
    assert {task.state for task in tasks} == {TaskState.DROPPED}
    assert places_of(world, "Fact number") == set()
    assert {row["sk"] for row in world.rows("heads")} == {again}
    assert recalled(world) == [f"Is a {CANARY}"]


def test_writes_accepted_before_are_dropped_by_whoever_comes_first(world: World) -> None:
    first = world.accept_add(world.acme, USER, said("I like tea."), None)
    world.deliver("extraction")
    second = world.accept_add(world.acme, USER, said(*["large " * 2000] * 20), None)
    assert places_of(world, "large") == {"payloads"}
    purge(world)

    world.work()

    assert places_of(world, "large") == set()
    tasks = [world.read_task(world.acme, USER, task.task_id) for task in (first, second)]
    assert [task.state for task in tasks] == [TaskState.DROPPED] * 2
    assert world.contents() == []
    assert recalled(world) == []


def test_what_is_told_while_the_job_runs_stays(world: World) -> None:
    a_life(world)
    purge(world)
    kept = told(world, "Likes tea", an_app())
    waiting = world.accept_add(world.acme, USER, said("I like milk."), None)

    purged(world)  # once more: what was told since goes as well
    assert world.held() == []

    told(world, "Likes tea", an_app())
    assert kept not in {held.head.memory_id for held in world.held()}
    world.work()
    assert world.read_task(world.acme, USER, waiting.task_id).state is TaskState.DROPPED


def test_the_change_log_names_the_purge(world: World) -> None:
    purge(world)

    records, _ = world.manage.changes.records.before(world.acme, USER, 10**9, 10)
    assert [one.record.operation for one in records] == [Operation.PURGE]
    assert records[0].record.reason == "purged"


def test_change_records_lose_their_messages_and_the_chain_still_fits(world: World) -> None:
    world.remember(said("I live in Oslo.", session_id="the-session"))
    assert "change_log" in places_of(world, "the-session")
    job_id = purge(world)
    world.remember(said("I live in Rome.", session_id="a-new-one"))

    done(world, job_id, OWNER)

    assert "change_log" not in places_of(world, "the-session")
    assert "change_log" in places_of(world, "a-new-one")
    assert flaws(world) == []


def test_a_failed_write_keeps_nothing_for_a_redrive(world: World) -> None:
    task = world.accept_add(world.acme, USER, said(f"I am a {CANARY}."), None)
    world.work_on_task.give_up(world.message(task), ExtractionFailed("no"))
    assert places_of(world, CANARY) == {"operations"}

    purged(world)

    assert places_of(world, CANARY) == set()


def test_how_long_a_purge_took_to_delete_is_measured_at_its_end(world: World) -> None:
    told(world, f"Is a {CANARY}")
    job_id = purge(world)
    world.durable.clock.advance(minutes=10)

    done(world, job_id, OWNER)

    (lag,) = world.metrics.values(Measured.PURGE_LAG_MS)
    assert 600_000 <= lag < 660_000
