"""Which memories leave a full dimension first: the index `leaving` of those that may.

An entry says until when a memory neither fades nor expires. That is its date in the index `due`: a
recall does not move it, so that who is strengthened costs no index write, and stands too far in
front until it is dated anew. A digest says in which dimension it stands, so that those of one app
are found among all of a user's without reading their heads.
"""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from mneme.application.ports.table_store import Item
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import counter_key
from mneme.application.repositories.row_values import milliseconds
from mneme.domain.capacity import may_leave
from mneme.domain.counting import Counter, Room, counters_of
from mneme.domain.memory import Head
from mneme.domain.scope import join_key, split_key

LEAVES_AFTER = "leaves_after"

_DIGITS = 12
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class LeavingEntry:
    """A memory that leaves no earlier than what fades, or expires, at the instant `after`."""

    memory_id: str
    after: datetime
    dimension: str
    """A digest."""

    def may_be_of(self, counter: Counter) -> bool:
        """Return whether the memory may stand in a counter; its head alone is sure."""
        return counter.room is Room.TOTAL or self.dimension == _digest(counter)


def leaves_after(head: Head) -> str | None:
    """Return the place of a head in the order, None if the memory may not leave."""
    if head.due is None or not may_leave(head):
        return None
    _, own = counters_of(head)
    return join_key(f"{max(0, milliseconds(head.due.at)):015d}", _digest(own))


def leaving_entry(item: Item) -> LeavingEntry:
    """Return an entry of the index."""
    after, dimension = split_key(read.text(item, LEAVES_AFTER))
    return LeavingEntry(
        read.text(item, "sk"), _EPOCH + timedelta(milliseconds=int(after)), dimension
    )


def _digest(counter: Counter) -> str:
    name = str(counter_key("", counter).sort).encode("utf-8", "surrogatepass")
    return hashlib.sha256(name).hexdigest()[:_DIGITS]
