"""The parts of a memory's text as they stand in sealed JSON."""

from collections.abc import Iterable
from typing import Any

from mneme.domain.memory import Part, Source


def part_words(parts: Iterable[Part]) -> list[list[object]]:
    """Return parts as JSON has them."""
    return [
        [part.text, [[one.session_id, one.message_id] for one in part.sources]] for part in parts
    ]


def parts_of_words(listed: Iterable[Any]) -> tuple[Part, ...]:
    """Return the parts of `part_words`."""
    return tuple(
        Part(text, tuple(Source(session_id, message_id) for session_id, message_id in sources))
        for text, sources in listed
    )
