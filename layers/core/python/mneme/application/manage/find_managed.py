"""The memories that a caller may manage, as they stand: read consistently."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from mneme.application.commit.known_memory import KnownMemory
from mneme.application.ports.clock import Clock
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.errors import MnemeError, RevisionConflict
from mneme.domain.managing import is_there, no_such_memory, require_reach
from mneme.domain.memory import Head
from mneme.domain.tenancy import TenantContext
from mneme.domain.thresholds import Thresholds
from mneme.domain.user_state import UserState


@dataclass(frozen=True, slots=True)
class Managed:
    """One memory, the user's state that says it is there, and what it is managed by."""

    state: UserState
    known: KnownMemory
    now: datetime
    by: Thresholds

    @property
    def head(self) -> Head:
        """The memory's head."""
        return self.known.head


@dataclass(frozen=True)
class FindManaged:
    """Finds memories by their ids. What belongs to somebody else is not found."""

    users: UserRepository
    memories: MemoryRepository
    clock: Clock
    thresholds: ThresholdsNow = as_delivered

    def __call__(self, tenant: TenantContext, user_id: str, memory_id: str) -> Managed:
        """Return a memory with its current revision. Raises NotFound, NotAllowed, Unavailable."""
        state, now = self.users.state(tenant, user_id), self.clock.now()
        found = self.heads(tenant, user_id, state, [memory_id])[memory_id]
        if isinstance(found, MnemeError):
            raise found
        ref = (memory_id, found.revision)
        revision = self.memories.revisions(tenant, user_id, [ref]).get(ref)
        if revision is None:
            raise no_such_memory()
        return Managed(state, KnownMemory(found, revision), now, self.thresholds())

    def present(
        self, tenant: TenantContext, user_id: str, memory_ids: Sequence[str]
    ) -> list[KnownMemory]:
        """Return those of the memories that the caller may have, as they stand, in one reading."""
        state = self.users.state(tenant, user_id)
        found = self.heads(tenant, user_id, state, memory_ids).values()
        heads = [head for head in found if isinstance(head, Head)]
        refs = [(head.memory_id, head.revision) for head in heads]
        revisions = self.memories.revisions(tenant, user_id, refs, searchable=False)
        return [
            KnownMemory(head, revisions[ref])
            for head, ref in zip(heads, refs, strict=True)
            if ref in revisions
        ]

    def heads(
        self, tenant: TenantContext, user_id: str, state: UserState, memory_ids: Sequence[str]
    ) -> dict[str, Head | MnemeError]:
        """Return for each id its head, or why the caller may not have it."""
        heads = self.memories.heads(tenant, user_id, memory_ids)
        return {
            memory_id: self._judged(tenant, heads.get(memory_id), state) for memory_id in memory_ids
        }

    def _judged(
        self, tenant: TenantContext, head: Head | None, state: UserState
    ) -> Head | MnemeError:
        kept = self.thresholds().retention
        if head is None or not is_there(head, state, self.clock.now(), kept):
            return no_such_memory()
        try:
            require_reach(tenant, head)
        except MnemeError as refusal:
            return refusal
        return head


def require_revision(head: Head, expected: int | None) -> None:
    """Raise RevisionConflict, with the current revision, if another one was expected."""
    if expected is not None and head.revision != expected:
        raise moved_on(head, "the memory has another revision", "expected_revision")


def moved_on(head: Head, message: str, field: str, **details: object) -> RevisionConflict:
    """Return the conflict that tells the caller where the memory stands."""
    data = {"current_revision": head.revision, **details}
    return RevisionConflict(message, field=field, data=data)
