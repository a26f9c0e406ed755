"""What of a session is worth keeping, and what the next one is told of it."""

from datetime import datetime
from typing import Any

import pytest

from mneme.domain.fact import FACT_BYTES
from mneme.domain.memory import Head, Kind, MemType, Ownership, Revision, Source, Status
from mneme.domain.scope import Level, Scope
from mneme.domain.session import LINE_BYTES, SessionClosing, carried, to_be_continued
from tests.doubles.made import NOW, a_head, later

SESSION = Scope(Level.SESSION, "planner", "s-1")


def _said(text: str = "I like tea", at: datetime = NOW, **parts: Any) -> Revision:
    defaults = {
        "memory_id": "m",
        "revision": 1,
        "ownership": Ownership.USER,
        "sources": (Source("s-1", "m1"),),
        "created_at": NOW,
    }
    return Revision(content=text, observed_at=at, **{**defaults, **parts})


def _kept(head: Head, *must_keep: str) -> bool:
    return SessionClosing(SESSION, 1, must_keep=frozenset(must_keep)).keeps(head, _said(), NOW)


@pytest.mark.parametrize(
    ("parts", "kept"),
    [
        ({}, True),
        ({"mem_type": MemType.PROCEDURAL}, True),
        ({"mem_type": MemType.EPISODIC}, False),
        ({"expire_at": later(days=2)}, False),
        ({"invalid_at": later(days=2)}, False),
        ({"mem_type": MemType.EPISODIC, "is_important": True}, True),
        ({"mem_type": MemType.EPISODIC, "recall_count": 1}, True),
        ({"expire_at": later(days=2), "used_count": 1}, True),
        ({"expire_at": later(days=-2), "is_important": True}, False),
        ({"invalid_at": later(days=-2), "recall_count": 9}, False),
        ({"status": Status.CANDIDATE, "is_important": True}, False),
    ],
)
def test_what_is_durable_important_or_of_use_is_kept(parts: dict[str, Any], kept: bool) -> None:
    head = a_head(scope=SESSION, **parts)

    assert _kept(head) is kept


@pytest.mark.parametrize("parts", [{"mem_type": MemType.EPISODIC}, {"status": Status.CANDIDATE}])
def test_what_came_from_a_message_that_must_be_kept_is_kept(parts: dict[str, Any]) -> None:
    head = a_head(scope=SESSION, **parts)

    assert (_kept(head, "m1"), _kept(head, "m2")) == (True, False)


@pytest.mark.parametrize(
    ("app", "level", "key"), [("planner", Level.APP, "A#planner"), (None, Level.GLOBAL, "G")]
)
def test_it_goes_to_the_sessions_own_app_or_everywhere(
    app: str | None, level: Level, key: str
) -> None:
    target = SessionClosing(Scope(Level.SESSION, app, "s-1"), 1).target

    assert (target.level, target.key, target.session_id) == (level, key, "s-1")


def test_what_is_carried_says_and_holds_what_the_memory_did() -> None:
    head = a_head(kind=Kind.PERSONA, ownership=Ownership.AGENT, is_important=True, valid_at=NOW)
    revision = _said(fact_key="tone", custom_tags={"a": 1}, speaker="Ann", confidence=0.7)

    fact = carried(head, revision)

    assert (fact.text, fact.kind, fact.ownership) == ("I like tea", Kind.PERSONA, Ownership.AGENT)
    assert (fact.is_important, fact.valid_at, fact.fact_key) == (True, NOW, "tone")
    assert (fact.custom_tags, fact.speaker, fact.confidence) == ({"a": 1}, "Ann", 0.7)
    assert fact.sources == revision.sources


def test_the_next_session_is_told_what_was_known_and_said_last() -> None:
    known = [_said("I like tea"), _said("I live in Oslo", later(minutes=1))]
    said = [_said("Which one?", later(minutes=2)), _said("Green, please", later(minutes=3))]

    fact = to_be_continued(said, known, later(hours=24))

    assert fact.text.splitlines() == [
        "I like tea",
        "I live in Oslo",
        "USER: Which one?",
        "USER: Green, please",
    ]
    assert (fact.kind, fact.expire_at) == (Kind.CONTINUITY, later(hours=24))
    assert fact.observed_at == later(minutes=3)


def test_what_is_too_much_is_cut_at_its_oldest_end() -> None:
    known = [_said(f"fact {n} {'猫' * 300}") for n in range(40)]
    said = [_said(f"message {n} {'x' * 500}") for n in range(40)]

    lines = to_be_continued(said, known, later(hours=24)).text.splitlines()

    assert len("\n".join(lines).encode()) <= FACT_BYTES
    assert all(len(line.encode()) <= LINE_BYTES for line in lines)
    assert [line.split()[1] for line in lines if line.startswith("fact")][-1] == "39"
    assert lines[-1].startswith("USER: message 39")
    assert sum(line.startswith("USER") for line in lines) >= 4


def test_a_long_text_of_several_lines_is_one_line() -> None:
    fact = to_be_continued([_said("first\n second")], [], later(hours=24))

    assert fact.text == "USER: first second"


def test_of_nothing_there_is_nothing_to_continue() -> None:
    with pytest.raises(ValueError, match="nothing"):
        to_be_continued([], [], later(hours=24))
