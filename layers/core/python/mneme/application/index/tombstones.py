"""What takes a purged memory out of the index, at a cost that follows what was kept of it.

A memory that came in may tell a high number and little else: no number alone is written there.
"""

from collections.abc import Sequence

from mneme.application.ports.vector_index import Tombstone
from mneme.application.repositories.revision_numbers import FEW
from mneme.domain.memory import Head


def of_newest(partition: str, head: Head) -> list[Tombstone]:
    """Return what takes the newest revisions of a purged memory out, whether they were there.

    The indexer knows the head alone. What is pruned leaves the index by itself, before.
    """
    oldest = 1 if head.past_since is not None else head.revision
    numbers = range(max(oldest, _newest(head)), head.revision + 1)
    return [_gone(partition, head, number) for number in numbers]


def of_others(partition: str, head: Head, kept: Sequence[int]) -> list[Tombstone]:
    """Return what takes out the others of those that are `kept`, for who is about to purge them."""
    return [_gone(partition, head, number) for number in kept if number < _newest(head)]


def _newest(head: Head) -> int:
    return head.revision - FEW + 1


def _gone(partition: str, head: Head, number: int) -> Tombstone:
    return Tombstone(partition, head.memory_id, number, head.index_version + 1)
