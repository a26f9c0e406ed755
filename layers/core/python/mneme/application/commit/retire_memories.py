"""How memories end with another one: closed, linked to it, and kept with what they said."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from mneme.application.commit.compose_memory import end_of, superseded_head
from mneme.application.commit.known_memory import KnownMemory
from mneme.application.ports.table_store import (
    Action,
    AddToSet,
    All,
    Check,
    Equals,
    Present,
    Remove,
    SetTo,
    Update,
)
from mneme.application.repositories.commits import MemoryWrite
from mneme.application.repositories.row_keys import HEADS, REVISIONS, head_key, revision_key
from mneme.domain.memory import Head, Revision


@dataclass(frozen=True, slots=True)
class Successor:
    """The memory with which others end, and since when it holds."""

    memory_id: str
    holds_from: datetime


def retired(
    partition: str, ending: Sequence[KnownMemory], by: Successor, now: datetime
) -> tuple[tuple[MemoryWrite, ...], list[Action]]:
    """Return the writes of the heads, and the actions that close and link the revisions."""
    writes: list[MemoryWrite] = []
    closings: list[Action] = []
    for known in ending:
        ended = end_of(known.head, by.holds_from)
        writes.append(MemoryWrite(superseded_head(known.head, ended, now), before=known.head))
        place = revision_key(partition, known.memory_id, known.head.revision)
        changes = (SetTo("invalid_at", ended.isoformat()), SetTo("superseded_by", by.memory_id))
        closings.append(Update(REVISIONS, place, changes, Present("pk")))
    return tuple(writes), closings


def reopened(partition: str, revision: Revision) -> Action:
    """Return the action that undoes that a revision ended with another memory, which stays."""
    place = revision_key(partition, revision.memory_id, revision.revision)
    return Update(REVISIONS, place, (Remove("invalid_at"), Remove("superseded_by")), Present("pk"))


def closed(partition: str, known: KnownMemory, successor_holds_from: datetime) -> Action:
    """Return the action that ends a revision where the next one of its memory begins."""
    return closed_head(partition, known.head, successor_holds_from)


def closed_head(partition: str, head: Head, successor_holds_from: datetime) -> Action:
    """Return the action that ends the current revision of a head where the next one begins."""
    ended = end_of(head, successor_holds_from)
    place = revision_key(partition, head.memory_id, head.revision)
    return Update(REVISIONS, place, (SetTo("invalid_at", ended.isoformat()),), Present("pk"))


def marked_in_conflict(
    partition: str, others: Iterable[KnownMemory], memory_id: str
) -> list[Action]:
    """Return the actions that tell the other sides of a conflict about it."""
    return [
        Update(
            REVISIONS,
            revision_key(partition, known.memory_id, known.head.revision),
            (AddToSet("conflicts_with", frozenset({memory_id})),),
            Present("pk"),
        )
        for known in others
    ]


def linked_to(partition: str, successor: KnownMemory, memory_id: str) -> Action:
    """Return the action that tells a memory of one that it had ended before that was told."""
    place = revision_key(partition, successor.memory_id, successor.head.revision)
    change = AddToSet("supersedes", frozenset({memory_id}))
    return Update(REVISIONS, place, (change,), Present("pk"))


def still_says(partition: str, known: KnownMemory) -> Action:
    """Return the check that a memory has neither changed nor gone."""
    head = known.head
    unmoved = (Equals("status", head.status.value), Equals("revision", head.revision))
    return Check(HEADS, head_key(partition, head.memory_id), All(unmoved))
