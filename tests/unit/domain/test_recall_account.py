"""What became of a recall is told in codes and counts."""

import pytest

from mneme.domain.errors import (
    ExtractionFailed,
    Late,
    MnemeError,
    ModelOutage,
    NotAsked,
    OutageReason,
    Unavailable,
)
from mneme.domain.recall_account import RecallAccount, RecallStep, Setback, setback_of


@pytest.mark.parametrize(
    ("error", "setback"),
    [
        (Unavailable("503"), Setback.FAILED),
        (Late("late"), Setback.LATE),
        (NotAsked("left alone"), Setback.NOT_ASKED),
        (ModelOutage(OutageReason.TIMED_OUT), Setback.LATE),
        (ModelOutage(OutageReason.THROTTLED), Setback.FAILED),
        (ExtractionFailed("no provider"), Setback.NOT_ALLOWED),
    ],
    ids=lambda one: type(one).__name__,
)
def test_every_error_that_an_answer_survives_has_a_code(
    error: MnemeError, setback: Setback
) -> None:
    assert setback_of(error) is setback


def test_a_recall_without_setbacks_tells_what_it_looked_at_and_how_long_that_took() -> None:
    account = RecallAccount(
        candidates=7, best_relevance=0.61234, spent={RecallStep.GATE: 0.0012, RecallStep.INDEX: 0.2}
    )

    assert account.notes() == {
        "candidates": 7,
        "best_relevance": 0.612,
        "step_ms": {"gate": 1.2, "index": 200.0},
    }


def test_setbacks_and_a_dropped_reinforcement_are_told() -> None:
    account = RecallAccount(setbacks={RecallStep.INDEX: Setback.LATE}, reinforced=False)

    assert account.notes() == {
        "candidates": 0,
        "step_ms": {},
        "setbacks": {"index": "late"},
        "reinforcement": "dropped",
    }
