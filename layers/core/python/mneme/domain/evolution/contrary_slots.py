"""Slots of which one tells that the other is empty: who is single has no partner."""

import re

from mneme.domain.scope import join_key, split_key
from mneme.domain.simplified_text import simplified

_CONTRARY = {"partner": "relationship_status", "relationship_status": "partner"}
_ALONE = re.compile(
    r"\b(?:single|divorced|widowed|separated|split up|broke up)\b|单身|离异|离婚|分手",
    re.IGNORECASE,
)


def contrary_slot(fact_key: str | None) -> str | None:
    """Return the key of the slot that a value of this one may empty, None if there is none."""
    if fact_key is None:
        return None
    slot, *whose = split_key(fact_key)
    other = _CONTRARY.get(slot)
    return None if other is None else join_key(other, *whose)


def excludes(said: str, known: str) -> bool:
    """Return whether of two statements of contrary slots one alone tells of somebody alone."""
    alone = [_ALONE.search(simplified(text)) is not None for text in (said, known)]
    return alone[0] != alone[1]
