"""Write the day's digest of every tenant."""

from dataclasses import dataclass

from mneme.application.audit.every_tenant import every_tenant
from mneme.application.audit.log_digests import LogDigests
from mneme.application.ports.clock import Clock
from mneme.application.ports.fault_log import FaultLog
from mneme.application.ports.whole_table import WholeTable


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
        day, logs, first = self.clock.now().date(), 0, None
        for tenant in every_tenant(self.whole_tables):
            try:
                logs += self.digests.write(tenant, day)
            except Exception as fault:  # noqa: BLE001
                # One damaged row must not keep all other tenants' days from being witnessed.
                self.faults.record(tenant, "audit digest", fault)
                first = first or fault
        if first is not None:
            raise first
        return logs
