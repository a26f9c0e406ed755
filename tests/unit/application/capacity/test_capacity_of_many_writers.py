"""Sixteen writers of one full user at once: never above a limit, and counters equal rows."""

import pytest

from mneme.domain.errors import CapacityFull, ImportantQuotaFull, MnemeError
from mneme.domain.memory import Kind, Status
from tests.doubles.limited import GLOBAL_COUNTER, is_kept, limit, standing
from tests.doubles.made import GLOBAL, a_fact
from tests.doubles.managing import told
from tests.doubles.world import USER, World
from tests.unit.application.evolve.test_evolution_of_many_writers import NAMES, WRITERS, at_once


def write_at_once(world: World, **parts: object) -> list[MnemeError]:
    """Let sixteen processes write at once; return the refusals."""
    refused: list[MnemeError] = []

    def write(process: World, name: str) -> None:
        try:
            told(process, f"{name} sent me a postcard", **parts)
        except (CapacityFull, ImportantQuotaFull) as full:
            refused.append(full)

    processes = [World(world.durable) for _ in range(WRITERS)]
    at_once(
        *(
            lambda process=process, name=name: write(process, name)
            for process, name in zip(processes, NAMES, strict=True)
        )
    )
    return refused


@pytest.mark.parametrize("room", [0, 1, 5])
def test_what_is_full_takes_all_of_them_and_never_holds_too_many(world: World, room: int) -> None:
    limit(world, everywhere=10)
    for number in range(10 - room):
        told(world, f"I own boat no. {number}")

    assert write_at_once(world) == []

    assert standing(world, GLOBAL_COUNTER) == [10]
    heads, _ = world.memories.heads_page(world.acme, USER, None, 1000)
    assert sum(head.status is Status.ARCHIVED for head in heads) == WRITERS - room
    assert is_kept(world)


def test_of_those_who_want_the_last_places_as_many_succeed_as_there_are(world: World) -> None:
    limit(world, constraint=7)

    refused = write_at_once(world, kind=Kind.CONSTRAINT)

    assert len(refused) == WRITERS - 7
    assert is_kept(world)


def test_of_those_who_want_the_last_marks_as_many_succeed_as_there_are(world: World) -> None:
    limit(world, everywhere=50, important=10)

    refused = write_at_once(world, is_important=True)

    assert len(refused) == WRITERS - 5
    assert standing(world, GLOBAL_COUNTER) == [5]
    assert is_kept(world)


def test_writers_by_evolution_share_a_full_memory_as_well(world: World) -> None:
    limit(world, everywhere=10)
    processes = [World(world.durable) for _ in range(WRITERS)]

    at_once(
        *(
            lambda process=process, name=name: process.decide(
                a_fact(f"{name} sent me a postcard"), GLOBAL
            )
            for process, name in zip(processes, NAMES, strict=True)
        )
    )

    assert standing(world, GLOBAL_COUNTER) == [10]
    assert is_kept(world)
