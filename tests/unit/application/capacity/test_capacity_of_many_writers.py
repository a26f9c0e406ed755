"""Sixteen writers of one full user at once: never above a limit, and counters equal rows."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from mneme.application.capacity.evict_page import PAGE
from mneme.application.repositories.row_keys import HEADS
from mneme.domain.errors import CapacityFull, ImportantQuotaFull, MnemeError
from mneme.domain.memory import Kind, Status
from tests.doubles.limited import GLOBAL_COUNTER, is_kept, limit, standing
from tests.doubles.made import GLOBAL, a_fact
from tests.doubles.managing import many, told
from tests.doubles.watched import Interlude, Watched
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
    many(world, 200 - room)
    limit(world, everywhere=200)

    assert write_at_once(world) == []

    # One of them has let a page leave, in which all others find room.
    assert archived(world) == PAGE
    assert standing(world, GLOBAL_COUNTER) == [200 - room + WRITERS - PAGE]
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
    many(world, 200)
    limit(world, everywhere=200)
    processes = [World(world.durable) for _ in range(WRITERS)]

    at_once(
        *(
            lambda process=process, name=name: process.decide(
                a_fact(f"{name} sent me a postcard"), GLOBAL
            )
            for process, name in zip(processes, NAMES, strict=True)
        )
    )

    assert archived(world) == PAGE
    assert standing(world, GLOBAL_COUNTER) == [200 + WRITERS - PAGE]
    assert is_kept(world)


def test_who_finds_that_room_was_made_meanwhile_evicts_nobody_more(world: World) -> None:
    many(world, 200)
    limit(world, everywhere=200)

    def reads_heads(method: str, arguments: Sequence[Any]) -> bool:
        return method == "query" and arguments[1].table == HEADS

    first = Interlude(reads_heads, lambda: told(World(world.durable), "I own a house"))
    slow = World(world.durable, lambda s: replace(s, tables=Watched(s.tables, first)))  # type: ignore[arg-type]

    told(slow, "I own a garden")

    assert archived(world) == PAGE
    assert standing(world, GLOBAL_COUNTER) == [200 - PAGE + 2]
    assert is_kept(world)


def archived(world: World) -> int:
    """Return how many memories were evicted."""
    heads, _ = world.memories.heads_page(world.acme, USER, None, 1000)
    return sum(head.status is Status.ARCHIVED for head in heads)
