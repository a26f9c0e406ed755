"""`add_structured`: one finished memory, written without extraction."""

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, Field, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

from mneme.contracts.http.fields import CallerId, Instant, MemoryText, Tags, UserId, refusal
from mneme.contracts.http.model import AnswerModel, Redacted, WireModel
from mneme.domain.fact import Fact
from mneme.domain.memory import Kind, MemType, Ownership
from mneme.domain.scope import Level, Scope, requested_scope
from mneme.domain.task import Decision

_WRITABLE = (Kind.FACT, Kind.PERSONA, Kind.CONSTRAINT)


def _writable(kind: Kind) -> Kind:
    if kind not in _WRITABLE:
        raise PydanticCustomError("kind", "must be FACT, PERSONA or CONSTRAINT")
    return kind


WritableKind = Annotated[
    Kind,
    AfterValidator(_writable),
    WithJsonSchema({"type": "string", "enum": [kind.value for kind in _WRITABLE]}),
]
"""A kind that a caller may write; the others are derived."""


class AddStructuredRequest(WireModel):
    """Write one memory. With `skip_evolution` it is written before the answer."""

    user_id: UserId
    app_id: CallerId | None = None
    session_id: CallerId | None = None
    level: Level | None = Field(None, description="default: APP with an app_id, else GLOBAL")
    ownership: Ownership = Ownership.USER
    content: MemoryText
    mem_type: MemType = MemType.SEMANTIC
    kind: WritableKind = Kind.FACT
    is_important: bool = False
    fact_key: CallerId | None = Field(None, description="the changeable slot it fills")
    valid_at: Instant | None = None
    invalid_at: Instant | None = None
    expire_at: Instant | None = Field(
        None,
        description="gone from this very instant on, wherever its offset puts it: one that expires"
        " at 2030-01-31T00:00:00-08:00 is last recalled a moment before 08:00 UTC",
    )
    custom_tags: Tags = Field(default_factory=dict)
    skip_evolution: bool = False
    bulk: bool = Field(
        False,
        description="history being loaded: worked on behind live conversations; not together with"
        " `skip_evolution`, which waits for nothing",
    )

    @model_validator(mode="after")
    def _consistent(self) -> "AddStructuredRequest":
        if self.kind is Kind.PERSONA and self.ownership is not Ownership.AGENT:
            raise refusal("ownership", "PERSONA describes an agent: must be AGENT")
        if self.bulk and self.skip_evolution:
            raise refusal("bulk", "must be false: skip_evolution writes at once")
        if self.valid_at and self.invalid_at and self.invalid_at <= self.valid_at:
            raise refusal("invalid_at", "must be later than valid_at")
        return self

    @property
    def scope(self) -> Scope:
        """The scope of the memory."""
        return requested_scope(self.level, self.app_id, self.session_id)

    def fact(self, said_at: datetime) -> Fact:
        """Return the fact as the domain sees it, said at that instant."""
        return Fact(
            text=self.content,
            ownership=self.ownership,
            sources=(),
            observed_at=said_at,
            mem_type=self.mem_type,
            kind=self.kind,
            is_important=self.is_important,
            fact_key=self.fact_key,
            valid_at=self.valid_at,
            invalid_at=self.invalid_at,
            expire_at=self.expire_at,
            custom_tags=self.custom_tags,
        )


class AddStructuredAnswer(AnswerModel):
    """What was written (with `skip_evolution`), else the task that will write it."""

    task_id: str | None = None
    accepted: bool
    decision: Decision | None = None
    memory_id: str | None = None
    revision: int | None = None
    redacted: Redacted = Field(default_factory=dict)
