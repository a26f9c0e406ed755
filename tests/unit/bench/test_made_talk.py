"""Made-up conversations are of one size, and each says something that no other one says."""

import pytest

from bench.made_talk import TALK_BYTES, talk, told_fact
from mneme.domain.extraction.extract_facts import extract_facts
from tests.doubles.made import a_message, said


@pytest.mark.parametrize("chinese", [False, True])
def test_a_conversation_has_about_the_size_that_was_asked_for(chinese: bool) -> None:
    for number in range(50):
        messages = talk(number, chinese=chinese).messages
        size = sum(len(message["content"].encode()) for message in messages)

        assert TALK_BYTES <= size < TALK_BYTES * 1.25
        assert len({message["message_id"] for message in messages}) == len(messages)


def test_a_number_always_gives_the_same_conversation() -> None:
    assert talk(7, chinese=True) == talk(7, chinese=True)
    assert talk(7, chinese=True) != talk(8, chinese=True)


@pytest.mark.parametrize("chinese", [False, True])
def test_what_is_told_is_extracted_as_it_was_told(chinese: bool) -> None:
    for number in (0, 7, 4711, 1_000_003):
        text = told_fact(number, chinese=chinese)
        (fact,) = extract_facts(said("", messages=(a_message(text),)))

        assert fact.text == text
