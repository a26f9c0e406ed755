"""Look after the items of a page so that none holds up those behind it."""

from collections.abc import Callable
from dataclasses import dataclass

from mneme.application.ports.fault_log import FaultLog
from mneme.domain.errors import InternalFault, MnemeError, Overtaken, Unavailable
from mneme.domain.job import JobShard, Progress
from mneme.domain.tenancy import TenantContext

LookAfter = Callable[[], Progress]


@dataclass(frozen=True, slots=True)
class Looked:
    """What came of an item, and the code of what was wrong with it, if anything was."""

    progress: Progress
    error: int | None = None


@dataclass(frozen=True)
class LookAfterEach:
    """What is wrong with an item is taken down, and the item counts as failed.

    An outage stops the page, which is tried again; what it still stops at the last try counts as
    failed. An item that kills whoever touches it is let alone. What is among `refusals`, or is
    overtaken at each try, counts as failed and is no fault: the user's own limits and switches do
    not wake anybody.
    """

    faults: FaultLog
    refusals: tuple[type[MnemeError], ...] = ()

    def __call__(
        self, shard: JobShard, tenant: TenantContext, item_id: str, look_after: LookAfter
    ) -> Progress:
        """Return what came of the item. Raises Unavailable, unless this is the last try."""
        return self.looked(shard, tenant, item_id, look_after).progress

    def looked(
        self, shard: JobShard, tenant: TenantContext, item_id: str, look_after: LookAfter
    ) -> Looked:
        """Return what came of the item, and why nothing did. Raises as a call does."""
        if shard.is_deadly:
            return self._failed(tenant, item_id, InternalFault("it cut off every worker"))
        try:
            return Looked(look_after())
        except Unavailable as outage:
            if not shard.last_try:
                raise
            if isinstance(outage, Overtaken):
                return _refused(outage)
            return self._failed(tenant, item_id, outage)
        except self.refusals as refusal:
            return _refused(refusal)
        except Exception as fault:  # noqa: BLE001
            # One damaged row must not hold up all others, whatever is wrong with it.
            return self._failed(tenant, item_id, fault)

    def _failed(self, tenant: TenantContext, item_id: str, fault: Exception) -> Looked:
        self.faults.record(tenant, item_id, fault)
        code = fault.code if isinstance(fault, MnemeError) else InternalFault.code
        return Looked(Progress(failed=1), code)


def _refused(why: MnemeError) -> Looked:
    return Looked(Progress(failed=1), why.code)
