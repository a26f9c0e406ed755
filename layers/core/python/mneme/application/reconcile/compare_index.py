"""Does the index hold of a memory what its head says?"""

from collections import defaultdict
from collections.abc import Sequence
from enum import StrEnum

from mneme.application.ports.index_audit import IndexedRevision
from mneme.domain.memory import Head, Status


class Drift(StrEnum):
    """What is wrong: the codes that are counted."""

    MISSING = "missing"
    STALE = "stale"
    STRAY = "stray"
    COUNTER = "counter"
    IN_TABLE = "in_table"
    """An archived memory's content that is still in the tables."""
    ORPHAN = "orphan"
    """An object in the archive of a revision that was purged while it was archived."""
    OVER_LIMIT = "over_limit"
    """A dimension above a limit that was lowered: its evictions were asked for."""


LEFT_TO_IT = frozenset({Drift.IN_TABLE, Drift.OVER_LIMIT})
"""What others leave to the comparison to do: nothing had gone wrong."""


def stray(entries: Sequence[IndexedRevision]) -> list[IndexedRevision]:
    """Return what the index shows of a memory that is not there."""
    return [entry for entry in entries if entry.status is not None]


def is_stale(head: Head, entries: Sequence[IndexedRevision]) -> bool:
    """Return whether the index shows of a memory what is not so, or not so any more."""
    shown: dict[int, list[IndexedRevision]] = defaultdict(list)
    for entry in stray(entries):
        shown[entry.revision].append(entry)
    if head.status is Status.DELETED:
        return bool(shown)
    return any(len(here) > 1 or not _fits(head, here[0]) for here in shown.values())


def not_shown(head: Head, entries: Sequence[IndexedRevision]) -> list[int]:
    """Return the revisions that the index does not show, and must if they are there.

    Past ones count only while any is kept.
    """
    if head.status is Status.DELETED:
        return []
    first = 1 if head.past_since is not None else head.revision
    shown = {entry.revision for entry in stray(entries)}
    return [number for number in range(first, head.revision + 1) if number not in shown]


def newest_version(entries: Sequence[IndexedRevision]) -> int:
    """Return the highest version that anything of a memory was written with; 0 for nothing."""
    return max((entry.version for entry in entries), default=0)


def _fits(head: Head, entry: IndexedRevision) -> bool:
    if entry.revision == head.revision:
        return (entry.status, entry.version) == (head.status, head.index_version)
    return entry.revision < head.revision and entry.status is Status.SUPERSEDED
