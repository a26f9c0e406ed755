"""The key service, whose failures are measured: behind it all content is out of reach."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum

from mneme.application.ports.key_service import KeyService
from mneme.application.ports.metrics import Metrics
from mneme.domain.errors import InternalFault, Unavailable
from mneme.domain.measures import Measure, Measured
from mneme.domain.tenancy import TenantContext


class KeyFailure(StrEnum):
    """How the key service failed: it did not answer in time, or it does not let us."""

    UNAVAILABLE = "unavailable"
    REFUSED = "refused"


@dataclass(frozen=True)
class MeasuredKeyService:
    """A `KeyService` before another one, which raises as that does."""

    service: KeyService
    metrics: Metrics

    def wrap(self, tenant: TenantContext, key: bytes, context: Mapping[str, str]) -> bytes:
        """Return the key encrypted and bound to the context. Raises Unavailable."""
        with self._measured(tenant):
            return self.service.wrap(tenant, key, context)

    def unwrap(self, tenant: TenantContext, wrapped: bytes, context: Mapping[str, str]) -> bytes:
        """Return the key. Raises InternalFault for what is not of `wrap`, and Unavailable."""
        with self._measured(tenant):
            return self.service.unwrap(tenant, wrapped, context)

    @contextmanager
    def _measured(self, tenant: TenantContext) -> Iterator[None]:
        try:
            yield
        except Unavailable:
            self._failed(tenant, KeyFailure.UNAVAILABLE)
            raise
        except InternalFault:
            self._failed(tenant, KeyFailure.REFUSED)
            raise

    def _failed(self, tenant: TenantContext, how: KeyFailure) -> None:
        self.metrics.record(tenant, [Measure(Measured.KEY_SERVICE_FAILED, kind=how)])
