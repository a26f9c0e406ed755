"""Spells of a slot: when each of its values held, and who held before and after one (DESIGN §9).

A statement that is taken back leaves a gap: who was ended by it held on until the next one began.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from mneme.domain.evolution.verdicts import ONE_INSTANT
from mneme.domain.memory import Head, Revision, end_of_past

_EVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Spell:
    """A revision of a memory, and when it held: until `ends`, None if nothing has ended it."""

    head: Head
    said: Revision
    ends: datetime | None

    @property
    def ref(self) -> tuple[str, int]:
        """The memory's id and the revision's number."""
        return self.said.memory_id, self.said.revision

    @property
    def is_last(self) -> bool:
        """Whether its memory says nothing after it."""
        return self.said.revision == self.head.revision

    @property
    def begins(self) -> datetime | None:
        """Since when it held; None if that is not known."""
        return self.head.valid_at if self.is_last else self.said.valid_at

    @property
    def is_empty(self) -> bool:
        """Whether it held at no time: it was taken back, or replaced where it began."""
        return self.begins is not None and self.ends is not None and self.ends < _after(self.begins)


def spells_of(
    heads: Iterable[Head], revisions: Mapping[tuple[str, int], Revision]
) -> tuple[Spell, ...]:
    """Return the spells of memories whose revisions are known, each memory's in order."""
    by_id = {head.memory_id: head for head in heads}
    found: list[Spell] = []
    for memory_id, number in sorted(revisions):
        head, said = by_id.get(memory_id), revisions[memory_id, number]
        following = revisions.get((memory_id, number + 1))
        if head is None:
            continue
        if number == head.revision:
            found.append(Spell(head, said, head.invalid_at))
        elif following is not None:
            found.append(Spell(head, said, end_of_past(said, following)))
    return tuple(found)


def held_before(gone: Spell, others: Sequence[Spell]) -> Spell | None:
    """Return which of the others one spell has ended, None if none: the one that began last."""
    ended = [one for one in others if _was_ended(one, gone)]
    return max(
        ended,
        key=lambda one: (one.begins or _EVER, one.said.created_at, one.said.revision),
        default=None,
    )


def next_begins(gone: Spell, others: Iterable[Spell]) -> datetime | None:
    """Return when the first of the others began that came behind a spell, None if none did."""
    at = gone.begins
    later = [
        one.begins
        for one in others
        if at is not None and one.begins is not None and at < _after(one.begins)
        if not one.is_empty
    ]
    return min(later, default=None)


def same_instant(one: datetime | None, other: datetime | None) -> bool:
    """Return whether two ends are one: heads keep milliseconds."""
    if one is None or other is None:
        return one is other
    return abs(one - other) < ONE_INSTANT


def _was_ended(one: Spell, by: Spell) -> bool:
    if by.begins is None or one.ends is None:
        return False
    if one.begins is not None and one.begins >= _after(by.begins):
        return False
    if one.ref[0] == by.ref[0]:
        return one.ref[1] < by.ref[1] and by.begins < _after(one.ends)
    return same_instant(one.ends, by.begins)


def _after(at: datetime) -> datetime:
    return at + ONE_INSTANT
