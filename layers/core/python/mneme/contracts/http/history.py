"""`history`: what became of one memory, change by change."""

from datetime import datetime

from mneme.contracts.http.fields import CallerId
from mneme.contracts.http.listing import ListRequest
from mneme.contracts.http.model import AnswerModel
from mneme.domain.change import Actor, ChangeRecord, Operation
from mneme.domain.memory import Revision, Source, Status


class HistoryRequest(ListRequest):
    """Ask for the changes of one memory, oldest first."""

    memory_id: CallerId


class QuoteModel(AnswerModel):
    """A message that a version came from, and the sentence of it.

    The sentence is null where it cannot be told for certain, or is gone.
    """

    session_id: str | None
    message_id: str
    sentence: str | None

    @classmethod
    def of(cls, source: Source, sentence: str | None) -> "QuoteModel":
        """Return a message as it is quoted."""
        return cls(session_id=source.session_id, message_id=source.message_id, sentence=sentence)


class VersionModel(AnswerModel):
    """What a memory said as of one revision, and when that held.

    Instants have the offset they were given with; that of UTC is written `Z`.
    """

    revision: int
    content: str
    speaker: str | None
    fact_key: str | None
    valid_at: datetime | None
    invalid_at: datetime | None
    observed_at: datetime
    created_at: datetime
    confidence: float
    custom_tags: dict[str, str | int | float | bool]
    conflicts_with: list[str]
    supersedes: list[str]
    superseded_by: str | None

    @classmethod
    def of(cls, revision: Revision) -> "VersionModel":
        """Return a revision as it is shown."""
        return cls(
            revision=revision.revision,
            content=revision.content,
            speaker=revision.speaker,
            fact_key=revision.fact_key,
            valid_at=revision.valid_at,
            invalid_at=revision.invalid_at,
            observed_at=revision.observed_at,
            created_at=revision.created_at,
            confidence=revision.confidence,
            custom_tags=dict(revision.custom_tags),
            conflicts_with=list(revision.conflicts_with),
            supersedes=list(revision.supersedes),
            superseded_by=revision.superseded_by,
        )


class ChapterModel(AnswerModel):
    """One change: what was decided, why, on whose behalf; and the version that it made, if any."""

    operation: Operation
    reason: str
    actor: Actor
    at: datetime
    revision_before: int | None
    revision_after: int | None
    version: VersionModel | None
    sources: list[QuoteModel]

    @classmethod
    def of(
        cls, record: ChangeRecord, version: Revision | None, quotes: list[QuoteModel]
    ) -> "ChapterModel":
        """Return a change as it is shown."""
        return cls(
            operation=record.operation,
            reason=record.reason,
            actor=record.actor,
            at=record.at,
            revision_before=record.revision_before,
            revision_after=record.revision_after,
            version=None if version is None else VersionModel.of(version),
            sources=quotes,
        )


class HistoryAnswer(AnswerModel):
    """The memory as it stands, and a page of its changes, oldest first."""

    memory_id: str
    revision: int
    status: Status
    records: list[ChapterModel]
    cursor: str | None
