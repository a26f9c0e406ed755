"""Many writers of one user at once, and what each of them owes the others."""

import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from mneme.application.ports.table_store import Action, Put, Update
from mneme.application.repositories.row_keys import GUARDS, HEADS
from mneme.domain.memory import Kind, Provenance
from mneme.domain.task import Decision
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.evolving import evolve
from tests.doubles.made import GLOBAL, a_fact, later, said
from tests.doubles.watched import Notes, Watched
from tests.doubles.world import USER, World

WRITERS = 16
NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hal", "Ida", "Jo", "Kai", "Lea")
NAMES = (*NAMES, "Max", "Nia", "Ole", "Pia")


def at_once(*works: Callable[[], object]) -> None:
    """Do all of it at the same time, and raise what any of it raised."""
    start, faults = threading.Barrier(len(works), timeout=60), list[BaseException]()

    def work(one: Callable[[], object]) -> None:
        start.wait()
        try:
            one()
        except BaseException as fault:  # noqa: BLE001
            faults.append(fault)

    threads = [threading.Thread(target=work, args=(one,)) for one in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]


def test_sixteen_writers_of_one_user_all_succeed(world: World) -> None:
    processes = [World(world.durable) for _ in range(WRITERS)]
    texts = [f"{name} sent me a postcard" for name in NAMES]

    at_once(
        *(
            lambda process=process, text=text: process.decide(a_fact(text))
            for process, text in zip(processes, texts, strict=True)
        )
    )

    assert world.contents() == sorted(texts)
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)


def test_sixteen_writers_of_one_slot_leave_one_value_and_a_whole_history(world: World) -> None:
    processes = [World(world.durable) for _ in range(WRITERS)]

    at_once(
        *(
            lambda process=process, day=day: process.decide(
                a_fact(f"Lives in {NAMES[day]}stad", fact_key="home", observed_at=later(days=-day))
            )
            for day, process in enumerate(processes)
        )
    )

    world.durable.clock.set(later(days=1))
    active = [one for one in world.held() if one.head.status == "ACTIVE"]
    assert [one.revision.content for one in active] == ["Lives in Anastad"]
    assert sum(one.head.revision for one in world.held()) == WRITERS
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)


def _structured(world: World) -> None:
    world.write_structured(world.acme, USER, GLOBAL, a_fact("Likes milk"))


def _known_better(world: World) -> None:
    world.decide(a_fact("Likes tea", custom_tags={"by": "phone"}))


WRITES: dict[str, tuple[Callable[[World], object], int]] = {
    "structured": (_structured, 1),
    "add": (lambda world: world.remember(said("I am allergic to peanuts.")), 1),
    "decided": (lambda world: world.decide(a_fact("I have two sisters")), 1),
    "changed": (lambda world: evolve(world, a_fact("Does not like tea")), 1),
    "said again": (lambda world: world.decide(a_fact("Likes tea", observed_at=later(days=1))), 1),
    "known better": (_known_better, 1),
    "doubtful": (
        lambda world: world.decide(a_fact("Likes figs", provenance=Provenance.CANDIDATE)),
        1,
    ),
    "nothing new": (lambda world: world.decide(a_fact("Likes tea")), 0),
}


@pytest.mark.parametrize("way", WRITES)
def test_whoever_writes_a_fact_counts_the_change_of_its_scope(world: World, way: str) -> None:
    write, writes = WRITES[way]
    assert world.decide(a_fact("Likes tea")).decision is Decision.ADD
    notes = Notes()

    write(
        World(world.durable, lambda stores: replace(stores, tables=Watched(stores.tables, notes)))
    )  # type: ignore[arg-type]

    of_facts = [actions for actions in notes.transactions if any(map(_puts_a_fact, actions))]
    assert len(of_facts) == writes
    assert all(any(map(_counts_the_scope, actions)) for actions in of_facts)


def _puts_a_fact(action: Action) -> bool:
    return isinstance(action, Put) and action.table == HEADS and action.item["kind"] != Kind.TURN


def _counts_the_scope(action: Action) -> bool:
    guard = isinstance(action, Update) and action.table == GUARDS
    return guard and str(action.key.sort).startswith("SCOPE#")
