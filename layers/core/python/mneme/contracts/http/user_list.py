"""`user/list`: all memories of a user, by dimension."""

from datetime import datetime

from pydantic import Field

from mneme.contracts.http.dimension import DimensionModel
from mneme.contracts.http.listing import ListRequest
from mneme.contracts.http.model import AnswerModel
from mneme.contracts.http.recall import SourceModel
from mneme.domain.memory import Head, Kind, MemType, Ownership, Revision, Status
from mneme.domain.scope import Level


class UserListRequest(ListRequest):
    """List memories, oldest first. Nothing is left out: what a page lacks comes behind its cursor.

    A page may have fewer entries than it is asked for, or none, and still not be the last.
    """

    dimension: DimensionModel = Field(default_factory=DimensionModel)
    status: list[Status] = Field(
        default_factory=list, description="default: every state but DELETED"
    )


class ListedMemoryModel(AnswerModel):
    """One memory as it stands; `weight` is what it has now.

    Instants have the offset they were given with; that of UTC is written `Z`.
    """

    memory_id: str
    revision: int
    status: Status
    content: str
    speaker: str | None
    level: Level
    app_id: str | None
    session_id: str | None
    ownership: Ownership
    mem_type: MemType
    kind: Kind
    fact_key: str | None
    is_important: bool
    weight: float
    valid_at: datetime | None
    invalid_at: datetime | None
    expire_at: datetime | None
    observed_at: datetime
    created_at: datetime
    changed_at: datetime
    deleted_at: datetime | None
    custom_tags: dict[str, str | int | float | bool]
    sources: list[SourceModel]

    @classmethod
    def of(cls, head: Head, revision: Revision, weight: float) -> "ListedMemoryModel":
        """Return one memory as it is listed."""
        return cls(
            memory_id=head.memory_id,
            revision=head.revision,
            status=head.status,
            content=revision.content,
            speaker=revision.speaker,
            level=head.scope.level,
            app_id=head.scope.app_id,
            session_id=head.scope.session_id,
            ownership=head.ownership,
            mem_type=head.mem_type,
            kind=head.kind,
            fact_key=revision.fact_key,
            is_important=head.is_important,
            weight=round(weight, 4),
            valid_at=head.valid_at,
            invalid_at=head.invalid_at,
            expire_at=head.expire_at,
            observed_at=revision.observed_at,
            created_at=head.created_at,
            changed_at=head.changed_at,
            deleted_at=head.deleted_at,
            custom_tags=dict(revision.custom_tags),
            sources=SourceModel.each(revision.sources),
        )


class UserListAnswer(AnswerModel):
    """A page of memories. The list is complete when `cursor` is null."""

    memories: list[ListedMemoryModel]
    cursor: str | None
