"""A key service that fails is measured by how it does, and its failure is the caller's still."""

from collections.abc import Mapping

import pytest

from mneme.application.repositories.measured_key_service import MeasuredKeyService
from mneme.domain.errors import InternalFault, MnemeError, Unavailable
from mneme.domain.measures import Measured
from mneme.domain.tenancy import TenantContext, internal_context
from tests.doubles.memory_key_service import MemoryKeyService
from tests.doubles.recorded_metrics import RecordedMetrics

ACME = internal_context("acme")
KEY = bytes(32)
CONTEXT = {"purpose": "branch"}


class _Failing:
    def __init__(self, fault: MnemeError) -> None:
        self._fault = fault

    def wrap(self, tenant: TenantContext, key: bytes, context: Mapping[str, str]) -> bytes:
        raise self._fault

    def unwrap(self, tenant: TenantContext, wrapped: bytes, context: Mapping[str, str]) -> bytes:
        raise self._fault


@pytest.mark.parametrize(
    ("fault", "name"),
    [
        (Unavailable("the key service did not answer"), "key_service_failed_unavailable"),
        (InternalFault("the key service refused a key"), "key_service_failed_refused"),
    ],
)
def test_every_failure_is_measured_and_raised(fault: MnemeError, name: str) -> None:
    metrics = RecordedMetrics()
    measured = MeasuredKeyService(_Failing(fault), metrics)

    with pytest.raises(type(fault)):
        measured.unwrap(ACME, b"wrapped", CONTEXT)
    with pytest.raises(type(fault)):
        measured.wrap(ACME, KEY, CONTEXT)

    assert metrics.names(Measured.KEY_SERVICE_FAILED) == [name, name]


def test_keys_that_are_given_leave_no_measure() -> None:
    metrics = RecordedMetrics()
    measured = MeasuredKeyService(MemoryKeyService(), metrics)

    assert measured.unwrap(ACME, measured.wrap(ACME, KEY, CONTEXT), CONTEXT) == KEY
    assert metrics.measures == []
