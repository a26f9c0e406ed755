"""What several messages told as one memory loses what one of them says no more, and only that."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mneme.domain.evolution.decisions import Case, Proposal
from mneme.domain.memory import Part, Source
from mneme.domain.task import Decision
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.embedded_world import EmbeddedWorld
from tests.doubles.evolving import recalled, records
from tests.doubles.made import later
from tests.doubles.willful_evolver import WillfulWorld
from tests.doubles.world import World
from tests.unit.application.extract.test_taken_back import add, current

HELLO = "Good morning!"
CHEESE, CHICKEN = "I like cheese pizza.", "I like chicken pizza."
BOTH = "I like cheese and chicken pizza."
PLAIN = ("I like cheese pizza", "I like chicken pizza")


@pytest.fixture(params=[None, 0], ids=["words kept", "no words kept"])
def either(request: pytest.FixtureRequest) -> World:
    """Return a world with real vectors, whose tenant keeps the words of messages, or does not."""
    world = EmbeddedWorld()
    world.episode_retention.set(world.acme, request.param)
    return world


@pytest.mark.parametrize(
    ("told", "edited", "into", "left"),
    [
        ((CHEESE, CHICKEN), 2, HELLO, [CHEESE]),
        ((CHEESE, CHICKEN), 1, HELLO, [CHICKEN]),
        ((CHEESE, CHICKEN), 2, "I like tuna pizza.", ["I like cheese and tuna pizza."]),
        ((CHEESE, CHICKEN), 2, "I hate fog.", ["I hate fog.", CHEESE]),
        ((CHEESE, CHICKEN, "I like tuna pizza."), 2, HELLO, ["I like cheese and tuna pizza."]),
        ((*PLAIN, "I love cheese pizza"), 1, HELLO, ["I like cheese and chicken pizza"]),
        ((*PLAIN, "I love cheese pizza"), 2, HELLO, ["I love cheese pizza"]),
        (("I speak French", "I speak German"), 1, HELLO, ["I speak German"]),
        (("我喜欢芝士披萨", "我喜欢鸡肉披萨"), 2, "你好", ["我喜欢芝士披萨"]),
        (("我喜欢芝士披萨", "我喜欢鸡肉披萨"), 1, "你好", ["我喜欢鸡肉披萨"]),
        (("I like jazz.", "I love jazz."), 1, HELLO, ["I like jazz."]),
        (("我住在北京", "我现在住在北京"), 2, "你好", ["我住在北京"]),
    ],
)
def test_what_is_left_is_what_the_other_messages_say(
    either: World, told: tuple[str, ...], edited: int, into: str, left: list[str]
) -> None:
    for number, text in enumerate(told, start=1):
        add(either, text, f"m{number}")
    assert len(current(either)) == 1

    add(either, into, f"m{edited}")

    assert current(either) == left
    assert (stored_counts(either), log_is_dense(either)) == (true_counts(either), True)


def test_what_is_left_is_found_by_its_own_words_and_no_longer_by_the_others() -> None:
    world = EmbeddedWorld()
    add(world, CHEESE, "m1")
    add(world, CHICKEN, "m2")

    add(world, HELLO, "m2")

    (memory,) = world.held()
    assert (memory.head.revision, memory.revision.sources) == (3, (Source("s-1", "m1"),))
    assert memory.revision.parts == ()
    record = records(world)[-1]
    assert (record["operation"], record["reason"]) == ("UPDATE", "edited")
    assert record["sources"] == [["s-1", "m2"]]
    assert recalled(world, "which pizza do I like?") == [CHEESE]
    assert recalled(world, "which pizza do I like?", as_of=later(minutes=90)) == [CHEESE]


def test_what_an_earlier_text_of_it_said_was_never_so_either() -> None:
    world = EmbeddedWorld()
    for number, text in enumerate((CHEESE, CHICKEN, "I like tuna pizza."), start=1):
        add(world, text, f"m{number}")
    between = {"as_of": later(minutes=90), "min_relevance": 0.0}
    assert BOTH in recalled(world, "chicken pizza", **between)

    add(world, HELLO, "m2")

    assert [one for one in recalled(world, "chicken pizza", **between) if "chicken" in one] == []


def test_what_was_taken_out_and_is_said_again_is_joined_again(either: World) -> None:
    for text, number in ((CHEESE, "m1"), (CHICKEN, "m2"), (HELLO, "m2"), (CHICKEN, "m2")):
        add(either, text, number)

    assert current(either) == [BOTH]


def test_once_all_of_them_are_edited_nothing_is_left(either: World) -> None:
    for text, number in ((CHEESE, "m1"), (CHICKEN, "m2"), (HELLO, "m2"), (HELLO, "m1")):
        add(either, text, number)

    assert current(either) == []


def test_where_another_memory_says_what_is_left_it_is_said_once() -> None:
    world = EmbeddedWorld()
    add(world, CHEESE, "m1")
    add(world, CHICKEN, "m2")
    add(world, CHEESE, "m3", "s-2")
    (merged,) = world.held()
    assert merged.revision.parts == (
        Part(CHEESE, (Source("s-1", "m1"), Source("s-2", "m3"))),
        Part(CHICKEN, (Source("s-1", "m2"),)),
    )

    add(world, HELLO, "m2")
    add(world, HELLO, "m1")

    (memory,) = world.held()
    assert (memory.revision.content, memory.revision.sources) == (CHEESE, (Source("s-2", "m3"),))


def test_of_a_text_that_an_evolver_wrote_the_sentences_of_the_others_are_left() -> None:
    joint = "Pizza is what I like: cheese pizza, chicken pizza."

    def whim(case: Case) -> Proposal:
        targets = tuple(one.memory_id for one in case.candidates)
        return Proposal(Decision.MERGE, targets, joint) if targets else Proposal(Decision.ADD)

    world = WillfulWorld(whim)
    for number, text in enumerate((CHEESE, CHICKEN), start=1):
        add(world, text, f"m{number}")
    assert current(world) == [joint]

    add(world, HELLO, "m1")

    assert current(world) == [CHICKEN]


KINDS = ("cheese", "chicken", "tuna", "onion", "spinach")


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(("m1", "m2", "m3")), st.sampled_from((None, *KINDS))),
        min_size=2,
        max_size=7,
    )
)
@example([("m1", "cheese"), ("m2", "chicken"), ("m2", None), ("m1", None)])
def test_after_any_edits_the_memories_say_what_the_messages_say_today(
    tellings: list[tuple[str, str | None]],
) -> None:
    world, today = World(), dict[str, str | None]()

    for message_id, kind in tellings:
        add(world, HELLO if kind is None else f"I like {kind} pizza.", message_id)
        today[message_id] = kind

    text = " ".join(current(world))
    assert {one for one in KINDS if one in text} == set(today.values()) - {None}
    assert all(text.count(one) <= 1 for one in KINDS)
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)
