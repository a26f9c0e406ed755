"""A purge of one app or one session takes that, wherever it lies, and nothing else."""

from collections.abc import Iterable

import pytest

from mneme.domain.job import JobName, JobOwner
from mneme.domain.purge import PurgeTarget
from mneme.domain.task import TaskState
from tests.doubles.bookkeeping import stored_counts, true_counts
from tests.doubles.lifecycle import done, lived
from tests.doubles.made import GLOBAL, an_app, said
from tests.doubles.managing import indexed, told, update
from tests.doubles.purge_places import PLACES, TARGETS
from tests.doubles.purging import a_clear_world, places_of, purge, purged, shown
from tests.doubles.world import TENANT, USER, World

WORDS = {name: f"zylo{number}quark" for number, name in enumerate(PLACES)}
TABLES = ("heads", "revisions", "guards", "episodes", "sessions")


def lives(places: Iterable[str]) -> World:
    """Return a world in which one user said something in these places."""
    world = a_clear_world()
    named = [(PLACES[name], WORDS[name]) for name in sorted(places)]
    for scope, word in named:
        edited = told(world, f"Likes {word}", scope, fact_key=f"liking {word}")
        update(world, edited, content=f"Loves {word}")
        told(world, f"Sleeps with {word}", scope, expire_at=world.clock.now())
        told(world, f"Must have {word}", scope, is_important=True)
    lived(world, days=0.9)
    for scope, word in named:
        world.remember(said(f"I am a {word}.", session_id=scope.session_id, scope=scope))
    indexed(world)
    return world


@pytest.fixture
def world() -> World:
    return lives(PLACES)


def _rows(world: World, table: str) -> dict[str, str]:
    return {str(row["sk"]): str(dict(row)) for row in world.rows(table)}


@pytest.mark.parametrize("case", TARGETS)
def test_what_was_said_there_is_nowhere_and_all_else_is_untouched(world: World, case: str) -> None:
    target, covered = TARGETS[case]
    before = {table: _rows(world, table) for table in TABLES}
    index = shown(world)
    gone = {
        head.memory_id
        for head in world.memories.heads_page(world.acme, USER, None, 1000)[0]
        if target.covers(head.scope)
    }

    purged(world, target)

    assert {name for name, word in WORDS.items() if not places_of(world, word)} == covered
    assert shown(world) == index - gone
    assert stored_counts(world) == true_counts(world)
    for table in TABLES:
        after = _rows(world, table)
        assert after.items() <= before[table].items()
    for table in ("heads", "revisions"):
        left_out = {sort.split("#")[0] for sort in set(before[table]) - set(_rows(world, table))}
        assert left_out == gone


@pytest.mark.parametrize("case", TARGETS)
def test_no_guard_episode_or_session_of_it_is_left(world: World, case: str) -> None:
    target, covered = TARGETS[case]
    other = lives(PLACES.keys() - covered)

    purged(world, target)

    for table in ("guards", "episodes", "sessions", "counters"):
        assert {str(row["sk"]) for row in world.rows(table)} == {
            str(row["sk"]) for row in other.rows(table)
        }, table


def test_open_and_failed_writes_of_it_carry_nothing_any_more(world: World) -> None:
    mine, theirs = "zyloopen", "zylokept"
    app = an_app("planner")
    dropped = world.accept_add(world.acme, USER, said(f"I am a {mine}.", scope=app), None)
    kept = world.accept_add(world.acme, USER, said(f"I am a {theirs}.", scope=GLOBAL), None)

    purged(world, PurgeTarget("planner"))

    assert places_of(world, mine) == set()
    assert places_of(world, theirs) == {"operations"}
    world.work()
    states = [world.read_task(world.acme, USER, one.task_id).state for one in (dropped, kept)]
    assert states == [TaskState.DROPPED, TaskState.DONE]
    assert places_of(world, theirs) == {"revisions"}


def test_reconciling_between_purge_and_job_leaves_counters_that_equal_rows(world: World) -> None:
    purge(world, PurgeTarget("planner"))
    owner = JobOwner(TENANT, USER)
    done(world, world.jobs.start.by_hand(JobName.RECONCILE, owner), owner)

    assert stored_counts(world) == true_counts(world)


def test_newer_purges_drop_the_epochs_that_they_contain() -> None:
    world = a_clear_world()
    for target in (PurgeTarget("planner", "s-1"), PurgeTarget("coach"), PurgeTarget("planner")):
        purge(world, target)
    assert world.users.state(world.acme, USER).scope_epochs == {"A#coach": 3, "A#planner": 4}

    purge(world)

    state = world.users.state(world.acme, USER)
    assert (state.epoch, dict(state.scope_epochs)) == (5, {})
    assert state.effective_epoch(GLOBAL) == 5
