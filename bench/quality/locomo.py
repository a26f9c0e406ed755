"""Reads the LoCoMo data set: long conversations, and questions with the turns that answer them.

The data may be measured with and never copied, so it is read from where its user keeps it.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open", 4: "single-hop"}
NEVER_SAID = 5
"""The category that asks for what was never said: there is nothing to find."""

_TURN_ID = re.compile(r"D:?(\d+):(\d+)")
_SESSION = re.compile(r"session_(\d+)")
_TURN_LENGTH = timedelta(minutes=1)


@dataclass(frozen=True)
class Turn:
    """One message of a conversation."""

    id: str
    session: str
    speaker: str
    text: str
    time: datetime


@dataclass(frozen=True)
class Question:
    """A question and the ids of the turns that hold its answer."""

    text: str
    category: str
    evidence: tuple[str, ...]


@dataclass(frozen=True)
class Conversation:
    """The turns of two speakers in order, and the questions about them."""

    id: str
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]
    never_said: tuple[str, ...] = ()
    """Questions that nothing answers."""

    def sessions(self) -> Iterator[tuple[Turn, ...]]:
        """Yield the turns of each session, in order."""
        for session in dict.fromkeys(turn.session for turn in self.turns):
            yield tuple(turn for turn in self.turns if turn.session == session)

    def texts(self) -> dict[str, str]:
        """Return the turns as plain texts, by id, for what knows no speakers."""
        return {turn.id: f"{turn.speaker}: {turn.text}" for turn in self.turns}

    @property
    def evidence(self) -> list[Turn]:
        """The turns that at least one question needs."""
        needed = {turn for question in self.questions for turn in question.evidence}
        return [turn for turn in self.turns if turn.id in needed]


class UnfitDataError(Exception):
    """There is nothing to measure with; the message says why."""


def chosen(path: Path, ids: Sequence[str] | None) -> list[Conversation]:
    """Return the conversations of these ids, or all of the file. Raises UnfitDataError."""
    try:
        conversations = load(path)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnfitDataError(f"{path} is no LoCoMo file ({type(error).__name__})") from error
    found = [one for one in conversations if not ids or one.id in ids]
    if not found:
        raise UnfitDataError(f"{path} holds no such conversation")
    return found


def load(path: Path) -> list[Conversation]:
    """Return the conversations of the file."""
    return [conversation(sample) for sample in json.loads(path.read_text(encoding="utf-8"))]


def conversation(sample: Mapping[str, Any]) -> Conversation:
    """Return one sample of the file; a question without usable evidence is left out."""
    turns = tuple(_turns(sample["conversation"]))
    known = {turn.id for turn in turns}
    questions = [
        Question(row["question"], CATEGORIES[row["category"]], evidence)
        for row in sample["qa"]
        if row["category"] in CATEGORIES and (evidence := repaired(row.get("evidence", []), known))
    ]
    never_said = (row["question"] for row in sample["qa"] if row["category"] == NEVER_SAID)
    return Conversation(sample["sample_id"], turns, tuple(questions), tuple(never_said))


def repaired(raw: Sequence[object], known: set[str]) -> tuple[str, ...]:
    """Return the turn ids in the raw evidence: some hold two, zeros in front or a stray colon."""
    found = (
        f"D{int(session)}:{int(turn)}"
        for entry in raw
        for session, turn in _TURN_ID.findall(str(entry))
    )
    return tuple(dict.fromkeys(turn for turn in found if turn in known))


def _turns(raw: Mapping[str, Any]) -> Iterator[Turn]:
    numbers = sorted(int(found[1]) for key in raw if (found := _SESSION.fullmatch(key)))
    for number in numbers:
        session = f"session_{number}"
        began = datetime.strptime(raw[f"{session}_date_time"], "%I:%M %p on %d %B, %Y")
        for place, turn in enumerate(raw[session]):
            time = began.replace(tzinfo=UTC) + place * _TURN_LENGTH
            yield Turn(turn["dia_id"], session, turn["speaker"], turn["text"], time)
