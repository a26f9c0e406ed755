"""One scope never says the same twice, whatever a caller asks for."""

from mneme.application.manage.find_managed import Managed, moved_on
from mneme.application.repositories.guards import ContentGuard
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.domain.evolution.verdicts import is_over
from mneme.domain.memory import Status
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
    if other is None or other.status is not Status.ACTIVE:
        return
    if not is_over(other.invalid_at, other.expire_at, found.now):
        raise moved_on(found.head, "another memory says this already", "content", memory_id=holder)
