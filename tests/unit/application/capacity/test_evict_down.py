"""The rest of an eviction, and a limit that was lowered: in steps that may be cut off anywhere."""

from dataclasses import replace

import pytest

from mneme.application.capacity.evict_page import PAGE
from mneme.domain.counting import Counter
from mneme.domain.job import JobOwner
from mneme.domain.memory import Kind, Ownership, Status
from mneme.domain.scope import Level, Scope
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.limited import GLOBAL_COUNTER, TOTAL_COUNTER, limit, patrolled, standing
from tests.doubles.made import GLOBAL, an_app
from tests.doubles.managing import head_of, many, told
from tests.doubles.watched import Fuse, Killed, Watched
from tests.doubles.world import TENANT, USER, World

SCOPES = (GLOBAL, *(an_app(f"app-{n}") for n in range(7)), Scope(Level.SESSION, "app-1", "s"))


def down(world: World, counter: Counter) -> int:
    """Step down until nothing is left to do; return how many memories left."""
    evicted, more = 0, True
    while more:
        step = world.evict_down(world.acme, USER, counter)
        evicted, more = evicted + step.evicted, step.more
    return evicted


def test_a_full_user_of_two_thousand_makes_room_and_the_rest_follows(world: World) -> None:
    ids = many(world, 2000, SCOPES)
    world.tenant_limits.set(world.acme, None)
    assert standing(world, TOTAL_COUNTER) == [2000]

    new = told(world, "I own a house", an_app("app-8"))

    # In the write's own run a page leaves, so that those behind it find room.
    assert standing(world, TOTAL_COUNTER) == [2000 - PAGE + 1]
    assert down(world, TOTAL_COUNTER) == 200 - PAGE + 1
    assert standing(world, TOTAL_COUNTER) == [1800]
    gone = [one for one in ids if head_of(world, one).status is Status.ARCHIVED]
    assert len(gone) == 201
    assert not any(head_of(world, one).is_important for one in gone)
    assert world.manage.restore(world.acme, USER, gone[0], None).status is Status.ACTIVE
    assert head_of(world, new).status is Status.ACTIVE
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)


def test_what_was_killed_between_or_in_steps_goes_on_where_the_counters_stand(
    world: World,
) -> None:
    many(world, 300)
    limit(world, everywhere=200)
    fuses = [Fuse(number, late) for number in range(1, 25) for late in (False, True)]

    for fuse in fuses:
        tables = Watched(world.durable.backend.tables, fuse)
        doomed = World(world.durable, lambda stores, tables=tables: replace(stores, tables=tables))
        try:
            doomed.evict_down(world.acme, USER, GLOBAL_COUNTER)
        except Killed:
            continue

    down(world, GLOBAL_COUNTER)
    assert standing(world, GLOBAL_COUNTER) == [180]
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)


def test_the_patrol_brings_down_whatever_is_above_a_lowered_limit(world: World) -> None:
    many(world, 240, [GLOBAL, an_app("a"), an_app("b")])
    limit(world, total=150, everywhere=100, app=50)

    above = patrolled(world)

    assert above == [Counter("A#a", 1), Counter("A#b", 1), Counter("TOTAL", 1)]
    assert all(count <= 45 for count in standing(world, *above[:2]))
    assert standing(world, TOTAL_COUNTER) == [135]
    assert len(world.jobs.show.every(JobOwner(TENANT, USER))) == 1
    assert patrolled(world) == []
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)


def test_what_may_not_leave_stays_above_a_lowered_limit(world: World) -> None:
    many(world, 30, [an_app()], kind=Kind.PERSONA, ownership=Ownership.AGENT)
    limit(world, persona=5)

    assert patrolled(world) == []
    assert standing(world, Counter("PERSONA#A#planner", 1)) == [30]
    assert world.jobs.show.every(JobOwner(TENANT, USER)) == []


def test_a_dimension_that_was_purged_is_left_alone(world: World) -> None:
    many(world, 100, [an_app()])
    limit(world, app=50)
    world.set_user(scope_epochs={"A#planner": 2})

    step = world.evict_down(world.acme, USER, Counter("A#planner", 1))

    assert (step.evicted, step.more) == (0, False)
    assert patrolled(world) == []


@pytest.mark.parametrize("pages", [1, 3])
def test_a_step_evicts_no_more_than_its_pages(world: World, pages: int) -> None:
    many(world, 300)
    limit(world, everywhere=200)

    step = world.evict_down(world.acme, USER, GLOBAL_COUNTER, pages)

    assert (step.evicted, step.more) == (pages * PAGE, True)


def test_it_goes_on_while_the_users_memory_is_switched_off(world: World) -> None:
    many(world, 300)
    limit(world, everywhere=200)
    world.set_user(switched_off=True)

    assert down(world, GLOBAL_COUNTER) == 120
