"""One scope never says the same twice, nor two values of one slot, whatever a caller asks for."""

from mneme.application.manage.find_managed import Managed, moved_on
from mneme.application.repositories.guards import ContentGuard, FactKeyGuard
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.domain.evolution.verdicts import is_over
from mneme.domain.memory import Head, Status
from mneme.domain.tenancy import TenantContext


def refuse_double(
    memories: MemoryRepository,
    tenant: TenantContext,
    user_id: str,
    found: Managed,
    held: ContentGuard,
) -> None:
    """Raise RevisionConflict, naming it, if another active memory says what the guard is of."""
    holder = held.memory_id
    if holder is None or holder == found.head.memory_id:
        return
    other = memories.heads(tenant, user_id, [holder]).get(holder)
    if other is not None and _holds(other, found):
        raise moved_on(found.head, "another memory says this already", "content", memory_id=holder)


def refuse_rival(
    memories: MemoryRepository,
    tenant: TenantContext,
    user_id: str,
    found: Managed,
    slot: FactKeyGuard,
) -> None:
    """Raise RevisionConflict, naming it, if another active memory fills the slot by now.

    One that the memory was in conflict with before is no news.
    """
    known = {found.head.memory_id, *found.known.revision.conflicts_with}
    for other in memories.heads(tenant, user_id, sorted(slot.memory_ids - known)).values():
        if _holds(other, found):
            message = "another memory holds another value by now"
            raise moved_on(found.head, message, "memory_id", memory_id=other.memory_id)


def _holds(other: Head, found: Managed) -> bool:
    over = is_over(other.invalid_at, other.expire_at, found.now)
    return other.status is Status.ACTIVE and not over
