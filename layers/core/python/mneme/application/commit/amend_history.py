"""What is said again, and what arrives late: how it changes the revisions that are there."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from mneme.application.commit.compose_memory import superseded_head
from mneme.application.commit.known_memory import KnownMemory
from mneme.application.commit.retire_memories import Successor
from mneme.application.ports.table_store import Action, Present, SetTo, Update
from mneme.application.repositories.commits import MemoryWrite
from mneme.application.repositories.revision_rows import source_row
from mneme.application.repositories.row_keys import REVISIONS, revision_key
from mneme.domain.fact import Fact
from mneme.domain.memory import Head, Source


def said_again(
    partition: str, known: KnownMemory, after: Head, fact: Fact, sources: Sequence[Source]
) -> Action:
    """Return the action that adds sources to a revision, and since when it holds by now."""
    place = revision_key(partition, known.memory_id, known.head.revision)
    changes = [SetTo("sources", [source_row(one) for one in sources])]
    if after.valid_at is not None and after.valid_at != known.head.valid_at:
        first = min(known.revision.observed_at, fact.observed_at)
        changes.append(SetTo("valid_at", after.valid_at.isoformat()))
        changes.append(SetTo("observed_at", first.isoformat()))
    return Update(REVISIONS, place, tuple(changes), Present("pk"))


def ended_chapter(
    partition: str, known: KnownMemory, number: int, by: Successor, now: datetime
) -> tuple[tuple[MemoryWrite, ...], list[Action]]:
    """Return what ends a past revision where a fact that arrived late began to hold.

    The last revision of a memory that was superseded ends in its head as well.
    """
    ended = by.holds_from.isoformat()
    changes = [SetTo("invalid_at", ended)]
    writes: tuple[MemoryWrite, ...] = ()
    if number == known.head.revision:
        changes.append(SetTo("superseded_by", by.memory_id))
        after = superseded_head(known.head, by.holds_from, now)
        writes = (MemoryWrite(after, before=known.head),)
    place = revision_key(partition, known.memory_id, number)
    return writes, [Update(REVISIONS, place, tuple(changes), Present("pk"))]


def resumed(
    partition: str, known: KnownMemory, around: Successor, until: datetime, now: datetime
) -> tuple[MemoryWrite, Action]:
    """Return what lets a memory go on as its next revision after a fact that lay in between."""
    before, said = known.head, known.revision
    after = replace(
        before,
        revision=before.revision + 1,
        valid_at=until,
        changed_at=now,
        version=before.version + 1,
        index_version=before.index_version + 1,
    )
    again = replace(
        said,
        revision=after.revision,
        observed_at=before.observed_at,
        created_at=now,
        valid_at=until,
        conflicts_with=(*said.conflicts_with, around.memory_id),
        supersedes=(around.memory_id,),
    )
    place = revision_key(partition, known.memory_id, before.revision)
    ended = Update(
        REVISIONS,
        place,
        (SetTo("invalid_at", around.holds_from.isoformat()),),
        Present("pk"),
    )
    return MemoryWrite(after, before=before, revision=again), ended
