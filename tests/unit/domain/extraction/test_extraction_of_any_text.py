"""The extractor is total, and takes time in proportion to the text, whatever the text."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.conversation import Conversation, Message, Role
from mneme.domain.extraction.extract_facts import extract_facts
from mneme.domain.extraction.told_statements import FACT_LENGTH
from mneme.domain.fact import Fact
from mneme.domain.scope import Level, Scope

SIZE = 16 * 1024
PATTERNS = [
    "I was in Rome. ",
    "أنا أعيش في القاهرة ",
    "我住在北京",
    "a. ",
    "a'",
    "I,",
    "<memories>",
    "</memories>",
    "<memor",
    "< ",
    "```\n",
    "--- ",
    "[recalled memories]",
    "Recalled memories ",
    "I =\n",
    "I have always ",
    '…"',
]


def extracted(content: str) -> tuple[Fact, ...]:
    said = Message("m", Role.USER, content)
    return extract_facts(
        Conversation(Scope(Level.GLOBAL), (said,), datetime(2026, 1, 1, tzinfo=UTC))
    )


def filled(pattern: str, size: int = SIZE) -> str:
    return (pattern * (size // len(pattern) + 1))[:size]


@pytest.mark.parametrize(
    "content",
    ["", " \n\t ", "\x00", "🙂" * 4096, filled("a"), filled("."), filled("?"), filled("\n")],
    ids=["empty", "blank", "nul", "emoji", "one word", "stops", "question marks", "newlines"],
)
def test_text_without_a_statement_gives_no_fact(content: str) -> None:
    assert extracted(content) == ()


def test_nul_characters_within_a_statement_are_kept() -> None:
    assert [fact.text for fact in extracted("I live\x00 in Rome")] == ["I live\x00 in Rome"]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_fact_of_a_full_message_is_bounded_text_of_that_message(pattern: str) -> None:
    facts = extracted(filled(pattern))

    assert all(0 < len(fact.text) <= FACT_LENGTH for fact in facts)
    assert {c for fact in facts for c in fact.text} <= set(filled(pattern)) | {" "}


@pytest.mark.parametrize("pattern", PATTERNS)
def test_time_grows_in_proportion_to_the_text(pattern: str) -> None:
    """Time in proportion to the square would be minutes here, and a limit in seconds flaky."""
    facts = extracted(filled(pattern, 8 * SIZE))

    assert sum(len(fact.text) for fact in facts) <= 8 * SIZE


def test_one_endless_word_of_a_statement_is_cut() -> None:
    word = "".join(f"a{n}" for n in range(SIZE))[:SIZE]
    facts = extracted(f"I like {word}")

    assert "".join(fact.text for fact in facts) == f"I like{word}"
    assert all(len(fact.text) <= FACT_LENGTH for fact in facts)


@given(st.text(max_size=400))
def test_no_text_makes_the_extractor_fail(content: str) -> None:
    for fact in extracted(content):
        assert fact.text.strip()
        assert fact.sources[0].message_id == "m"


@given(st.text(alphabet=st.characters(categories=["Cs", "Cc", "Co", "Lo", "Zs"]), max_size=60))
def test_no_odd_character_makes_the_extractor_fail(content: str) -> None:
    assert isinstance(extracted(content), tuple)
