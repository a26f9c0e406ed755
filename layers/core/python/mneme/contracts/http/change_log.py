"""`change_log`: what became of a user's memories, by time and dimension."""

from datetime import datetime

from pydantic import Field, model_validator

from mneme.contracts.http.dimension import DimensionModel
from mneme.contracts.http.fields import Instant, refusal
from mneme.contracts.http.listing import ListRequest
from mneme.contracts.http.model import AnswerModel
from mneme.contracts.http.recall import SourceModel
from mneme.domain.change import Actor, ChangeRecord, Operation
from mneme.domain.evolution.decisions import Verdict
from mneme.domain.task import Decision


class ChangeLogRequest(ListRequest):
    """Ask for the changes of a user's memories, newest first. Read contents by `history`."""

    dimension: DimensionModel = Field(default_factory=DimensionModel)
    since: Instant | None = Field(None, description="from this instant on")
    until: Instant | None = Field(None, description="before this instant")

    @model_validator(mode="after")
    def _in_order(self) -> "ChangeLogRequest":
        if self.since is not None and self.until is not None and self.until <= self.since:
            raise refusal("until", "must be later than since")
        return self


class ShadowModel(AnswerModel):
    """What would have been decided, where decisions are only observed."""

    decision: Decision
    reason: str
    memory_ids: list[str]

    @classmethod
    def of(cls, verdict: Verdict) -> "ShadowModel":
        """Return a verdict as it is shown."""
        return cls(
            decision=verdict.decision, reason=verdict.reason, memory_ids=list(verdict.targets)
        )


class ChangeModel(AnswerModel):
    """One change; `sequence` numbers a user's changes without a gap."""

    sequence: int
    operation: Operation
    memory_ids: list[str]
    revision_before: int | None
    revision_after: int | None
    reason: str
    actor: Actor
    at: datetime
    sources: list[SourceModel]
    shadow: ShadowModel | None
    app_id: str | None = Field(None, description="of a SWITCH: the app's, null: the user's own")
    sanitized: bool = Field(
        False, description="whether its sources were taken out, as its memories were purged"
    )

    @classmethod
    def of(cls, sequence: int, record: ChangeRecord) -> "ChangeModel":
        """Return a change as it is shown."""
        return cls(
            sequence=sequence,
            operation=record.operation,
            memory_ids=list(record.memory_ids),
            revision_before=record.revision_before,
            revision_after=record.revision_after,
            reason=record.reason,
            actor=record.actor,
            at=record.at,
            sources=SourceModel.each(record.sources),
            shadow=None if record.shadow is None else ShadowModel.of(record.shadow),
            app_id=record.app_id,
            sanitized=record.sanitized,
        )


class ChangeLogAnswer(AnswerModel):
    """A page of changes, newest first; it is the last when `cursor` is null."""

    records: list[ChangeModel]
    cursor: str | None
