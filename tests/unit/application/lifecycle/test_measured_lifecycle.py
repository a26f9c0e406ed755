"""What the daily run found due, and what it did, is measured by tenant and never by user."""

from collections import Counter

from mneme.application.tasks.queue_messages import ReinforcementMessage
from mneme.domain.measures import Measured
from tests.doubles.lifecycle import lived
from tests.doubles.managing import told, update
from tests.doubles.world import TENANT, USER, World

OF_LIFECYCLE = tuple(one for one in Measured if one.value.startswith("lifecycle"))


def measured(world: World) -> dict[str, float]:
    """Return what was measured since this was last asked, in sum."""
    sums: Counter[str] = Counter()
    for tenant, one in world.metrics.measures:
        if one.what in OF_LIFECYCLE:
            assert tenant == TENANT
            sums[one.name] += int(one.value)
    world.metrics.measures.clear()
    return dict(sums)


def lived_daily(world: World, days: int) -> None:
    for _ in range(days):
        lived(world, days=1, index=False)


def test_whatever_is_done_is_counted_by_what_it_was(world: World) -> None:
    told(world, "I like tea")
    revised = told(world, "Nuts one", is_important=True)
    update(world, revised, content="Nuts two")
    recalled = told(world, "I like salt")
    world.durable.clock.advance(days=20)
    at = world.clock.now()
    world.reinforce([ReinforcementMessage(TENANT, USER, at, (recalled,))])
    lived_daily(world, 74)
    assert measured(world) == {
        "lifecycle_due": 2,
        "lifecycle_done_archived": 1,
        "lifecycle_done_dated_anew": 1,
    }

    lived_daily(world, 30)
    assert measured(world) == {"lifecycle_due": 1, "lifecycle_done_archived": 1}
    lived_daily(world, 150)
    assert measured(world) == {
        "lifecycle_due": 2,
        "lifecycle_done_pruned": 1,
        "lifecycle_done_purged": 1,
    }


def test_what_a_run_should_have_met_the_day_before_is_late(world: World) -> None:
    told(world, "I like tea")

    lived(world, days=95, index=False)

    found = measured(world)
    assert found == {"lifecycle_due": 1, "lifecycle_late": 1, "lifecycle_done_archived": 1}


def test_what_was_passed_by_fails_every_day_and_is_late_from_the_second_on(world: World) -> None:
    world.set_head(told(world, "I like tea"), kind="NONSENSE")
    told(world, "I like nuts")
    lived_daily(world, 90)
    assert measured(world) == {}

    lived_daily(world, 1)
    assert measured(world) == {
        "lifecycle_due": 2,
        "lifecycle_failed": 1,
        "lifecycle_done_archived": 1,
    }
    lived_daily(world, 1)
    assert measured(world) == {"lifecycle_due": 1, "lifecycle_late": 1, "lifecycle_failed": 1}
