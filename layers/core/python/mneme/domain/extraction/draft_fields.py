"""The parts of a claim that stand beside its words: each is taken or left by itself."""

from collections import Counter
from datetime import datetime, timedelta

from mneme.domain.conversation import Message, Role
from mneme.domain.dates.ends import valid_until
from mneme.domain.evolution.single_slots import is_single_slot
from mneme.domain.extraction.draft_fact import DraftFact, Drop
from mneme.domain.memory import ENTITY_LENGTH, Entity
from mneme.domain.retrieval.terms import folded
from mneme.domain.scope import join_key

ENTITIES_A_FACT = 20
FARTHEST = timedelta(days=366 * 150)
"""What lies farther from its message than anybody's life is a slip."""

_DAY = timedelta(days=1)

Dropped = Counter[Drop]


def interval_of(
    draft: DraftFact, said_at: datetime, dropped: Dropped
) -> tuple[datetime | None, datetime | None]:
    """Return since when the claim holds and until when, None where it does not say.

    A last day that its words include ("until 5 May") counts whole, even if the claim ends with the
    beginning of that day.
    """
    valid_at = _instant(draft.valid_at, said_at, dropped)
    invalid_at = _instant(draft.invalid_at, said_at, dropped)
    told = None if invalid_at is None else valid_until(draft.text, said_at)
    if told is not None and told - _DAY == invalid_at:
        invalid_at = told
    if valid_at and invalid_at and invalid_at <= valid_at:
        dropped[Drop.INSTANT] += 1
        invalid_at = None
    return valid_at, invalid_at


def fact_key_of(draft: DraftFact, last: Message, dropped: Dropped) -> str | None:
    """Return the key of the speaker's own slot; a named speaker's carries the name."""
    if draft.fact_key is None or not draft.about_speaker or last.role is not Role.USER:
        return None
    slot = draft.fact_key.strip().lower()
    if not is_single_slot(slot):
        dropped[Drop.FACT_KEY] += 1
        return None
    return slot if last.name is None else join_key(slot, last.name.casefold())


def entities_of(
    draft: DraftFact, declared: tuple[str, ...], said: str, dropped: Dropped
) -> tuple[Entity, ...]:
    """Return those entities that `said` names and whose type is declared, spelt as declared."""
    types = {name.casefold(): name for name in declared}
    named = letters(said)
    found: dict[Entity, None] = {}
    for entity in draft.entities:
        kind = types.get(entity.type.strip().casefold())
        name = " ".join(entity.name.split())
        spelt = letters(name)
        if kind and spelt and spelt in named and len(name) <= ENTITY_LENGTH:
            found[Entity(name, kind)] = None
        else:
            dropped[Drop.ENTITY] += 1
    return tuple(found)[:ENTITIES_A_FACT]


def letters(text: str) -> str:
    """Return a text's letters and digits alone, by which two writings of one thing are equal."""
    return "".join(filter(str.isalnum, folded(text)))


def _instant(written: str | None, said_at: datetime, dropped: Dropped) -> datetime | None:
    """Return the instant if it is one, with its offset, and near enough to be meant."""
    if written is None:
        return None
    try:
        instant = datetime.fromisoformat(written.strip())
        near = abs(instant - said_at) <= FARTHEST
    except (ValueError, TypeError, OverflowError):  # TypeError: it carries no offset
        near = False
    if not near:
        dropped[Drop.INSTANT] += 1
        return None
    return instant
