"""Write the day's digest of every tenant."""

from dataclasses import dataclass
from functools import partial

from mneme.application.audit.every_tenant import every_tenant
from mneme.application.audit.log_digests import LogDigests
from mneme.application.passing_faults import passing_faults
from mneme.application.ports.clock import Clock
from mneme.application.ports.fault_log import FaultLog
from mneme.application.ports.whole_table import WholeTable
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class WriteDigests:
    """The use case behind the daily schedule. Run again, it does what is left of the day."""

    whole_tables: WholeTable
    digests: LogDigests
    clock: Clock
    faults: FaultLog

    def __call__(self) -> int:
        """Return how many logs were taken down.

        One tenant's fault does not hold up the others: it is logged, and the first is raised in the
        end.
        """
        write = partial(self.digests.write, day=self.clock.now().date())
        return passing_faults(every_tenant(self.whole_tables), write, self._note)

    def _note(self, tenant: TenantContext, fault: Exception) -> None:
        self.faults.record(tenant, "audit digest", fault)
