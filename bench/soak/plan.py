"""What the soak tells: facts known beforehand, and how each must be held in the end."""

import random
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bench.made_talk import told_fact

CITIES = ("Lisbon", "Oslo", "Kyoto", "Lima", "Tunis", "Quito", "Bergen", "Perth", "Izmir", "Hanoi")
_ANSWERS = ("I see.", "Good to know.", "Thank you, that helps.", "Of course.")
_SYLLABLES = ("ba", "de", "fi", "go", "lu", "ma", "ne", "ri", "so", "tu")


@dataclass(frozen=True)
class Telling:
    """One add. The same key is used however often it has to be sent."""

    user: str
    key: str
    messages: tuple[dict[str, Any], ...]


@dataclass
class Expected:
    """What one user must hold: each mark in one active memory, once; and where they live now."""

    marks: set[str] = field(default_factory=set)
    city: str | None = None
    messages: int = 0


@dataclass(frozen=True)
class Plan:
    """All tellings in order; those of one user must be sent in this order."""

    tellings: tuple[Telling, ...]
    expected: dict[str, Expected]


def make_plan(adds: int, users: int, seed: int) -> Plan:
    """Return the plan of this seed: new facts, repeated ones, lists that grow, people who move."""
    choose = random.Random(seed)
    expected: dict[str, Expected] = defaultdict(Expected)
    said: dict[str, list[str]] = defaultdict(list)
    tellings = []
    for number in range(adds):
        user = f"soak-{number % users}"
        texts = [
            _text(number * 4 + place, choose, said[user], expected[user])
            for place in range(choose.randint(1, 3))
        ]
        messages = tuple(_messages(number, texts, choose))
        expected[user].messages += len(messages)
        tellings.append(Telling(user, f"key-{number}", messages))
    return Plan(tuple(tellings), dict(expected))


def count(mark: str, contents: Sequence[str]) -> int:
    """Return how often the mark stands in the contents, never as a part of a longer one."""
    whole = re.compile(rf"(?<![0-9a-z]){re.escape(mark)}(?![0-9a-z])")
    return sum(len(whole.findall(content)) for content in contents)


def _text(number: int, choose: random.Random, said: list[str], expected: Expected) -> str:
    kind = choose.random()
    if said and kind < 0.25:
        return choose.choice(said)
    if kind < 0.35:
        expected.city = choose.choice([city for city in CITIES if city != expected.city])
        return f"I live in {expected.city}."
    if kind < 0.5:
        mark = _word(number)
        text = f"I like {mark} jam."
    else:
        mark = str(number)
        text = told_fact(number, chinese=choose.random() < 0.4)
    expected.marks.add(mark)
    said.append(text)
    return text


def _word(number: int) -> str:
    return "".join(_SYLLABLES[int(digit)] for digit in f"{number:05d}")


def _messages(number: int, texts: Sequence[str], choose: random.Random) -> list[dict[str, Any]]:
    messages = []
    for place, text in enumerate(texts):
        messages.append(_message(f"m{number}-{place}", "user", text))
        messages.append(_message(f"m{number}-{place}a", "assistant", choose.choice(_ANSWERS)))
    return messages


def _message(message_id: str, role: str, content: str) -> dict[str, Any]:
    return {"message_id": message_id, "role": role, "content": content}
