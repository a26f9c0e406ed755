"""The gate of every queued write: the user as when it was accepted, or nothing is written."""

import pytest

from mneme.application.tasks.write_gate import WriteGate
from mneme.domain.errors import MemorySwitchedOff, NotFound, WriteConflict
from mneme.domain.scope import Level, Scope
from mneme.domain.task import Task, TaskState
from tests.doubles.made import GLOBAL, NOW, an_app
from tests.doubles.world import USER, World

IN_SESSION = Scope(Level.SESSION, "planner", "s-1")


def _task(epoch: int = 1) -> Task:
    return Task("t_1", TaskState.ACCEPTED, epoch, 1, None, "", NOW, NOW, "")


def _pass(world: World, scope: Scope = GLOBAL, epoch: int = 1) -> None:
    """Pass the gate and write under its check."""
    check = WriteGate(world.users)(world.acme, USER, scope, _task(epoch))
    world.tables.transact(world.acme, [check])


def test_a_user_who_never_changed_anything_passes(world: World) -> None:
    _pass(world)


def test_a_user_row_that_is_as_it_was_passes(world: World) -> None:
    world.set_user(epoch=3, apps_off=frozenset({"coach"}))

    _pass(world, an_app("planner"), epoch=3)


@pytest.mark.parametrize(
    ("row", "scope"),
    [
        ({"switched_off": True}, GLOBAL),
        ({"switched_off": True}, IN_SESSION),
        ({"apps_off": frozenset({"planner"})}, an_app("planner")),
        ({"apps_off": frozenset({"planner"})}, IN_SESSION),
        ({"apps_off": frozenset({"planner"})}, Scope(Level.GLOBAL, "planner")),
    ],
)
def test_a_switch_that_is_off_stops_what_comes_through_it(world: World, row, scope) -> None:  # type: ignore[no-untyped-def]
    world.set_user(**row)

    with pytest.raises(MemorySwitchedOff):
        _pass(world, scope)


@pytest.mark.parametrize(
    ("row", "scope"),
    [
        ({"epoch": 2}, GLOBAL),
        ({"epoch": 2}, an_app("planner")),
        ({"scope_epochs": {"G": 2}}, GLOBAL),
        ({"scope_epochs": {"A#planner": 2}}, an_app("planner")),
        ({"scope_epochs": {"A#planner": 2}}, IN_SESSION),
        ({"scope_epochs": {"S#planner#s-1": 2}}, IN_SESSION),
    ],
)
def test_a_purge_of_a_scope_stops_what_was_accepted_before(world: World, row, scope) -> None:  # type: ignore[no-untyped-def]
    world.set_user(**row)

    with pytest.raises(NotFound):
        _pass(world, scope)


def test_a_purge_elsewhere_stops_nothing(world: World) -> None:
    world.set_user(scope_epochs={"A#coach": 2, "S#planner#s-2": 3, "G": 4})

    _pass(world, an_app("planner"))
    _pass(world, IN_SESSION)


@pytest.mark.parametrize("before", [{}, {"epoch": 1}])
def test_whatever_moves_the_user_row_behind_the_gate_fails_the_commit(  # type: ignore[no-untyped-def]
    world: World, before
) -> None:
    if before:
        world.set_user(**before)
    check = WriteGate(world.users)(world.acme, USER, GLOBAL, _task())
    world.set_user(apps_off=frozenset({"coach"}))

    with pytest.raises(WriteConflict):
        world.tables.transact(world.acme, [check])


def test_strange_epochs_in_the_row_are_not_taken_for_numbers(world: World) -> None:
    world.set_user(scope_epochs={"G": "9", "A#planner": 2})
    assert world.users.state(world.acme, USER).scope_epochs == {"A#planner": 2}

    world.set_user(scope_epochs=["G"])
    assert world.users.state(world.acme, USER).scope_epochs == {}
