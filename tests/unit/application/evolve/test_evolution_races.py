"""Two writers of one place, and a process that ends anywhere: decided once, by what is there."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from mneme.application.ports.table_store import TRANSACTION_LIMIT
from mneme.application.repositories.row_keys import HEADS
from mneme.application.tasks.queue_messages import EVOLUTION
from mneme.domain.errors import MnemeError, Unavailable
from mneme.domain.evolution.decisions import Case, Proposal
from mneme.domain.measures import Measured
from mneme.domain.memory import Provenance, Status
from mneme.domain.task import Decision, FactResult, Task
from mneme.runtime.backend import Backend
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.evolving import a_task, decisions, evolve
from tests.doubles.made import GLOBAL, a_fact, an_app, later
from tests.doubles.watched import Fuse, Interlude, Killed, Notes, Watched, writes_to
from tests.doubles.willful_evolver import WillfulWorld
from tests.doubles.world import USER, Around, Durable, World

CHEESE = a_fact("I like cheese pizza")
CHICKEN = a_fact("I like chicken pizza", observed_at=later(days=1))


LARGEST = 22
"""Actions of the transaction that ends three memories and marks three, as documented."""


def _watched_by(watcher: object) -> Around:
    def around(stores: Backend) -> Backend:
        return replace(stores, tables=Watched(stores.tables, watcher))  # type: ignore[arg-type]

    return around


def beside(durable: Durable, watcher: object) -> World:
    return World(durable, _watched_by(watcher))


@pytest.mark.parametrize(
    ("one", "other", "outcome"),
    [
        ("I like cheese pizza", "I love cheese pizza", [Decision.ADD, Decision.SKIP]),
        ("I like cheese pizza", "I like chicken pizza", [Decision.ADD, Decision.MERGE]),
        ("I like cheese pizza", "I hate cheese pizza", [Decision.ADD, Decision.DELETE]),
    ],
)
def test_two_that_find_nothing_similar_at_once_end_as_one_after_the_other(
    world: World, one: str, other: str, outcome: list[Decision]
) -> None:
    # P01 with similarity: both have searched before either commits, and no guard names both.
    both_looked = threading.Barrier(2, timeout=10)
    results: list[FactResult] = []

    def write(process: World, text: str) -> None:
        results.append(process.decide(a_fact(text)))

    waits = [beside(world.durable, Interlude(writes_to(HEADS), both_looked.wait)) for _ in range(2)]
    threads = [
        threading.Thread(target=write, args=pair) for pair in zip(waits, (one, other), strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [result.decision for result in results] == outcome
    assert sum(sum(one.metrics.values(Measured.COMMIT_CONFLICTS)) for one in waits) == 1
    assert [held.head.status for held in world.held()].count(Status.ACTIVE) == 1
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)


def test_a_direct_write_is_seen_by_who_had_looked_before(world: World) -> None:
    meanwhile = Interlude(
        writes_to(HEADS),
        lambda: world.write_structured(world.acme, USER, GLOBAL, CHEESE),
    )

    result = beside(world.durable, meanwhile).decide(a_fact("I love cheese pizza"))

    assert result.decision is Decision.SKIP
    assert world.contents() == [CHEESE.text]


def test_writers_of_other_places_are_no_rivals(world: World) -> None:
    searches = Notes()
    meanwhile = Interlude(writes_to(HEADS), lambda: world.decide(CHICKEN, an_app("coach")))

    def around(stores: Backend) -> Backend:
        index, tables = Watched(stores.index, searches), Watched(stores.tables, meanwhile)
        return replace(stores, index=index, tables=tables)  # type: ignore[arg-type]

    World(world.durable, around).decide(CHEESE)

    asked_once = ["search", "search"]  # among what is current, then among what is archived
    assert [method for method, _ in searches.calls] == asked_once


def test_reinforcement_in_between_changes_no_decision(world: World) -> None:
    (first,) = [world.decide(CHEESE)]
    meanwhile = Interlude(writes_to(HEADS), lambda: world.set_head(first.memory_id, recall_count=7))

    result = beside(world.durable, meanwhile).decide(CHICKEN)

    (held,) = world.held()
    assert result.decision is Decision.MERGE
    assert (held.head.recall_count, held.head.revision) == (7, 2)


def killed_before(call: int) -> Fuse:
    return Fuse(call)


def answer_lost_after(call: int) -> Fuse:
    return Fuse(call, late=True, fault=lambda: Unavailable("no answer"))


TOLD = (
    a_fact("I love cheese pizza", observed_at=later(days=1)),
    CHICKEN,
    a_fact("I do not like tea", observed_at=later(days=1)),
    a_fact("I have two sisters", observed_at=later(days=1)),
)
DECIDED = [Decision.SKIP, Decision.MERGE, Decision.DELETE, Decision.ADD]
KEPT = ["I do not like tea", "I have two sisters", "I like cheese and chicken pizza", "I like tea"]


@pytest.mark.parametrize("fault", [killed_before, answer_lost_after])
def test_evolution_survives_a_fault_at_every_single_call(fault: Callable[[int], Fuse]) -> None:
    durable, task = _told()
    calls = Fuse()
    beside(durable, calls).hand(EVOLUTION, World(durable).message(task))

    wrong = {
        call: found
        for call in range(1, calls.calls + 1)
        if (found := list(_faults_after(fault(call))))
    }

    assert wrong == {}


def _told() -> tuple[Durable, Task]:
    world = World()
    evolve(world, CHEESE, a_fact("I like tea"))
    return world.durable, a_task(world, *TOLD)


def _faults_after(fuse: Fuse) -> Iterator[str]:
    durable, task = _told()
    for _ in range(2):  # the delivery that meets the fault, and the one after it
        try:
            process = beside(durable, fuse)
            process.hand(EVOLUTION, process.message(task))
        except (Killed, MnemeError):
            continue
    world = World(durable)
    ended = world.read_task(world.acme, USER, task.task_id)
    if decisions(ended) != DECIDED:
        yield f"decisions {decisions(ended)}"
    if world.contents() != KEPT:
        yield f"contents {world.contents()}"
    if stored_counts(world) != true_counts(world) or not log_is_dense(world):
        yield "counters or log"


def test_the_largest_transaction_is_far_from_its_limit(world: World) -> None:
    for n, kind in enumerate(("ham", "corn", "leek", "kale", "crab", "tofu")):
        rank = Provenance.USER_CONFIRMED if n % 2 else Provenance.AUTOMATIC
        fact = a_fact(f"I like {kind} pizza", is_important=n == 1, provenance=rank)
        world.write_structured(world.acme, USER, GLOBAL, fact)

    def ends_all(case: Case) -> Proposal:
        targets = tuple(candidate.memory_id for candidate in case.candidates)
        return Proposal(Decision.DELETE, targets)

    notes = Notes()
    process = WillfulWorld(ends_all, world.durable, _watched_by(notes))
    process.decide(a_fact("I like no pizza", fact_key="pizza", observed_at=later(days=1)))

    statuses = [held.head.status for held in world.held()]
    assert statuses.count(Status.SUPERSEDED) == 3
    assert max(len(actions) for actions in notes.transactions) == LARGEST < TRANSACTION_LIMIT
    assert stored_counts(world) == true_counts(world)
