"""A write that meets a limit: it evicts what it needs, or is refused; what left can come back."""

from typing import Any

import pytest

from mneme.application.manage.roll_back_memory import Rollback
from mneme.domain.errors import CapacityFull, ImportantQuotaFull
from mneme.domain.measures import Measured
from mneme.domain.memory import Kind, Ownership, Status
from mneme.domain.scope import Level, Scope
from tests.doubles.evolving import records
from tests.doubles.limited import GLOBAL_COUNTER, TOTAL_COUNTER, is_kept, limit, standing
from tests.doubles.made import GLOBAL, an_app
from tests.doubles.managing import head_of, told, update
from tests.doubles.world import USER, World

PERSONA: dict[str, Any] = {"kind": Kind.PERSONA, "ownership": Ownership.AGENT}
CONSTRAINT: dict[str, Any] = {"kind": Kind.CONSTRAINT}
COLOURS = ("red", "blue", "green", "black", "white", "brown", "pink", "grey", "gold", "beige")


def fill(
    world: World, count: int, scope: Scope = GLOBAL, thing: str = "boat", **parts: Any
) -> list[str]:
    """Write so many memories, an hour apart; return their ids, oldest first."""
    ids = []
    for number in range(count):
        ids.append(
            told(world, f"I own a {COLOURS[number % 10]} {thing}, no. {number}", scope, **parts)
        )
        world.durable.clock.advance(hours=1)
    return ids


def statuses(world: World, ids: list[str]) -> list[Status]:
    return [head_of(world, memory_id).status for memory_id in ids]


def test_the_write_that_meets_the_limit_lets_the_weakest_leave(world: World) -> None:
    limit(world, everywhere=10)
    ids = fill(world, 10)

    new = told(world, "I own a house")

    assert statuses(world, ids) == [Status.ARCHIVED] + 9 * [Status.ACTIVE]
    assert head_of(world, new).status is Status.ACTIVE
    assert standing(world, GLOBAL_COUNTER, TOTAL_COUNTER) == [10, 10]
    assert is_kept(world)


def test_every_eviction_has_its_record_and_counts_a_change_of_its_scope(world: World) -> None:
    limit(world, total=10, everywhere=100)
    ids = fill(world, 10, an_app())
    before = [row["version"] for row in world.rows("guards") if "SCOPE#A" in str(row["sk"])]

    told(world, "I own a house")

    [evicted] = [one for one in records(world) if one["reason"] == "capacity"]
    assert (evicted["operation"], evicted["memory_ids"]) == ("ARCHIVE", [ids[0]])
    assert evicted["actor"] == "SYSTEM"
    after = [row["version"] for row in world.rows("guards") if "SCOPE#A" in str(row["sk"])]
    assert [version + 1 for version in before] == after  # type: ignore[operator]


def test_what_has_faded_away_is_deleted_and_all_else_archived(world: World) -> None:
    limit(world, everywhere=10)
    [faded] = fill(world, 1, thing="car")
    world.durable.clock.advance(days=91)
    ids = fill(world, 9)
    told(world, "I own a house")
    told(world, "I own a garden")

    assert head_of(world, faded).status is Status.DELETED
    assert statuses(world, ids)[:2] == [Status.ARCHIVED, Status.ACTIVE]


@pytest.mark.parametrize("days", [1, 91])
def test_what_was_evicted_is_restored_and_another_makes_room_for_it(
    world: World, days: int
) -> None:
    limit(world, everywhere=10)
    ids = fill(world, 10)
    world.durable.clock.advance(days=days)
    told(world, "I own a house")

    assert world.manage.restore(world.acme, USER, ids[0], None).status is Status.ACTIVE

    assert head_of(world, ids[1]).status in {Status.ARCHIVED, Status.DELETED}
    assert standing(world, GLOBAL_COUNTER) == [10]
    assert is_kept(world)


def test_important_memories_personas_and_constraints_never_leave(world: World) -> None:
    limit(world, total=8, everywhere=4, important=50)
    exempt = [
        *fill(world, 2, is_important=True, thing="car"),
        *fill(world, 2, an_app(), **PERSONA),
        *fill(world, 2, **CONSTRAINT),
    ]
    weak = fill(world, 2)

    told(world, "I own a house")
    told(world, "I own a garden")

    assert set(statuses(world, exempt)) == {Status.ACTIVE}
    assert set(statuses(world, weak)) == {Status.ARCHIVED}
    assert is_kept(world)


@pytest.mark.parametrize(
    ("limits", "scope", "parts", "dimension"),
    [
        ({"constraint": 3}, GLOBAL, CONSTRAINT, "CONSTRAINT"),
        ({"persona": 3}, an_app(), PERSONA, "PERSONA"),
        ({"everywhere": 3, "important": 100}, GLOBAL, {"is_important": True}, "GLOBAL"),
        ({"app": 3, "important": 100}, an_app(), {"is_important": True}, "APP"),
        ({"total": 3, "important": 100}, an_app(), {"is_important": True}, "TOTAL"),
    ],
)
def test_where_nothing_may_leave_a_write_is_refused_and_nothing_has_left(  # type: ignore[no-untyped-def]
    world: World, limits, scope, parts, dimension
) -> None:
    limit(world, **limits)
    ids = fill(world, 3, scope, **parts)

    with pytest.raises(CapacityFull) as refused:
        told(world, "One more", scope, **{**parts, "is_important": False})

    assert refused.value.data == {"dimension": dimension, "limit": 3}
    assert set(statuses(world, ids)) == {Status.ACTIVE}
    assert is_kept(world)


def test_no_more_than_a_fifth_of_a_dimension_is_marked_important(world: World) -> None:
    limit(world, everywhere=10)
    fill(world, 2, is_important=True)
    plain = told(world, "I own a house")

    with pytest.raises(ImportantQuotaFull) as written:
        told(world, "I own a garden", is_important=True)
    with pytest.raises(ImportantQuotaFull) as updated:
        update(world, plain, is_important=True)

    for refused in (written, updated):
        assert refused.value.field == "is_important"
        assert refused.value.data == {"dimension": "GLOBAL", "limit": 2}
    assert told(world, "I own a garden", an_app(), is_important=True)
    assert is_kept(world)


def test_a_mark_that_was_taken_off_may_be_given_to_another(world: World) -> None:
    limit(world, everywhere=10)
    first, _ = fill(world, 2, is_important=True)
    plain = told(world, "I own a house")

    update(world, first, is_important=False)
    update(world, plain, is_important=True)

    assert is_kept(world)


def test_what_was_important_is_not_restored_beyond_the_quota(world: World) -> None:
    limit(world, everywhere=10)
    first, _ = fill(world, 2, is_important=True)
    world.manage.delete.one(world.acme, USER, first, None)
    told(world, "I own a house", is_important=True)

    with pytest.raises(ImportantQuotaFull) as refused:
        world.manage.restore(world.acme, USER, first, None)

    assert refused.value.field == "memory_id"
    assert head_of(world, first).status is Status.DELETED


def test_changes_that_need_no_room_are_done_in_a_full_memory(world: World) -> None:
    limit(world, everywhere=3)
    ids = fill(world, 3)
    update(world, ids[0], content="I own a yacht")

    world.manage.roll_back(world.acme, USER, Rollback(ids[0], 1))

    assert set(statuses(world, ids)) == {Status.ACTIVE}
    assert standing(world, GLOBAL_COUNTER) == [3]


def test_memories_of_sessions_count_towards_the_total_alone(world: World) -> None:
    limit(world, total=10, everywhere=3, app=3)
    ids = fill(world, 10, Scope(Level.SESSION, "planner", "s-1"))

    told(world, "I own a house")

    assert statuses(world, ids)[:2] == [Status.ARCHIVED, Status.ACTIVE]
    assert is_kept(world)


def test_what_was_recalled_just_now_stays(world: World) -> None:
    limit(world, everywhere=10)
    ids = fill(world, 10)
    world.set_head(ids[0], weight=0.9)

    told(world, "I own a house")

    assert statuses(world, ids)[:2] == [Status.ACTIVE, Status.ARCHIVED]


def test_a_limit_that_was_lowered_is_met_by_the_next_write(world: World) -> None:
    limit(world, everywhere=40)
    ids = fill(world, 40)
    limit(world, everywhere=10)

    new = told(world, "I own a house")

    assert statuses(world, [*ids[-9:], new]) == 10 * [Status.ACTIVE]
    assert standing(world, GLOBAL_COUNTER) == [10]
    assert is_kept(world)


def test_what_leaves_and_what_is_refused_is_measured_and_never_whose_it_is(world: World) -> None:
    limit(world, everywhere=10, constraint=0)
    fill(world, 10)

    told(world, "I own a house")
    with pytest.raises(CapacityFull):
        told(world, "Answer in French", **CONSTRAINT)
    for number in range(2):
        told(world, f"I own a house, no. {number}", is_important=True)
    with pytest.raises(ImportantQuotaFull):
        told(world, "I own a castle", is_important=True)

    refused = (Measured.CAPACITY_REFUSED, Measured.IMPORTANCE_REFUSED)
    assert world.metrics.names(*refused) == [
        "capacity_refused",
        "capacity_refused_constraint",
        "importance_refused",
        "importance_refused_global",
    ]
    assert set(world.metrics.names(Measured.MEMORIES_EVICTED)) == {"memories_evicted_archived"}
    assert sum(world.metrics.values(Measured.MEMORIES_EVICTED)) == 3
