"""The gate of every write behind the queue: is the user still as when the task was accepted?"""

from dataclasses import dataclass

from mneme.application.ports.table_store import Check
from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.errors import NotFound
from mneme.domain.scope import Scope
from mneme.domain.task import Task
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class WriteGate:
    """Reads the user row, and gives the check that lets a commit fail if it moves."""

    users: UserRepository

    def __call__(self, tenant: TenantContext, user_id: str, scope: Scope, task: Task) -> Check:
        """Return the check for the commit's transaction.

        Raises MemorySwitchedOff if memory was switched off meanwhile, NotFound if the scope was
        purged meanwhile: what was said before a purge must not come back after it.
        """
        state = self.users.state(tenant, user_id)
        state.require_app_on(scope.app_id)
        if state.effective_epoch(scope) != task.epoch:
            raise NotFound("the scope was purged after the write was accepted")
        return self.users.unchanged(tenant, user_id, state)
