"""One conversation yields only so many facts, and none of a message twice."""

from mneme.domain.extraction.draft_fact import Drop
from mneme.domain.extraction.fact_limits import FACTS_A_MESSAGE, FACTS_A_TASK, within_limits
from mneme.domain.fact import Fact
from mneme.domain.memory import Source
from tests.doubles.made import a_fact


def of_message(message_id: str, *texts: str) -> list[Fact]:
    return [a_fact(text, sources=(Source("s-1", message_id),)) for text in texts]


def test_few_facts_are_taken_as_they_are() -> None:
    facts = [*of_message("m1", "I like tea.", "I live in Oslo."), *of_message("m2", "I like tea.")]

    limited = within_limits(facts)

    assert (limited.facts, limited.dropped) == (tuple(facts), {})


def test_what_a_message_says_twice_is_one_fact() -> None:
    limited = within_limits(of_message("m1", "I like tea.", "i like TEA", "I like tea!"))

    assert [fact.text for fact in limited.facts] == ["I like tea."]
    assert limited.dropped == {Drop.REPEATED: 2}


def test_a_message_yields_only_so_many() -> None:
    texts = [f"I like tea number {n}." for n in range(FACTS_A_MESSAGE + 3)]

    limited = within_limits([*of_message("m1", *texts), *of_message("m2", "I live in Oslo.")])

    assert len(limited.facts) == FACTS_A_MESSAGE + 1
    assert limited.dropped == {Drop.TOO_MANY: 3}


def test_a_conversation_yields_only_so_many() -> None:
    facts = [
        fact
        for message in range(FACTS_A_TASK // FACTS_A_MESSAGE + 2)
        for fact in of_message(f"m{message}", *(f"I am {n}." for n in range(FACTS_A_MESSAGE)))
    ]

    limited = within_limits(facts)

    assert limited.facts == tuple(facts[:FACTS_A_TASK])
    assert limited.dropped == {Drop.TOO_MANY: 2 * FACTS_A_MESSAGE}


def test_facts_without_a_message_count_as_those_of_one() -> None:
    assert within_limits([a_fact(sources=())] * 2).dropped == {Drop.REPEATED: 1}
