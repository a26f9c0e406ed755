"""How many facts one conversation may yield: a task records the result of each in its row."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from mneme.domain.extraction.draft_fact import Drop
from mneme.domain.extraction.draft_fields import letters
from mneme.domain.fact import Fact

FACTS_A_MESSAGE = 100
FACTS_A_TASK = 1_000
"""With so many results a row has a quarter of the 400 KB it may have; each result rewrites it."""


@dataclass(frozen=True, slots=True)
class Limited:
    """The facts that are taken, in order, and why others were not."""

    facts: tuple[Fact, ...]
    dropped: Counter[Drop]


def within_limits(facts: Iterable[Fact]) -> Limited:
    """Return the facts without what a message says twice, the first of each message and of all."""
    taken: list[Fact] = []
    dropped: Counter[Drop] = Counter()
    told: set[tuple[str | None, str]] = set()
    room: Counter[str | None] = Counter()
    for fact in facts:
        message = fact.sources[-1].message_id if fact.sources else None
        words = (message, letters(fact.text))
        if words in told:
            dropped[Drop.REPEATED] += 1
        elif room[message] >= FACTS_A_MESSAGE or len(taken) >= FACTS_A_TASK:
            dropped[Drop.TOO_MANY] += 1
        else:
            told.add(words)
            room[message] += 1
            taken.append(fact)
    return Limited(tuple(taken), dropped)
