"""What a model did wrong is counted as metrics, and all counts still written where they were."""

from collections.abc import Mapping

from mneme.application.models.measured_counts import MeasuredCounts
from mneme.domain.measures import Measured
from mneme.domain.tenancy import TenantContext, internal_context
from tests.doubles.recorded_metrics import RecordedMetrics

ACME = internal_context("acme")


class _Notes:
    def __init__(self) -> None:
        self.rows: list[Mapping[str, int]] = []

    def record(self, tenant: TenantContext, counts: Mapping[str, int]) -> None:
        self.rows.append(counts)


def test_unreadable_answers_and_made_up_targets_are_counted() -> None:
    notes, metrics = _Notes(), RecordedMetrics()
    counts = {"facts": 3, "ill_formed": 2, "unknown_targets": 1}

    MeasuredCounts(notes, metrics).record(ACME, counts)

    assert metrics.values(Measured.MODEL_ILL_FORMED) == [2]
    assert metrics.values(Measured.MODEL_UNKNOWN_TARGETS) == [1]
    assert notes.rows == [counts]


def test_a_model_that_did_nothing_wrong_leaves_no_measure() -> None:
    metrics = RecordedMetrics()

    MeasuredCounts(_Notes(), metrics).record(ACME, {"facts": 3, "unknown_targets": 0})

    assert metrics.measures == []
