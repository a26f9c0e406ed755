"""How well extracted facts agree with labels: the rules of `bench/data/extraction/README.md`."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from bench.extraction_labels import Label, LabelledMessage
from mneme.domain.fact import Fact

_CATEGORIES = {"preferences": "preference", "plans": "plan", "activities": "activity"}
"""Categories whose label is not the product's own name of them."""


class Date(StrEnum):
    """What became of the day from which a found fact holds."""

    RIGHT = "right"
    LATER = "left to the text (plans)"
    MISSING = "missing"
    WRONG = "wrong"
    INVENTED = "where none is told"
    NONE = "rightly none"


@dataclass(frozen=True)
class Outcome:
    """One message, what was extracted from it, and which facts are right."""

    message: LabelledMessage
    facts: tuple[Fact, ...]
    right: tuple[bool, ...]
    found: tuple[tuple[Label, Fact], ...]


@dataclass
class Score:
    """Counts over messages."""

    messages: int = 0
    labels: int = 0
    found: int = 0
    facts: int = 0
    right: int = 0
    one_offs: int = 0
    one_offs_kept: int = 0
    empty: int = 0
    junk: int = 0
    keys: Counter[str] = field(default_factory=Counter)
    categories: Counter[bool] = field(default_factory=Counter)
    dates: Counter[Date] = field(default_factory=Counter)

    @property
    def precision(self) -> float:
        """The share of the extracted facts that say what a label asks for."""
        return _share(self.right, self.facts)

    @property
    def recall(self) -> float:
        """The share of the durable labels that some fact says."""
        return _share(self.found, self.labels)

    @property
    def junk_share(self) -> float:
        """The share of the messages that must yield nothing from which something was taken."""
        return _share(self.junk, self.empty)


def judge(message: LabelledMessage, facts: Sequence[Fact]) -> Outcome:
    """Compare what was extracted from a message with its labels.

    A fact is right if it says at least one durable label and no one-off. A label goes with the
    first fact that says it.
    """
    right = tuple(_is_right(message, fact) for fact in facts)
    found = []
    for label in message.durable:
        saying = (fact for fact in facts if label.is_met_by(fact.text))
        first = next(saying, None)
        if first is not None:
            found.append((label, first))
    return Outcome(message, tuple(facts), right, tuple(found))


def total(outcomes: Iterable[Outcome]) -> Score:
    """Add the outcomes up."""
    score = Score()
    for outcome in outcomes:
        _count_facts(score, outcome)
        for label, fact in outcome.found:
            score.keys[_key_outcome(label, fact, outcome.message)] += 1
            category = _CATEGORIES.get(label.category, label.category)
            score.categories[fact.category == category] += 1
            score.dates[_date_outcome(label, fact, outcome.message)] += 1
    return score


def _count_facts(score: Score, outcome: Outcome) -> None:
    message = outcome.message
    one_offs = [label for label in message.labels if label.one_off]
    score.messages += 1
    score.labels += len(message.durable)
    score.found += len(outcome.found)
    score.facts += len(outcome.facts)
    score.right += sum(outcome.right)
    score.one_offs += len(one_offs)
    score.one_offs_kept += sum(_said(label, outcome.facts) for label in one_offs)
    if not message.durable:
        score.empty += 1
        score.junk += bool(outcome.facts)


def _said(label: Label, facts: Iterable[Fact]) -> bool:
    return any(label.is_met_by(fact.text) for fact in facts)


def _is_right(message: LabelledMessage, fact: Fact) -> bool:
    met = [label for label in message.labels if label.is_met_by(fact.text)]
    return bool(met) and not any(label.one_off for label in met)


def _key_outcome(label: Label, fact: Fact, message: LabelledMessage) -> str:
    asked, given = _slot(label.fact_key), _slot(_own_key(fact, message))
    if asked == given:
        return "none, rightly" if asked is None else "right"
    if given is None:
        return "missing"
    return "wrong" if asked else "where none is asked"


def _own_key(fact: Fact, message: LabelledMessage) -> str | None:
    """Return the slot of the speaker; one of somebody else is none for the labels."""
    slot, _, owner = (fact.fact_key or "").partition("#")
    own = not owner or owner == (message.name or "").casefold()
    return slot if slot and own else None


def _slot(key: str | None) -> str | None:
    return "preferred" if key and key.startswith("preferred_") else key


def _date_outcome(label: Label, fact: Fact, message: LabelledMessage) -> Date:
    day = fact.valid_at.date() if fact.valid_at else None
    if label.valid_from is None:
        return Date.NONE if day is None else Date.INVENTED
    if day is None:
        ahead = label.valid_from.earliest > message.time.date()
        return Date.LATER if ahead else Date.MISSING
    return Date.RIGHT if day in label.valid_from else Date.WRONG


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
