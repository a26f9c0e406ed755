"""`recall`: what matters now."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated

from pydantic import Field, model_validator

from mneme.contracts.http.fields import (
    CallerId,
    EntityName,
    Instant,
    QueryText,
    SomeTags,
    UserId,
    refusal,
)
from mneme.contracts.http.model import AnswerModel, WireModel
from mneme.domain.isolation import ScopeRequest
from mneme.domain.memory import Kind, MemType, Ownership, Source, Status
from mneme.domain.recollection import (
    Degradation,
    RecalledMemory,
    RecallFilter,
    RecallPolicy,
    RecallQuery,
    Recollection,
)
from mneme.domain.scope import Level

TOP_K_LIMIT = 50
TIMEOUT_LIMIT_MS = 2000

RESERVED_MS = 20.0
RESERVED_SHARE = 0.1
"""What of the time is kept for the answer to be written and sent; of a short time, such a share."""

_ELSE, _UNLESS = "absent or null:", "unless the deployment chose otherwise"


class CrossAppModel(WireModel):
    """Reserved: recall across apps."""

    enabled: bool = False


class ScopeModel(WireModel):
    """Which of the user's memories may be seen: the sum of what is named here."""

    include_global: bool = True
    app_id: CallerId | None = None
    session_id: CallerId | None = None
    cross_app: CrossAppModel = CrossAppModel()


class FilterModel(WireModel):
    """Narrows the recall; an empty list does not.

    Tags: any of the objects, each wholly. Entities: any of the names, in whatever case and spacing.
    """

    ownership: list[Ownership] = Field(default_factory=list)
    mem_type: list[MemType] = Field(default_factory=list)
    kind: list[Kind] = Field(default_factory=list)
    custom_tags: list[SomeTags] = Field(default_factory=list, max_length=20)
    entities: list[EntityName] = Field(
        default_factory=list,
        max_length=20,
        description="names; a model tags facts with entities of the types that an add declares",
    )
    since: Instant | None = Field(default=None, description="observed from this instant on")
    until: Instant | None = Field(default=None, description="observed before this instant")

    @model_validator(mode="after")
    def _in_order(self) -> "FilterModel":
        if self.since is not None and self.until is not None and self.until <= self.since:
            raise refusal("until", "must be later than since")
        return self


class RecallRequest(WireModel):
    """Ask in plain language; the answer is ranked by relevance and weight."""

    user_id: UserId
    query_text: QueryText = Field(alias="query")
    scope: ScopeModel = ScopeModel()
    filter: FilterModel = FilterModel()
    top_k: Annotated[int, Field(ge=1, le=TOP_K_LIMIT)] | None = Field(
        None, description=f"most memories; {_ELSE} 10 {_UNLESS}"
    )
    min_relevance: Annotated[float, Field(ge=0.0, le=1.0)] | None = Field(
        None, description=f"least relevance; {_ELSE} 0.3 {_UNLESS}"
    )
    include_turns: bool | None = Field(
        None,
        description="also return verbatim messages (kind TURN), as long as they are kept; absent or"
        " null: as the tenant or the deployment chose, which is false unless it was changed",
    )
    include_archived: bool = False
    include_superseded: bool = False
    as_of: Instant | None = Field(None, description="what held at that instant")
    consistent: bool = Field(False, description="also see what was committed a moment ago")
    explain: bool = False
    temporary: bool = Field(False, description="a temporary session: read nothing")
    timeout_ms: Annotated[int, Field(ge=1, le=TIMEOUT_LIMIT_MS)] | None = Field(
        None,
        description="the whole recall's time in milliseconds: what can be done without is then done"
        " without, and said in `degraded`; else the answer is 50401, and `data.step` says what was"
        f" waited for; {_ELSE} 500 {_UNLESS}",
    )

    def query(self, policy: RecallPolicy) -> RecallQuery:
        """Return the query as the domain sees it; what it does not say is the policy's."""
        timeout_ms = policy.timeout_ms if self.timeout_ms is None else self.timeout_ms
        least = self.min_relevance
        return RecallQuery(
            user_id=self.user_id,
            text=self.query_text,
            scope=ScopeRequest(
                include_global=self.scope.include_global,
                app_id=self.scope.app_id,
                session_id=self.scope.session_id,
                cross_app=self.scope.cross_app.enabled,
            ),
            filter=RecallFilter(
                ownership=frozenset(self.filter.ownership),
                mem_types=frozenset(self.filter.mem_type),
                kinds=frozenset(self.filter.kind),
                custom_tags=tuple(self.filter.custom_tags),
                entities=frozenset(self.filter.entities),
                since=self.filter.since,
                until=self.filter.until,
            ),
            top_k=self.top_k or policy.top_k,
            min_relevance=policy.min_relevance if least is None else least,
            include_turns=self.include_turns,
            include_archived=self.include_archived,
            include_superseded=self.include_superseded,
            as_of=self.as_of,
            consistent=self.consistent,
            timeout_seconds=(timeout_ms - reserved_ms(timeout_ms)) / 1000,
        )


def reserved_ms(timeout_ms: int) -> float:
    """Return how much of a recall's time is kept for the way of its answer."""
    return min(RESERVED_MS, RESERVED_SHARE * timeout_ms)


class SourceModel(AnswerModel):
    """The message a memory came from."""

    session_id: str | None
    message_id: str

    @classmethod
    def each(cls, sources: Iterable[Source]) -> list["SourceModel"]:
        """Return sources as they are answered."""
        return [cls(session_id=one.session_id, message_id=one.message_id) for one in sources]


class EntityModel(AnswerModel):
    """A thing that a memory names, of a type that its request declared."""

    name: str
    type: str


class ExplanationModel(AnswerModel):
    """The parts of a hit's score, each in [0, 1]."""

    vector: float | None
    lexical: float | None
    relevance: float
    weight: float


class MemoryModel(AnswerModel):
    """One recalled memory.

    What a memory said before it said something else is SUPERSEDED, whatever became of it since.
    `observed_at` is when it was said, `valid_at` and `invalid_at` when it holds. Instants have the
    offset they were given with; that of UTC is written `Z`.
    """

    memory_id: str
    revision: int
    status: Status
    content: str
    speaker: str | None
    ownership: Ownership
    mem_type: MemType
    kind: Kind
    level: Level
    weight: float
    relevance: float
    final_score: float
    valid_at: datetime | None
    invalid_at: datetime | None
    expire_at: datetime | None
    observed_at: datetime
    custom_tags: dict[str, str | int | float | bool]
    entities: list[EntityModel]
    sources: list[SourceModel]
    explain: ExplanationModel | None = None

    @classmethod
    def of(cls, recalled: RecalledMemory, *, explain: bool) -> "MemoryModel":
        """Return one recalled memory as it is answered."""
        head, revision, relevance = recalled.head, recalled.revision, recalled.relevance
        return cls(
            memory_id=head.memory_id,
            revision=revision.revision,
            status=head.status if revision.revision == head.revision else Status.SUPERSEDED,
            content=revision.content,
            speaker=revision.speaker,
            ownership=revision.ownership,
            mem_type=head.mem_type,
            kind=head.kind,
            level=head.scope.level,
            weight=round(recalled.weight, 4),
            relevance=round(relevance.value, 4),
            final_score=round(recalled.final_score, 4),
            valid_at=revision.valid_at,
            invalid_at=revision.invalid_at,
            expire_at=head.expire_at,
            observed_at=revision.observed_at,
            custom_tags=dict(revision.custom_tags),
            entities=[EntityModel(name=one.name, type=one.type) for one in revision.entities],
            sources=SourceModel.each(revision.sources),
            explain=ExplanationModel(
                vector=relevance.vector,
                lexical=relevance.lexical,
                relevance=relevance.value,
                weight=recalled.weight,
            )
            if explain
            else None,
        )


class RecallAnswer(AnswerModel):
    """The memories, best first. `degraded` says what could not be looked at."""

    hit: bool
    degraded: list[Degradation] = Field(
        description="what could not be looked at, so that memories may be missing:"
        " `embedding_unavailable`, only the query's words were looked for; `index_unavailable`,"
        " only the user's strongest memories were. Empty: everything was looked at, and no"
        " memories means that none is relevant"
    )
    switched_off: list[str]
    memories: list[MemoryModel]

    @classmethod
    def of(cls, found: Recollection, *, explain: bool) -> "RecallAnswer":
        """Return the answer that shows a recollection."""
        return cls(
            hit=bool(found.memories),
            degraded=list(found.degraded),
            switched_off=list(found.switched_off),
            memories=[MemoryModel.of(memory, explain=explain) for memory in found.memories],
        )
