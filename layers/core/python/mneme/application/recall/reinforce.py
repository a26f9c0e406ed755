"""Give recalled memories their weight back (seed 3 chapter 7), off the answer's path."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from mneme.application.ports.clock import Clock
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.ports.table_store import All, Equals, Put, TableStore
from mneme.application.repositories.head_rows import head_row
from mneme.application.repositories.make_way import attempts
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.row_keys import HEADS, user_partition
from mneme.application.repositories.sessions import Sessions
from mneme.application.repositories.strengthened_by import StrengthenedBy
from mneme.application.tasks.queue_messages import ReinforcementMessage
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.memory import Head, Status
from mneme.domain.reinforcement import Occasions, Strengthening, reinforced
from mneme.domain.scope import Level, Scope
from mneme.domain.tenancy import TenantContext, internal_context

Note = Callable[[TenantContext, str, Exception], None]
"""Takes down what is wrong with the memories of a tenant's user."""


def _raised(_tenant: TenantContext, _user_id: str, fault: Exception) -> None:
    raise fault


@dataclass(frozen=True)
class Reinforce:
    """The reinforcement worker's use case: one row a memory and batch, however often recalled.

    A message delivered again is older than what it did, so it does nothing.
    """

    tables: TableStore
    memories: MemoryRepository
    sessions: Sessions
    strengthened_by: StrengthenedBy
    clock: Clock
    thresholds: ThresholdsNow = as_delivered

    def __call__(self, messages: Sequence[ReinforcementMessage], note: Note = _raised) -> int:
        """Return how many heads were reinforced. Raises Unavailable, and what `note` raises.

        What is wrong with one user's memories, or with their tenant's choice, is noted, and keeps
        no other user from theirs: all of that user's messages are to be given again.
        """
        done = 0
        for (tenant_id, user_id), occasions in _coalesced(messages).items():
            tenant = internal_context(tenant_id)
            try:
                done += self._user(tenant, user_id, occasions, self.strengthened_by.of(tenant))
            except Unavailable:
                raise
            except Exception as fault:  # noqa: BLE001
                # One damaged row must not hold up all other tenants, whatever is wrong with it.
                note(tenant, user_id, fault)
        return done

    def _user(
        self,
        tenant: TenantContext,
        user_id: str,
        occasions: dict[str, Occasions],
        by: Strengthening,
    ) -> int:
        waiting, weights = dict(occasions), self.thresholds().weights
        done = list[Head]()
        for _ in attempts(self.clock):
            heads = self.memories.heads(tenant, user_id, sorted(waiting))
            moved = {}
            for memory_id, head in heads.items():
                new = waiting[memory_id].unseen_by(head)
                if not new:
                    continue
                after = reinforced(head, new, by, weights)
                if self._write(tenant, user_id, head, after):
                    done.append(head)
                else:
                    moved[memory_id] = new
            if not moved:
                break
            waiting = moved
        self._keep_sessions_open(tenant, user_id, done, occasions)
        return len(done)

    def _keep_sessions_open(
        self,
        tenant: TenantContext,
        user_id: str,
        heads: Sequence[Head],
        occasions: dict[str, Occasions],
    ) -> None:
        """Note that sessions are used still, of whose own memories there were occasions."""
        used: dict[tuple[Scope, int], datetime] = {}
        for head in heads:
            if head.scope.level is Level.SESSION:
                last = occasions[head.memory_id].last
                place = (head.scope, head.epoch)
                used[place] = max(used.get(place, last), last)
        for (scope, epoch), at in used.items():
            self.sessions.keep_open(tenant, user_id, scope, epoch, at)

    def _write(self, tenant: TenantContext, user_id: str, head: Head, after: Head) -> bool:
        row = head_row(user_partition(tenant, user_id), after)
        # An upsert would bring a purged memory back: the row must still be the one that was read.
        same = All((Equals("version", head.version), Equals("status", Status.ACTIVE.value)))
        try:
            self.tables.transact(tenant, [Put(HEADS, row, same)])
        except WriteConflict:
            return False
        return True


def _coalesced(
    messages: Sequence[ReinforcementMessage],
) -> dict[tuple[str, str], dict[str, Occasions]]:
    users: dict[tuple[str, str], dict[str, Occasions]] = {}
    for message in messages:
        # Heads keep milliseconds; a finer instant would look newer than itself on a replay.
        at = message.at.replace(microsecond=message.at.microsecond // 1000 * 1000)
        one = Occasions(uses=(at,)) if message.used else Occasions(hits=(at,))
        of_user = users.setdefault((message.tenant_id, message.user_id), {})
        for memory_id in message.memory_ids:
            of_user[memory_id] = of_user.get(memory_id, Occasions()) + one
    return users
