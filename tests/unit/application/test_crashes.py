"""A crash at any call between an add and its last fact loses nothing and does nothing twice."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from mneme.application.repositories import task_attachments
from mneme.domain.errors import MnemeError, Unavailable
from mneme.domain.memory import Kind
from mneme.domain.task import Decision, Task, TaskState
from mneme.runtime.backend import Backend
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.made import later, said
from tests.doubles.watched import Fuse, Killed, Watched
from tests.doubles.world import USER, Durable, World

BEFORE = ("I live in Oslo.", "I drink tea every morning.")
TOLD = ("I moved to Rome.", "I am allergic to peanuts.", "I drink tea every morning.")
DECIDED = [Decision.UPDATE, Decision.ADD, Decision.SKIP]
LONGER_THAN_ANY_VISIBILITY = 800


def killed_before(call: int) -> Fuse:
    return Fuse(call)


def no_answer_before(call: int) -> Fuse:
    return Fuse(call, fault=lambda: Unavailable("no answer"))


def answer_lost_after(call: int) -> Fuse:
    return Fuse(call, late=True, fault=lambda: Unavailable("no answer"))


@pytest.mark.parametrize("fault", [killed_before, no_answer_before, answer_lost_after])
@pytest.mark.parametrize("row_bytes", [task_attachments.ROW_BYTES, 0], ids=["rows", "blobs"])
@pytest.mark.parametrize("tries", [1, 2])
def test_an_add_survives_a_fault_at_every_single_call(
    monkeypatch: pytest.MonkeyPatch, fault: Callable[[int], Fuse], row_bytes: int, tries: int
) -> None:
    # A client that does not try again relies on the sweep; one that does, on its idempotency key.
    monkeypatch.setattr(task_attachments, "ROW_BYTES", row_bytes)
    accepting, all_calls = _calls_without_fault()
    calls = range(1, all_calls + 1) if tries == 1 else range(1, accepting + 1)

    wrong = {call: found for call in calls if (found := _faults_after(fault(call), tries))}

    assert wrong == {}


def _calls_without_fault() -> tuple[int, int]:
    durable, fuse = _told_before(), Fuse()
    _accept(durable, fuse, tries=1)
    accepting = fuse.calls
    _live_on(durable, fuse)
    return accepting, fuse.calls


def _faults_after(fuse: Fuse, tries: int) -> list[str]:
    durable = _told_before()
    accepted = _accept(durable, fuse, tries)
    _live_on(durable, fuse)
    return list(_faults_of(World(durable), accepted=accepted))


def _told_before() -> Durable:
    world = World()
    world.remember(said(*BEFORE, session_id="s-1"))
    world.durable.clock.advance(hours=1)
    return world.durable


def _process(durable: Durable, fuse: Fuse) -> World:
    def watched(stores: Backend) -> Backend:
        return replace(
            stores,
            tables=Watched(stores.tables, fuse),
            queue=Watched(stores.queue, fuse),
            blobs=Watched(stores.blobs, fuse),
            key_service=Watched(stores.key_service, fuse),
        )

    return World(durable, watched)


def _accept(durable: Durable, fuse: Fuse, tries: int) -> bool:
    """Return whether the client was told that its conversation was accepted."""
    conversation = said(*TOLD, session_id="s-2", accepted_at=later(hours=1))
    for _ in range(tries):
        try:
            world = _process(durable, fuse)
            world.accept_add(world.acme, USER, conversation, "told-once")
        except (Killed, MnemeError):
            continue
        return True
    return False


def _live_on(durable: Durable, fuse: Fuse) -> None:
    """Let new processes sweep and work until every message must have come back."""
    for _ in range(3):
        try:
            world = _process(durable, fuse)
            world.sweep_tasks()
            world.work()
        except (Killed, MnemeError):
            pass
        durable.clock.advance(LONGER_THAN_ANY_VISIBILITY)


def _faults_of(world: World, *, accepted: bool) -> Iterator[str]:
    tasks = [task for task in world.rows("operations") if "state" in task]
    if len(tasks) == 1 and not accepted:
        return  # nothing was stored, nothing was promised
    if [task["state"] for task in tasks] != [TaskState.DONE] * 2:
        yield f"states {[task['state'] for task in tasks]}"
    left = [row for row in world.rows("operations") if {"sealed", "blob"} & set(row)]
    # A request that was cut off before its task leaves a payload that nothing names.
    if len(left) > 1 or not all("expires_at" in row for row in left):
        yield "an attachment was left behind"
    decisions = [result.decision for _, result in _told(world).results]
    if decisions != DECIDED:
        yield f"decisions {decisions}"
    if world.contents() != sorted(TOLD):
        yield f"facts {world.contents()}"
    if world.contents(Kind.TURN) != sorted(BEFORE + TOLD):
        yield f"turns {world.contents(Kind.TURN)}"
    if stored_counts(world) != true_counts(world):
        yield f"counters {stored_counts(world)}"
    if not log_is_dense(world):
        yield "the change log has a gap"
    if any(world.durable.waiting(queue) for queue in ("extraction", "evolution")):
        yield "a message was left behind"


def _told(world: World) -> Task:
    task = world.accept_add(world.acme, USER, said(*TOLD, session_id="s-2"), "told-once")
    return world.read_task(world.acme, USER, task.task_id)
