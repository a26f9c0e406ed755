"""What fills a slot, or is so for good, outlives its session, however it was told."""

import pytest

from mneme.domain.memory import MemType
from tests.doubles.made import a_fact, said
from tests.doubles.sessions import APP, SESSION, close, heads, known_in, tell
from tests.doubles.world import World


@pytest.mark.parametrize(
    ("texts", "kept"),
    [
        (("I moved to Rome.",), "I moved to Rome."),
        (("I live in Oslo.", "I moved to Rome."), "I moved to Rome."),
        (("I started a job at Nokia.",), "I started a job at Nokia."),
        (("我搬到上海了。",), "我搬到上海了。"),
        (("My dog is called Rex.",), "My dog is called Rex."),
    ],
)
def test_what_fills_a_slot_goes_on_however_it_was_told(
    world: World, texts: tuple[str, ...], kept: str
) -> None:
    world.remember(said(*texts, scope=SESSION))

    close(world)

    assert known_in(world, APP) == [kept]


def test_a_slot_told_of_as_an_event_by_the_caller_goes_on(world: World) -> None:
    tell(world, "I moved to Rome", mem_type=MemType.EPISODIC, fact_key="home_city")

    close(world)

    assert known_in(world, APP) == ["I moved to Rome"]


def test_a_lasting_memory_stays_so_in_the_words_of_an_event(world: World) -> None:
    world.decide(a_fact("I live in Oslo", fact_key="home_city"))
    world.durable.clock.advance(hours=1)
    moved = a_fact(
        "I moved to Rome",
        fact_key="home_city",
        mem_type=MemType.EPISODIC,
        observed_at=world.clock.now(),
    )
    world.decide(moved)

    [head] = heads(world).values()

    assert (head.revision, head.mem_type) == (2, MemType.SEMANTIC)


@pytest.mark.parametrize(
    ("text", "days", "is_kept"),
    [
        ("My flight to Rome is in ten days.", 0.5, True),
        ("My flight to Rome is tomorrow.", 0.1, True),
        ("我十天后有面试。", 0.5, True),
        ("I ate fish today.", 0.1, False),
        ("I met Ann in 2019.", 0.5, False),
        ("My flight to Rome is tomorrow.", 3, False),
    ],
)
def test_an_event_goes_on_while_it_is_still_to_come(
    world: World, text: str, days: float, is_kept: bool
) -> None:
    tell(world, text, mem_type=MemType.EPISODIC)
    world.durable.clock.advance(days=days)

    close(world)

    assert known_in(world, APP) == ([text] if is_kept else [])
