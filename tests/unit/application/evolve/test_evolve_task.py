"""The evolution worker: each fact of a task is decided once, whatever happens in between."""

from dataclasses import replace

import pytest

from mneme.application.ports.table_store import Item
from mneme.application.repositories.row_keys import HEADS
from mneme.application.tasks.queue_messages import EVOLUTION, EXTRACTION
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.task import Decision, Task, TaskState
from mneme.runtime.backend import Backend
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.made import GLOBAL, NOW, a_fact, a_message, an_app, later, said
from tests.doubles.watched import Fuse, Interlude, Watched, writes_to
from tests.doubles.world import USER, Durable, World, a_tenant

THREE = ("I live in Oslo.", "I like tea.", "I have two sisters.")


def _extracted(world: World, *texts: str, **parts: object) -> Task:
    """Return a task whose facts wait for evolution."""
    task = world.accept_add(world.acme, USER, said(*texts, **parts), None)
    world.hand(EXTRACTION, world.message(task))
    return task


def _watching(durable: Durable, watcher: object) -> World:
    def around(stores: Backend) -> Backend:
        return replace(stores, tables=Watched(stores.tables, watcher))  # type: ignore[arg-type]

    return World(durable, around)


def _ended(world: World, task: Task) -> Task:
    return world.read_task(world.acme, USER, task.task_id)


def test_every_fact_has_a_result_in_order_of_the_messages(world: World) -> None:
    task = world.remember(said(*THREE, "I like TEA"))

    said_by = {held.head.memory_id: held.revision.content for held in world.held()}
    results = [(result.decision, said_by[result.memory_id]) for _, result in task.results]
    assert results == [
        (Decision.ADD, "I live in Oslo."),
        (Decision.ADD, "I like tea."),
        (Decision.ADD, "I have two sisters."),
        (Decision.SKIP, "I like tea."),
    ]


def test_a_task_that_is_done_keeps_its_results_and_loses_its_content(world: World) -> None:
    world.remember(said(*THREE))

    rows = world.rows("operations")
    assert [row["number"] for row in rows if "decision" in row] == [0, 1, 2]
    assert [row["state"] for row in rows if "decision" not in row] == [TaskState.DONE]


def test_a_worker_that_died_halfway_does_not_repeat_what_it_had_committed(world: World) -> None:
    task = _extracted(world, *THREE)
    commits = Fuse(2, fault=lambda: Unavailable("no answer"))
    halfway = _watching(world.durable, _OnlyWritesTo(HEADS, commits))
    with pytest.raises(Unavailable):
        halfway.hand(EVOLUTION, world.message(task))
    (first,) = world.held()

    world.hand(EVOLUTION, world.message(task))

    assert world.contents() == sorted(THREE)
    assert _ended(world, task).results[0][1].memory_id == first.head.memory_id
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)


def test_two_workers_with_one_task_commit_each_fact_once(world: World) -> None:
    task = _extracted(world, *THREE)
    rival = Interlude(writes_to(HEADS), lambda: world.hand(EVOLUTION, world.message(task)))

    with pytest.raises(WriteConflict):  # the task is finished already: nothing is left to end
        _watching(world.durable, rival).hand(EVOLUTION, world.message(task))

    assert world.contents() == sorted(THREE)
    assert [result.decision for _, result in _ended(world, task).results] == [Decision.ADD] * 3
    assert stored_counts(world) == true_counts(world)


@pytest.mark.parametrize(
    "row",
    [
        {"switched_off": True},
        {"apps_off": frozenset({"planner"})},
        {"epoch": 2},
        {"scope_epochs": {"A#planner": 2}},
    ],
)
def test_a_switch_or_purge_between_gate_and_commit_drops_the_fact(world: World, row) -> None:  # type: ignore[no-untyped-def]
    task = _extracted(world, *THREE, scope=an_app("planner"))
    turns = len(world.rows("heads"))
    meanwhile = Interlude(writes_to(HEADS), lambda: world.set_user(**row))

    state = _watching(world.durable, meanwhile).hand(EVOLUTION, world.message(task))

    assert state is TaskState.DROPPED
    assert _ended(world, task).results == ()
    assert len(world.rows("heads")) == turns
    assert [world.rows(table) for table in ("guards", "counters")] == [[], []]
    assert len(world.rows("operations")) == 1


def test_a_dropped_task_tells_its_caller_why(world: World) -> None:
    task = _extracted(world, *THREE)
    world.set_user(switched_off=True)

    world.work()

    error = _ended(world, task).error
    assert error is not None
    assert (error.code, error.message) == (40301, "memory is switched off for this user")


def test_what_was_committed_before_a_switch_off_stays_with_its_results(world: World) -> None:
    task = _extracted(world, *THREE)
    second = Fuse(2, fault=lambda: _Switch(world))
    watched = _watching(world.durable, _OnlyWritesTo(HEADS, second))

    with pytest.raises(_Switch):
        watched.hand(EVOLUTION, world.message(task))
    world.work()

    ended = _ended(world, task)
    assert (ended.state, len(ended.results)) == (TaskState.DROPPED, 1)
    assert len(world.held()) == 1


def test_identical_content_of_two_tenants_or_users_is_never_shared(world: World) -> None:
    # P25: no hash, guard or id of one owner is another's.
    world.tenants.create("globex")
    owners = [(world.acme, USER), (world.acme, "u-2"), (a_tenant("globex"), USER)]
    tasks = [
        world.accept_add(tenant, user, said("I live in Oslo."), "k") for tenant, user in owners
    ]

    world.work()

    ended = [
        world.read_task(tenant, user, task.task_id)
        for (tenant, user), task in zip(owners, tasks, strict=True)
    ]
    memory_ids = {result.memory_id for task in ended for _, result in task.results}
    guards = [str(row["sk"]) for row in world.rows("guards") if not _counts_a_scope(row)]
    hashes = {guard.rsplit("#", 1)[1] for guard in guards}
    assert [task.results[0][1].decision for task in ended] == [Decision.ADD] * 3
    assert len(memory_ids) == 3
    assert len(hashes) == len(guards)


def test_an_unknown_version_of_stored_facts_fails_the_task(world: World) -> None:
    task = _extracted(world, *THREE)
    stored = world.tasks.find(world.acme, USER, task.task_id)
    assert stored is not None
    facts = world.tasks.attachments.put_action(
        world.acme, USER, stored, "facts", b'{"version":99}', at=NOW
    )
    world.tables.transact(world.acme, [facts])

    assert world.hand(EVOLUTION, world.message(task)) is TaskState.FAILED


def test_the_speaker_is_part_of_what_counts_as_the_same(world: World) -> None:
    messages = (
        a_message("I like tea.", "m1", name="Ann"),
        a_message("I like tea.", "m2", name="Ben"),
    )

    world.remember(said(messages=messages))

    assert sorted(held.revision.speaker or "" for held in world.held()) == ["Ann", "Ben"]


def test_an_expiring_fact_is_kept_with_its_end(world: World) -> None:
    task = world.accept_structured(world.acme, USER, GLOBAL, a_fact(expire_at=later(days=7)))

    world.hand(EVOLUTION, world.message(task))

    (held,) = world.held()
    assert (held.head.expire_at, held.head.anchor.value) == (later(days=7), 0.85)


def _counts_a_scope(row: Item) -> bool:
    return str(row["sk"]).startswith("SCOPE#")


class _Switch(Unavailable):
    """The user switches off, and the worker's process ends."""

    def __init__(self, world: World) -> None:
        super().__init__("switched off")
        world.set_user(switched_off=True)


class _OnlyWritesTo:
    """Shows a watcher only the transactions that put rows into one table."""

    def __init__(self, table: str, watcher: Fuse) -> None:
        self._picks = writes_to(table)
        self._watcher = watcher

    def before(self, method, arguments):  # type: ignore[no-untyped-def]
        if self._picks(method, arguments):
            self._watcher.before(method, arguments)

    def after(self, method, arguments):  # type: ignore[no-untyped-def]
        if self._picks(method, arguments):
            self._watcher.after(method, arguments)
