"""Commits that may add to what a user has: where a limit is met, room is made, and all is tried."""

from dataclasses import dataclass

from mneme.application.capacity.make_room import MakeRoom
from mneme.application.ports.metrics import NO_METRICS, Metrics
from mneme.application.repositories.commits import Commit, Commits
from mneme.domain.counting import Room
from mneme.domain.errors import CapacityFull, ImportantQuotaFull, WriteConflict
from mneme.domain.measures import Measure, Measured
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class CommitWithRoom:
    """Carries out commits as `Commits` does, and evicts what they need room for."""

    commits: Commits
    make_room: MakeRoom
    metrics: Metrics = NO_METRICS

    def carry_out(self, tenant: TenantContext, user_id: str, commit: Commit) -> None:
        """Write the whole commit or nothing.

        Raises what `Commits` raises. After room was made that is WriteConflict: what left may be
        what the commit was decided on, so that its writer looks again.
        """
        try:
            self._carried_out(tenant, user_id, commit)
        except (CapacityFull, ImportantQuotaFull) as full:
            of_marks = isinstance(full, ImportantQuotaFull)
            what = Measured.IMPORTANCE_REFUSED if of_marks else Measured.CAPACITY_REFUSED
            room = Room(str(full.data["dimension"]))
            self.metrics.record(tenant, [Measure(what), Measure(what, kind=room)])
            raise

    def _carried_out(self, tenant: TenantContext, user_id: str, commit: Commit) -> None:
        try:
            self.commits.carry_out(tenant, user_id, commit)
        except CapacityFull:
            self.make_room(tenant, user_id, commit.moves)
            raise WriteConflict from None
