"""What is known already that a new fact may repeat, change or contradict."""

from dataclasses import dataclass
from datetime import datetime

from mneme.application.find_by import FindBy
from mneme.application.repositories.guards import ContentGuard, FactKeyGuard, Guards
from mneme.application.repositories.key_ring import UserKeys
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.row_keys import user_partition
from mneme.domain.blinding import content_hash, keyed_hash
from mneme.domain.evolution import Known
from mneme.domain.fact import Fact
from mneme.domain.memory import Head, Kind, Revision, Status
from mneme.domain.scope import Scope, VisibleScope
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class KnownState:
    """The guards as they were read, and the active memories behind them.

    `key_heads` are all active families of the fact key; `key_head` the one observed last, and
    `key_content_guard` the guard of what that one says now.
    """

    terms: tuple[str, ...]
    content_guard: ContentGuard
    content_head: Head | None
    key_guard: FactKeyGuard | None
    key_heads: tuple[Head, ...]
    key_head: Head | None
    key_content_guard: ContentGuard | None

    @property
    def same_content(self) -> Known | None:
        """The memory that says the same already."""
        return None if self.content_head is None else _known(self.content_head)

    @property
    def same_key(self) -> Known | None:
        """The memory that fills the same slot."""
        return None if self.key_head is None else _known(self.key_head)


@dataclass(frozen=True)
class LookUpKnown:
    """Reads guards and heads, consistently, in the fact's own scope and epoch."""

    guards: Guards
    memories: MemoryRepository
    find_by: FindBy

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        scope: Scope,
        epoch: int,
        key_epoch: int,
        fact: Fact,
        now: datetime,
    ) -> KnownState:
        """Return what a decision about the fact needs."""
        keys = self.find_by.keys.keys_for(tenant, user_id, key_epoch)
        partition = user_partition(tenant, user_id)
        place = VisibleScope(scope.key, epoch)
        said = content_hash(keys.hashing, _identity(fact.kind, fact, fact.text))
        content_guard = self.guards.content(tenant, partition, place, said)
        key_guard = self._key_guard(tenant, partition, place, keys, fact)
        heads = self._active(tenant, user_id, place, content_guard, key_guard)
        key_heads = tuple(
            heads[one] for one in sorted(key_guard.memory_ids if key_guard else ()) if one in heads
        )
        key_head = max(key_heads, key=lambda head: head.observed_at, default=None)
        holder = content_guard.memory_id
        return KnownState(
            terms=self.find_by.terms(keys, fact.speaker, fact.text),
            content_guard=content_guard,
            content_head=None if holder is None else _still_said(heads.get(holder), fact, now),
            key_guard=key_guard,
            key_heads=key_heads,
            key_head=key_head,
            key_content_guard=self._said_by(tenant, user_id, place, keys, key_head),
        )

    def _key_guard(
        self,
        tenant: TenantContext,
        partition: str,
        place: VisibleScope,
        keys: UserKeys,
        fact: Fact,
    ) -> FactKeyGuard | None:
        if fact.fact_key is None:
            return None
        whose = (fact.kind, fact.ownership, fact.speaker or "")
        slot = keyed_hash(keys.hashing, "fact_key", *whose, fact.fact_key)
        return self.guards.fact_key(tenant, partition, place, slot)

    def _active(
        self,
        tenant: TenantContext,
        user_id: str,
        place: VisibleScope,
        content_guard: ContentGuard,
        key_guard: FactKeyGuard | None,
    ) -> dict[str, Head]:
        ids = set(key_guard.memory_ids) if key_guard else set()
        if content_guard.memory_id is not None:
            ids.add(content_guard.memory_id)
        heads = self.memories.heads(tenant, user_id, sorted(ids))
        return {
            memory_id: head
            for memory_id, head in heads.items()
            if head.status is Status.ACTIVE and VisibleScope(head.scope.key, head.epoch) == place
        }

    def _said_by(
        self,
        tenant: TenantContext,
        user_id: str,
        place: VisibleScope,
        keys: UserKeys,
        head: Head | None,
    ) -> ContentGuard | None:
        if head is None:
            return None
        ref = (head.memory_id, head.revision)
        revision = self.memories.revisions(tenant, user_id, [ref])[ref]
        said = content_hash(keys.hashing, _identity(head.kind, revision, revision.content))
        return ContentGuard(user_partition(tenant, user_id), place, said, head.memory_id)


def _known(head: Head) -> Known:
    return Known(
        memory_id=head.memory_id,
        revision=head.revision,
        status=head.status,
        provenance=head.provenance,
        observed_at=head.observed_at,
    )


def _still_said(head: Head | None, fact: Fact, now: datetime) -> Head | None:
    """Return the memory if it says the fact still: what is over is news when it is said again."""
    if head is None or (_is_over(head, now) and not _is_over(fact, now)):
        return None
    return head


def _is_over(said: Head | Fact, now: datetime) -> bool:
    return any(end is not None and end <= now for end in (said.expire_at, said.invalid_at))


def _identity(kind: Kind, said: Fact | Revision, content: str) -> str:
    """Return what counts as the same content: of what kind it is and who says it is part of it."""
    spoken = f"{said.speaker}: {content}" if said.speaker else content
    return f"{kind} {said.ownership} {spoken}"
