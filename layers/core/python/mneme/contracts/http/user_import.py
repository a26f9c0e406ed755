"""`user/import`: bring in what was taken out by `user/export`."""

from typing import Annotated, Any, Literal

from pydantic import Field, WithJsonSchema, model_validator

from mneme.contracts.http.fields import (
    MEMORY_BYTES,
    CallerId,
    Instant,
    UserId,
    refusal,
)
from mneme.contracts.http.line_fields import (
    Count,
    Done,
    LineText,
    MarkedEntity,
    MarkedName,
    MarkedTags,
    Share,
)
from mneme.contracts.http.model import AnswerModel, Redacted, WireModel
from mneme.domain.memory import SOURCE_LIMIT, Kind, MemType, Ownership, Provenance, Status
from mneme.domain.scope import Level
from mneme.domain.sensitive.content import without_marks
from mneme.domain.transfer import FORMAT, VERSION

LINES = 2_000
REVISIONS = 1_000
LINKS = 500
PLACES = 10_000

MemoryId = Annotated[
    str,
    Field(pattern=r"^[0-7][0-9A-HJKMNP-TV-Z]{25}$"),
    WithJsonSchema({"type": "string", "minLength": 26, "maxLength": 26}),
]
RevisionNumber = Annotated[int, Field(ge=1, le=10_000)]
"""What the index holds of one memory has to fit into one answer of it."""

REVISION_BYTES = 300_000
"""Of a revision as JSON: as a row it has to fit into 400 KB, with what it is found by."""


class HeaderModel(WireModel):
    """The first line of the file. Another format or version is refused."""

    type: Literal["header"]
    format: str
    version: int
    user_id: str = Field(max_length=256, description="whose it was; where it goes, it does not say")
    exported_at: Done

    @model_validator(mode="after")
    def _known(self) -> "HeaderModel":
        if self.format != FORMAT:
            raise refusal("format", f"must be {FORMAT}")
        if self.version != VERSION:
            raise refusal("version", f"must be {VERSION}: no other version is known")
        return self


class SourceLine(WireModel):
    """A message that something came from."""

    session_id: CallerId | None
    message_id: CallerId


class EntityLine(WireModel):
    """A thing that is named."""

    name: MarkedEntity
    type: MarkedEntity


class PartLine(WireModel):
    """A statement that went into the text."""

    text: LineText
    sources: list[SourceLine] = Field(max_length=SOURCE_LIMIT)


class PlaceLine(WireModel):
    """Where a memory is that a line's memory is linked to."""

    memory_id: MemoryId
    level: Level
    app_id: CallerId | None
    session_id: CallerId | None


class RevisionLine(WireModel):
    """A version of what a memory says."""

    revision: RevisionNumber
    content: LineText
    ownership: Ownership
    speaker: MarkedName | None
    fact_key: MarkedName | None
    custom_tags: MarkedTags
    entities: list[EntityLine] = Field(max_length=LINKS)
    confidence: Share
    sources: list[SourceLine] = Field(max_length=SOURCE_LIMIT)
    observed_at: Instant
    created_at: Done
    valid_at: Instant | None
    invalid_at: Instant | None
    conflicts_with: list[MemoryId] = Field(max_length=LINKS)
    supersedes: list[MemoryId] = Field(max_length=LINKS)
    superseded_by: MemoryId | None
    modality: Literal["text"]
    parts: list[PartLine] = Field(max_length=LINKS)

    @model_validator(mode="after")
    def _fits(self) -> "RevisionLine":
        if len(self.model_dump_json().encode()) > REVISION_BYTES:
            raise refusal("content", f"has more than {REVISION_BYTES} bytes with all beside it")
        return self


class MemoryLine(WireModel):
    """A line of the file: a memory, or a message, with its revisions in order.

    One of many revisions stands in several lines, each with the current one as its last.
    """

    type: Literal["memory", "message"]
    memory_id: MemoryId
    status: Status
    level: Level
    app_id: CallerId | None
    session_id: CallerId | None
    ownership: Ownership
    mem_type: MemType
    kind: Kind
    provenance: Provenance
    is_important: bool
    weight: Share
    weight_at: Done
    weight_cap: Share
    observed_at: Instant
    valid_at: Instant | None
    invalid_at: Instant | None
    expire_at: Instant | None
    created_at: Done
    changed_at: Done
    deleted_at: Done | None
    recall_count: Count
    used_count: Count
    last_recalled_at: Done | None
    last_used_at: Done | None
    past_since: Done | None
    unconsolidated: bool
    lapsed: bool
    revision: RevisionNumber
    elsewhere: list[PlaceLine] = Field(
        default_factory=list,
        max_length=PLACES,
        description="where those are that it is linked to, if they are not where it is",
    )
    revisions: list[RevisionLine] = Field(min_length=1, max_length=REVISIONS)

    @model_validator(mode="after")
    def _fits(self) -> "MemoryLine":
        numbers = [one.revision for one in self.revisions]
        if sorted(set(numbers)) != numbers:
            raise refusal("revisions", "must be in the order of their numbers, each once")
        if numbers[-1] != self.revision:
            raise refusal("revision", "must be the number of the last of `revisions`")
        if self.status is Status.DELETED and self.deleted_at is None:
            raise refusal("deleted_at", "is required of what is DELETED")
        if (self.kind is Kind.TURN) is not (self.type == "message"):
            raise refusal("kind", "must be TURN of a message, and of nothing else")
        if self.kind is Kind.TURN and self.status is Status.ARCHIVED:
            raise refusal("status", "must not be ARCHIVED of a message: none is ever archived")
        if self.kind is Kind.TURN and not all(one.sources for one in self.revisions):
            raise refusal("revisions", "must name the message in `sources`")
        for place, one in enumerate(self.revisions if self.kind is not Kind.TURN else ()):
            if len(without_marks(one.content).encode()) > MEMORY_BYTES:
                field = f"revisions[{place}].content"
                raise refusal(field, f"must have at most {MEMORY_BYTES} bytes in a memory")
        if self.kind in {Kind.PROFILE, Kind.SUMMARY}:
            raise refusal("kind", "is derived, and is derived anew")
        return self


class UserImportRequest(WireModel):
    """Bring in lines of an export, in as many calls as it takes: a body has at most 1 MiB.

    A job writes them, in a queue of its own; `job` shows how far it is. Fields stay as they are,
    but for ids: each memory gets one of its own here. What is there already is left as it is, so
    that lines can be sent again: the same line; one of the user's own; or, of what is ACTIVE, one
    that an ACTIVE memory says already. What does not come in, for want of room or as its app is
    switched off, `job` counts as `failed` and names in `refused`, by its place in the call's
    `lines` and its code. A purge of anything, or memory switched off, ends the job; what it has
    written stays.
    """

    user_id: UserId
    header: HeaderModel
    lines: list[MemoryLine] = Field(
        min_length=1, max_length=LINES, description="those between the header and the footer"
    )

    def told(self) -> list[dict[str, Any]]:
        """Return the lines as an export writes them."""
        return [line.model_dump(mode="json") for line in self.lines]


class UserImportAnswer(AnswerModel):
    """The job that writes the lines."""

    job_id: str
    redacted: Redacted = Field(default_factory=dict)
