"""What is archived and told again in other words comes back; what was over by then is known."""

from dataclasses import replace
from datetime import datetime

import pytest

from mneme.domain.evolution.decisions import Reason
from mneme.domain.extraction.policy import Mode
from mneme.domain.memory import Source, Status
from mneme.domain.task import Decision
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.embedded_world import EmbeddedWorld
from tests.doubles.evolving import decisions, evolve, recalled, records
from tests.doubles.fake_index import FakeIndex
from tests.doubles.lifecycle import lived
from tests.doubles.made import a_fact, later
from tests.doubles.managing import head_of
from tests.doubles.retelling import active
from tests.doubles.world import World


@pytest.fixture
def world() -> World:
    return EmbeddedWorld()


def _archived(world: World, text: str, **parts: object) -> str:
    evolve(world, a_fact(text, observed_at=world.clock.now(), **parts))
    [held] = world.held()
    lived(world, days=120)
    assert head_of(world, held.head.memory_id).status is Status.ARCHIVED
    return held.head.memory_id


@pytest.mark.parametrize(
    ("before", "again"),
    [
        ("I hate fog.", "I really hate fog."),
        ("I like jazz.", "I love jazz"),
        ("I like hiking in the Alps", "Likes hiking in the Alps."),
        ("我喜欢喝茶。", "我很喜欢喝茶"),
        ("我喜欢爵士乐", "我爱爵士乐"),
    ],
)
def test_the_archived_memory_comes_back_and_no_second_one_is_made(
    world: World, before: str, again: str
) -> None:
    memory_id = _archived(world, before)
    now = world.clock.now()

    task = evolve(world, a_fact(again, observed_at=now, sources=(Source("s-9", "m9"),)))

    [held] = world.held()
    assert (held.head.memory_id, held.head.status) == (memory_id, Status.ACTIVE)
    assert (held.revision.content, held.head.observed_at) == (before, now)
    assert Source("s-9", "m9") in held.revision.sources
    assert decisions(task) == [Decision.SKIP]
    assert (records(world)[-1]["operation"], records(world)[-1]["reason"]) == (
        "RESTORE",
        Reason.TOLD_AGAIN,
    )
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)


@pytest.mark.parametrize(
    ("before", "again"),
    [
        ("I hate fog.", "I do not hate fog."),
        ("I like jazz.", "I like blues."),
        ("I have two sisters.", "I have three sisters."),
        ("我喜欢喝茶。", "我不喜欢喝茶"),
        ("I want to visit Japan", "I have visited Japan"),
    ],
)
def test_what_says_something_else_is_a_memory_of_its_own(
    world: World, before: str, again: str
) -> None:
    memory_id = _archived(world, before)

    evolve(world, a_fact(again, observed_at=world.clock.now()))

    assert active(world) == [again]
    assert head_of(world, memory_id).status is Status.ARCHIVED


TOLD = "I am on holiday."
ENDED = later(days=5)


def _on_holiday(world: World, how: str) -> str:
    """Tell of a holiday until a day, and let that day pass."""
    end = {"expire_at": ENDED} if how != "invalid" else {"invalid_at": ENDED}
    evolve(world, a_fact(TOLD, **end))
    [held] = world.held()
    if how == "archived":
        lived(world, days=20)
    world.durable.clock.set(later(days=30))
    return held.head.memory_id


@pytest.mark.parametrize("mode", [Mode.DECIDE, Mode.APPEND])
@pytest.mark.parametrize("how", ["archived", "expired", "invalid"])
@pytest.mark.parametrize("end", [None, ENDED, later(days=4)])
def test_a_late_repetition_of_what_held_then_is_known(
    world: World, how: str, mode: Mode, end: datetime | None
) -> None:
    memory_id = _on_holiday(world, how)
    status = head_of(world, memory_id).status
    late = a_fact(TOLD, observed_at=later(days=3), expire_at=end, sources=(Source("s-9", "m9"),))

    task = evolve(world, late, mode=mode)

    [held] = world.held()
    assert decisions(task) == [Decision.SKIP]
    assert (held.head.memory_id, held.head.status) == (memory_id, status)
    assert (held.head.expire_at or held.head.invalid_at) == ENDED
    assert Source("s-9", "m9") in held.revision.sources
    assert recalled(world, "holiday", min_relevance=0.0) == []
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)


@pytest.mark.parametrize(
    ("observed_at", "end"),
    [(later(days=-3), None), (later(days=9), None), (later(days=3), later(days=40))],
)
def test_what_tells_of_another_time_is_news(
    world: World, observed_at: datetime, end: datetime | None
) -> None:
    _on_holiday(world, "expired")

    task = evolve(world, a_fact(TOLD, observed_at=observed_at, expire_at=end))

    assert decisions(task) != [Decision.SKIP]


def test_while_the_index_is_away_it_is_told_as_something_new() -> None:
    index = FakeIndex()
    world = World(around=lambda stores: replace(stores, index=index))
    memory_id = _archived(world, "I hate fog.")
    index.down = True

    evolve(world, a_fact("I really hate fog.", observed_at=world.clock.now()))

    assert active(world) == ["I really hate fog."]
    assert head_of(world, memory_id).status is Status.ARCHIVED


def test_a_lot_searches_once_where_nothing_is_archived() -> None:
    index = FakeIndex()
    world = World(around=lambda stores: replace(stores, index=index))

    evolve(world, *map(a_fact, ("I hate fog.", "I have two sisters.", "I play chess.")))

    asked = [one for one in index.queries if Status.ARCHIVED in one.visible.statuses]
    assert len(active(world)) == 3
    assert len(asked) == 1


def test_what_is_archived_comes_back_behind_other_facts_of_its_lot(world: World) -> None:
    memory_id = _archived(world, "I hate fog.")
    now = world.clock.now()
    told = ("I have two sisters.", "I play chess.", "I really hate fog.")

    evolve(world, *(a_fact(text, observed_at=now) for text in told))

    assert head_of(world, memory_id).status is Status.ACTIVE
    assert "I really hate fog." not in active(world)
