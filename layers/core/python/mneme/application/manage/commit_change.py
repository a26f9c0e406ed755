"""One memory changed by its caller: planned on what is there, committed if that did not move."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from mneme.application.capacity.commit_with_room import CommitWithRoom
from mneme.application.manage.find_managed import FindManaged, Managed
from mneme.application.ports.clock import Clock
from mneme.application.repositories.commits import Commit
from mneme.application.repositories.make_way import attempts
from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.memory import Head
from mneme.domain.tenancy import TenantContext

Plan = Callable[[Managed], Commit | None]
"""Returns the commit whose first write is the memory's, or None if there is nothing to change."""


@dataclass(frozen=True)
class CommitChange:
    """Carries out a plan; who lost a race looks again, and plans again."""

    users: UserRepository
    find: FindManaged
    commits: CommitWithRoom
    clock: Clock

    def __call__(self, tenant: TenantContext, user_id: str, memory_id: str, plan: Plan) -> Head:
        """Return the memory's head afterwards.

        Raises what the plan raises, NotFound, NotAllowed, CapacityFull and ImportantQuotaFull if
        there is no room for what it adds, Unavailable.
        """
        for _ in attempts(self.clock):
            found = self.find(tenant, user_id, memory_id)
            commit = plan(found)
            if commit is None:
                return found.head
            unchanged = self.users.unchanged(tenant, user_id, found.state)
            try:
                self.commits.carry_out(
                    tenant, user_id, replace(commit, extra=(*commit.extra, unchanged))
                )
            except WriteConflict:
                continue
            return commit.writes[0].after
        raise Unavailable("the memory is being written to without pause")
