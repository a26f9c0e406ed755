"""Give recalled memories their weight back (seed 3 chapter 7), off the answer's path."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import All, Equals, Put, TableStore
from mneme.application.repositories.head_rows import head_row
from mneme.application.repositories.make_way import RACES, make_way
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.row_keys import HEADS, user_partition
from mneme.application.tasks.queue_messages import ReinforcementMessage
from mneme.domain.errors import WriteConflict
from mneme.domain.memory import Head, Status, WeightAnchor
from mneme.domain.tenancy import TenantContext, internal_context
from mneme.domain.weight import current_weight, recalled

Hits = tuple[datetime, ...]
"""When a memory was recalled, once for each recall of a batch."""


@dataclass(frozen=True)
class Reinforce:
    """The reinforcement worker's use case: one row a memory and batch, however often recalled.

    A message delivered again is older than what it did, so it does nothing: hits may be lost in
    a race, but are never counted twice.
    """

    tables: TableStore
    memories: MemoryRepository
    clock: Clock

    def __call__(self, messages: Sequence[ReinforcementMessage]) -> int:
        """Return how many heads were reinforced. Raises Unavailable."""
        done = 0
        for (tenant_id, user_id), hits in _coalesced(messages).items():
            tenant = internal_context(tenant_id)
            done += self._user(tenant, user_id, hits)
        return done

    def _user(self, tenant: TenantContext, user_id: str, hits: dict[str, Hits]) -> int:
        waiting = dict(hits)
        done = 0
        for attempt in range(RACES.attempts):
            heads = self.memories.heads(tenant, user_id, sorted(waiting))
            moved = {}
            for memory_id, head in heads.items():
                new = _uncounted(head, waiting[memory_id])
                if not new:
                    continue
                if self._write(tenant, user_id, head, new):
                    done += 1
                else:
                    moved[memory_id] = new
            if not moved:
                break
            waiting = moved
            make_way(self.clock, attempt)
        return done

    def _write(self, tenant: TenantContext, user_id: str, head: Head, hits: Hits) -> bool:
        row = head_row(user_partition(tenant, user_id), _reinforced(head, hits))
        # An upsert would bring a purged memory back: the row must still be the one that was read.
        same = All((Equals("version", head.version), Equals("status", Status.ACTIVE.value)))
        try:
            self.tables.transact(tenant, [Put(HEADS, row, same)])
        except WriteConflict:
            return False
        return True


def _uncounted(head: Head, hits: Hits) -> Hits:
    """Return the hits that are newer than all the head has counted."""
    if head.status is not Status.ACTIVE:
        return ()
    seen = head.last_recalled_at
    return tuple(at for at in hits if seen is None or seen < at)


def _reinforced(head: Head, hits: Hits) -> Head:
    last = max(hits)
    weight = current_weight(head, last)
    for _ in hits:
        weight = recalled(weight, head.class_cap)
    return replace(
        head,
        anchor=WeightAnchor(weight, max(head.anchor.at, last)),
        recall_count=head.recall_count + len(hits),
        last_recalled_at=last,
        version=head.version + 1,
    )


def _coalesced(
    messages: Sequence[ReinforcementMessage],
) -> dict[tuple[str, str], dict[str, Hits]]:
    users: dict[tuple[str, str], dict[str, Hits]] = {}
    for message in messages:
        # Heads keep milliseconds; a finer instant would look newer than itself on a replay.
        at = message.at.replace(microsecond=message.at.microsecond // 1000 * 1000)
        hits = users.setdefault((message.tenant_id, message.user_id), {})
        for memory_id in message.memory_ids:
            hits[memory_id] = (*hits.get(memory_id, ()), at)
    return users
