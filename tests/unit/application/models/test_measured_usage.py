"""Tokens are counted as metrics, and still written where they were."""

from mneme.application.models.measured_usage import MeasuredUsage
from mneme.domain.measures import Measured
from mneme.domain.tenancy import internal_context
from tests.doubles.model_world import UsageNotes
from tests.doubles.recorded_metrics import RecordedMetrics


def test_the_tokens_of_an_answer_are_counted_for_their_tenant() -> None:
    notes, metrics = UsageNotes(), RecordedMetrics()

    MeasuredUsage(notes, metrics).record(internal_context("acme"), "extract", "m", 70, 9)

    assert metrics.values(Measured.MODEL_INPUT_TOKENS) == [70]
    assert metrics.values(Measured.MODEL_OUTPUT_TOKENS) == [9]
    assert {tenant for tenant, _ in metrics.measures} == {"acme"}
    assert notes.rows == [("acme", "extract", "m", 70, 9)]
