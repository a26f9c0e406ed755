"""An edit that takes facts back survives a crash at any call, and does nothing twice."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import pytest

from mneme.domain.errors import MnemeError
from mneme.domain.memory import Source
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.evolving import records
from tests.doubles.watched import Fuse, Killed, Watched
from tests.doubles.world import Durable, World
from tests.unit.application.extract.test_taken_back import CAT, DOG, accept, add, current, of

LONGER_THAN_ANY_VISIBILITY = 800


@pytest.mark.parametrize("late", [False, True])
def test_an_edit_survives_a_crash_at_every_single_call(late: bool) -> None:
    without = Fuse()
    _edit(_told_before(), without)
    wrong = {}
    for call in range(1, without.calls + 1):
        durable = _told_before()
        _edit(durable, Fuse(call, late))
        if found := list(_faults_of(World(durable))):
            wrong[call] = found

    assert without.calls > 40
    assert wrong == {}


def _told_before() -> Durable:
    world = World()
    add(world, "I live in Oslo.", "m0")
    add(world, f"{CAT} I hate fog. I like tea. I moved to Rome.")
    add(world, "I hate fog.", "m2")
    return world.durable


def _edit(durable: Durable, fuse: Fuse) -> None:
    accept(World(durable), f"{DOG} I like tea.")
    for _ in range(3):
        with suppress(Killed, MnemeError):
            World(
                durable,
                lambda s: replace(s, tables=Watched(s.tables, fuse), queue=Watched(s.queue, fuse)),
            ).work()
        durable.clock.advance(LONGER_THAN_ANY_VISIBILITY)


def _faults_of(world: World) -> Iterator[str]:
    if current(world) != [DOG, "I hate fog.", "I like tea.", "I live in Oslo."]:
        yield f"facts {current(world)}"
    if of(world, "I hate fog.").revision.sources != (Source("s-1", "m2"),):
        yield "the source of what another message says"
    if [one["reason"] for one in records(world)].count("edited") != 4:
        yield "records of the edit"
    if stored_counts(world) != true_counts(world) or not log_is_dense(world):
        yield "counters or log are wrong"
    if [row["state"] for row in world.rows("operations") if "state" in row] != ["DONE"] * 4:
        yield "states"
