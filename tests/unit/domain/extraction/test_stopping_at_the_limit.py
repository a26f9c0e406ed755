"""What cannot be kept any more is not read, and equal sentences are read once."""

import pytest

from mneme.domain.extraction import told_statements
from mneme.domain.extraction.extract_facts import extract_facts, extracted
from mneme.domain.extraction.fact_limits import FACTS_A_MESSAGE, FACTS_A_TASK
from tests.doubles.made import said


def likings(count: int, of: str = "") -> str:
    return " ".join(f"I like tea number {n}{of}." for n in range(count))


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the sentences that were read closely."""
    found: list[str] = []
    closely = told_statements.stated_parts

    def noted(sentence: str, setting: object) -> object:
        found.append(sentence)
        return closely(sentence, setting)  # type: ignore[arg-type]

    monkeypatch.setattr(told_statements, "stated_parts", noted)
    return found


def test_a_message_is_read_up_to_the_last_fact_that_it_may_yield(read: list[str]) -> None:
    found = extracted(said(f"{likings(300)} It rained. I live in Oslo."))

    assert len(found.facts) == FACTS_A_MESSAGE
    assert found.left_out == {"m1": 300 - FACTS_A_MESSAGE + 2}
    assert len(read) == FACTS_A_MESSAGE + 1


def test_a_conversation_is_read_up_to_the_last_fact_that_it_may_yield(read: list[str]) -> None:
    found = extracted(said(*[likings(100, f"x{n}") for n in range(12)]))

    assert len(found.facts) == FACTS_A_TASK
    assert found.left_out == {"m11": 100, "m12": 100}
    assert len(read) == FACTS_A_TASK


def test_messages_of_which_no_facts_are_wanted_take_nobodys_place() -> None:
    settled = frozenset(f"m{n}" for n in range(1, 13))
    texts = [likings(120, f"x{n}") for n in range(12)]

    found = extracted(said(*texts, "I live in Oslo."), settled)

    assert [fact.text for fact in found.facts] == ["I live in Oslo."]
    assert found.left_out == {}


def test_equal_sentences_are_read_once_and_told_once(read: list[str]) -> None:
    found = extracted(said("I like tea. It rained. " * 300))

    assert [fact.text for fact in found.facts] == ["I like tea."]
    assert read == ["I like tea.", "It rained."]


def test_a_sentence_that_leans_on_different_ones_is_told_with_each() -> None:
    sister, mother = (f"My {who} is a nurse. She works at night." for who in ("sister", "mother"))

    facts = extract_facts(said(f"{sister} {mother}"))

    assert [fact.text for fact in facts] == [sister, mother]
