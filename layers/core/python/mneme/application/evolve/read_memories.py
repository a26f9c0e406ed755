"""Memories as they stand now: head and current revision, read consistently."""

from collections.abc import Collection

from mneme.application.commit.known_memory import KnownMemory
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.domain.tenancy import TenantContext


def read_memories(
    memories: MemoryRepository, tenant: TenantContext, user_id: str, memory_ids: Collection[str]
) -> list[KnownMemory]:
    """Return those of the memories that exist. Raises Unavailable."""
    heads = memories.heads(tenant, user_id, sorted(memory_ids))
    refs = {head: (head.memory_id, head.revision) for head in heads.values()}
    found = memories.revisions(tenant, user_id, list(refs.values()))
    return [KnownMemory(head, found[ref]) for head, ref in refs.items() if ref in found]
