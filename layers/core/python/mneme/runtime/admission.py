"""What stands between a request that is well-formed and its verb."""

from dataclasses import dataclass

from aws_lambda_powertools import Logger

from mneme.application.ports.metrics import NO_METRICS, Metrics
from mneme.application.tenants.credentials import Credentials
from mneme.application.tenants.request_quotas import RequestQuotas
from mneme.domain.errors import Unavailable
from mneme.domain.measures import Measure, Measured
from mneme.domain.quotas import Quotas
from mneme.domain.tenancy import Grant, TenantContext
from mneme.runtime.faults import fault_site


@dataclass(frozen=True)
class Admission:
    """Lets a caller through to verbs of a kind, or refuses."""

    credentials: Credentials
    quotas: RequestQuotas
    metrics: Metrics = NO_METRICS

    def __call__(
        self, caller: TenantContext, grant: Grant, quotas: Quotas, *, private: bool = False
    ) -> None:
        """Raise Throttled if the tenant's quota is used up.

        Raises NotAuthenticated where a credential must be good at this very moment, and is not:
        verbs of privacy, and other `private` ones, do not trust what the gateway remembers. Raises
        Unavailable.
        """
        if private or grant is Grant.PRIVACY:
            self.credentials.confirm(caller)
        try:
            self.quotas.take(caller, grant, quotas)
        except Unavailable as fault:
            # A counter out of reach is no reason to refuse what a contract most likely allows.
            extra = {"tenant": caller.tenant_id, "fault": fault_site(fault)}
            Logger().warning("request not counted", extra=extra)
            self.metrics.record(caller, [Measure(Measured.REQUEST_UNCOUNTED)])
