"""What became of a recall, in codes and counts: for logs and metrics, never content."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from mneme.domain.errors import ExtractionFailed, Late, MnemeError, ModelOutage, NotAsked
from mneme.domain.errors import OutageReason as Reason


class RecallStep(StrEnum):
    """What a recall waits for."""

    GATE = "gate"
    KEYS = "keys"
    EMBEDDING = "embedding"
    INDEX = "index"
    HEADS = "heads"
    REVISIONS = "revisions"
    REINFORCEMENT = "reinforcement"


class Setback(StrEnum):
    """Why a recall had to do without something.

    FAILED: it answered an error, in part, or not at all. LATE: it was not waited for any longer.
    NOT_ASKED: it failed too often just now. NOT_ALLOWED: the tenant does not allow the provider.
    """

    FAILED = "failed"
    LATE = "late"
    NOT_ASKED = "not_asked"
    NOT_ALLOWED = "not_allowed"


def setback_of(error: MnemeError) -> Setback:
    """Return the code for what was raised instead of an answer."""
    if isinstance(error, ExtractionFailed):
        return Setback.NOT_ALLOWED
    if isinstance(error, NotAsked):
        return Setback.NOT_ASKED
    timed_out = isinstance(error, ModelOutage) and error.reason is Reason.TIMED_OUT
    return Setback.LATE if timed_out or isinstance(error, Late) else Setback.FAILED


@dataclass(frozen=True, slots=True)
class RecallAccount:
    """Of one recall: candidates, the first hit's relevance, setbacks, and seconds by step.

    `setbacks` are the embedding's and the index's, where there was one. `reinforced` is false if
    there was something to reinforce and the queue did not take it in time.
    """

    candidates: int = 0
    best_relevance: float | None = None
    setbacks: Mapping[RecallStep, Setback] = field(default_factory=dict)
    reinforced: bool = True
    spent: Mapping[RecallStep, float] = field(default_factory=dict)

    def notes(self) -> dict[str, object]:
        """Return the account as fields of a log line; times are in milliseconds."""
        notes: dict[str, object] = {
            "candidates": self.candidates,
            "step_ms": {step.value: round(took * 1000, 1) for step, took in self.spent.items()},
        }
        if self.best_relevance is not None:
            notes["best_relevance"] = round(self.best_relevance, 3)
        if self.setbacks:
            notes["setbacks"] = {step.value: why.value for step, why in self.setbacks.items()}
        if not self.reinforced:
            notes["reinforcement"] = "dropped"
        return notes


NO_ACCOUNT = RecallAccount()
