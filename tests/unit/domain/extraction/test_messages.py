"""Hundreds of messages of every kind: those that tell something yield a fact, the others none."""

from collections import Counter
from datetime import UTC, datetime

import pytest

from mneme.domain.conversation import Conversation, Message, Role
from mneme.domain.extraction.extract_facts import extract_facts
from mneme.domain.fact import Fact
from mneme.domain.scope import Level, Scope
from tests.unit.domain.extraction.message_files import Section, sections

NOW = datetime(2026, 5, 1, 10, tzinfo=UTC)
MOST_JUNK = {"joke": 0.25, "roleplay": 0.25, "moment": 0.1}
"""Shares of messages that tell nothing and yield a fact: parts and jests are told as facts are."""
FEW = 0.02
TELLING, EMPTY = sections("with_facts"), sections("without_facts")


def facts(content: str, role: Role) -> list[str]:
    return [fact.text for fact in _extracted(content, role)]


def keys(content: str, role: Role) -> list[str | None]:
    return [fact.fact_key for fact in _extracted(content, role)]


def _extracted(content: str, role: Role) -> tuple[Fact, ...]:
    said = Message("m1", role, content, None, NOW)
    return extract_facts(Conversation(Scope(Level.GLOBAL), (said,), NOW))


@pytest.mark.parametrize("section", TELLING, ids=str)
def test_every_message_that_tells_something_yields_a_fact(section: Section) -> None:
    lost = [said for said in section.messages if not facts(said, section.role)]

    assert lost == []


@pytest.mark.parametrize("section", EMPTY, ids=str)
def test_few_messages_that_tell_nothing_yield_a_fact(section: Section) -> None:
    """A lost fact is worse than a line too many, so that what looks told may be kept."""
    junk = [said for said in section.messages if facts(said, section.role)]

    assert len(junk) <= MOST_JUNK.get(section.kind, FEW) * len(section.messages), junk


@pytest.mark.parametrize("section", EMPTY, ids=str)
def test_no_message_that_tells_nothing_fills_a_slot(section: Section) -> None:
    filled = [said for said in section.messages if any(keys(said, section.role))]

    assert filled == []


def test_there_are_messages_enough_and_none_is_there_twice() -> None:
    number = Counter(each.language for each in TELLING + EMPTY for _ in each.messages)
    times = Counter(said for each in TELLING + EMPTY for said in each.messages)

    assert min(number.values()) > 1_000
    assert [said for said, n in times.items() if n > 1] == []
