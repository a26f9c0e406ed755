"""The memories whose day has come, as the index `due` of the heads lists them."""

import json
from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta

from mneme.application.ports.table_store import Query, SortRange, TableStore
from mneme.application.repositories import row_values as read
from mneme.application.repositories.head_rows import DUE_SHARDS, due_shard
from mneme.application.repositories.row_keys import DUE_INDEX, HEADS
from mneme.application.repositories.row_values import milliseconds
from mneme.domain.due import Dating
from mneme.domain.tenancy import SYSTEM, TenantContext
from mneme.domain.user_state import UserState

DAY = timedelta(days=1)
"""From one run to the next."""


@dataclass(frozen=True, slots=True)
class OfUser:
    """Whose memories are looked after, how the user's row stands, when that is, and by what."""

    tenant: TenantContext
    user_id: str
    state: UserState
    now: datetime
    by: Dating


@dataclass(frozen=True, slots=True)
class DuePage:
    """Memory ids by user partition, and where the next page begins; None at the end.

    `late` tells how many of a user's should have been looked after the day before.
    """

    by_user: dict[str, list[str]]
    late: Counter[str]
    cursor: str | None

    @property
    def count(self) -> int:
        """Return how many memories it lists."""
        return sum(map(len, self.by_user.values()))


@dataclass(frozen=True)
class DueHeads:
    """Lists what is due, of all tenants: at a cost that follows what is due.

    The index's shards are dealt out to the shards of a job, each its own ones, in turn.
    """

    tables: TableStore

    def page(
        self, part: int, parts: int, until: datetime, cursor: str | None, limit: int
    ) -> DuePage:
        """Return up to `limit` memories of the part, due until an instant, from a cursor on."""
        shard, inner = (part, None) if cursor is None else json.loads(cursor)
        found: dict[str, list[str]] = defaultdict(list)
        late, missed = Counter[str](), milliseconds(until - DAY)
        left = limit
        while shard < DUE_SHARDS:
            query = Query(
                HEADS,
                due_shard(shard),
                index=DUE_INDEX,
                sort=SortRange(high=milliseconds(until)),
                limit=left,
                cursor=inner,
                consistent=False,
            )
            page = self.tables.query(SYSTEM, query)
            for item in page.items:
                partition = read.text(item, "pk")
                found[partition].append(read.text(item, "sk"))
                late[partition] += read.whole(item, "due_at") <= missed
            left -= len(page.items)
            if page.cursor is None:
                shard, inner = shard + parts, None
            else:
                inner = page.cursor
            if left <= 0:
                break
        at_end = shard >= DUE_SHARDS
        return DuePage(dict(found), late, None if at_end else json.dumps([shard, inner]))
