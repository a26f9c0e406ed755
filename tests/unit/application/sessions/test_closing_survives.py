"""A fault at any call while a session is closed loses nothing and does nothing twice."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from mneme.domain.errors import MnemeError, Unavailable
from mneme.domain.memory import Kind
from mneme.runtime.backend import Backend
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.sessions import APP, DURABLE, SESSION, heads, known_in, tell_both
from tests.doubles.watched import Fuse, Killed, Watched
from tests.doubles.world import USER, Durable, World

LONGER_THAN_ANY_VISIBILITY = 800


def killed_before(call: int) -> Fuse:
    return Fuse(call)


def answer_lost_after(call: int) -> Fuse:
    return Fuse(call, late=True, fault=lambda: Unavailable("no answer"))


@pytest.mark.parametrize("fault", [killed_before, answer_lost_after])
def test_a_closing_survives_a_fault_at_every_single_call(fault: Callable[[int], Fuse]) -> None:
    clean = Fuse()
    expected = _left_by(clean)

    wrong = {
        call: left
        for call in range(1, clean.calls + 1)
        if (left := _left_by(fault(call))) != expected
    }

    assert wrong == {}
    assert expected == (
        [DURABLE],
        [],
        ["DELETED", "SUPERSEDED"],
        ["ADD", "ADD", "ADD", "ADD", "DELETE", "PROMOTE"],
        1,
        "books are right",
    )


def _left_by(fuse: Fuse) -> tuple[object, ...]:
    world = World()
    both = tell_both(world)
    world.durable.clock.advance(hours=1)
    task = world.accept_closing(world.acme, USER, SESSION, to_be_continued=True)
    for _ in range(3):
        try:
            process = _process(world.durable, fuse)
            process.sweep_tasks()
            process.work()
        except (Killed, MnemeError):
            pass
        world.durable.clock.advance(LONGER_THAN_ANY_VISIBILITY)
    after = World(world.durable)
    assert after.read_task(after.acme, USER, task.task_id).state == "DONE", fuse
    found = heads(after)
    records = [row for row in after.rows("change_log") if row["sk"] != "@head"]
    right = stored_counts(after) == true_counts(after) and log_is_dense(after)
    return (
        [one for one in known_in(after, APP) if "\n" not in one],
        known_in(after, SESSION.key),
        sorted(found[one].status.value for one in both),
        sorted(str(row["operation"]) for row in records),
        len(after.held(Kind.CONTINUITY)),
        "books are right" if right else "books are wrong",
    )


def _process(durable: Durable, fuse: Fuse) -> World:
    def watched(stores: Backend) -> Backend:
        return replace(
            stores,
            tables=Watched(stores.tables, fuse),  # type: ignore[arg-type]
            queue=Watched(stores.queue, fuse),  # type: ignore[arg-type]
        )

    return World(durable, watched)
