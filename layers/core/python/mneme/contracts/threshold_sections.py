"""The sections of the document of thresholds: names, bounds and what each number means."""

from typing import Annotated, Any

from pydantic import Field, model_validator

from mneme.contracts.http.fields import refusal
from mneme.contracts.http.model import WireModel
from mneme.contracts.http.recall import TIMEOUT_LIMIT_MS, TOP_K_LIMIT
from mneme.domain.capacity import DEFAULT_LIMITS, MOST_MEMORIES, Limit
from mneme.domain.due import Retention
from mneme.domain.evolution.compression_limits import CompressionLimits
from mneme.domain.evolution.decisions import Limits
from mneme.domain.recollection import RecallPolicy
from mneme.domain.reinforcement import Strengthening
from mneme.domain.retrieval.ranking_weights import RankingWeights
from mneme.domain.sensitive.policy import SensitivePolicy
from mneme.domain.session_policy import SessionPolicy
from mneme.domain.thresholds import SEARCH_BREAKER, ExtractionBounds, TenantDefaults
from mneme.domain.weight import ClassWeights, WeightPolicy

Share = Annotated[float, Field(ge=0, le=1)]
TimeShare = Annotated[float, Field(ge=0.1, le=0.9)]
Weight = Annotated[float, Field(ge=0.01, le=1)]
KeptDays = Annotated[int, Field(ge=1, le=3650)]
Memories = Annotated[int, Field(ge=0, le=MOST_MEMORIES)]

_RECALL, _RANKING = RecallPolicy(), RankingWeights()
_WEIGHTS, _INITIAL, _KEPT = WeightPolicy(), ClassWeights(), Retention()
_EXTRACTION, _EVOLUTION, _SESSIONS = ExtractionBounds(), Limits(), SessionPolicy()
_TENANTS, _COMPRESSION = TenantDefaults(), CompressionLimits()


def _says(default: Any, description: str) -> Any:
    return Field(default, description=description)


class RecallSection(WireModel):
    """How recalls look for memories and rank them."""

    min_relevance: Share = _says(
        _RECALL.min_relevance, "least relevance, of a recall that does not say"
    )
    top_k: Annotated[int, Field(ge=1, le=TOP_K_LIMIT)] = _says(
        _RECALL.top_k, "most memories, of a recall that does not say"
    )
    timeout_ms: Annotated[int, Field(ge=50, le=TIMEOUT_LIMIT_MS)] = _says(
        _RECALL.timeout_ms, "its time in milliseconds, of a recall that does not say"
    )
    relevance_share: Share = _says(
        _RANKING.relevance, "share of relevance in the score (W_rel); weight has the rest"
    )
    duplicate_overlap: Annotated[float, Field(ge=0.5, le=1)] = _says(
        _RANKING.duplicate_overlap, "from this share of common terms on, two memories say the same"
    )
    vector_hits: Annotated[int, Field(ge=10, le=1000)] = _says(
        _RECALL.vector_hits, "least number of nearest vectors that are asked for"
    )
    vector_hits_per_result: Annotated[int, Field(ge=1, le=20)] = _says(
        _RECALL.vector_hits_per_result, "how many are asked for for each memory wanted"
    )
    lexical_hits: Annotated[int, Field(ge=50, le=1000)] = _says(
        _RECALL.lexical_hits, "how many memories are asked for by words"
    )
    candidates: Annotated[int, Field(ge=TOP_K_LIMIT, le=200)] = _says(
        _RECALL.candidates, "most of what was found that goes on to be ranked by weight"
    )
    embedding_time_share: TimeShare = _says(
        _RECALL.embedding_time_share, "share of the time left that the embedding may take"
    )
    index_time_share: TimeShare = _says(
        _RECALL.index_time_share, "share of the time left then that the index may take"
    )


class InitialSection(WireModel):
    """The weight with which memories of each class begin; the first class that fits is theirs."""

    turn: Weight = _says(_INITIAL.turn, "messages kept verbatim")
    important: Weight = _says(_INITIAL.important, "important memories")
    time_bound: Weight = _says(_INITIAL.time_bound, "what ends on a day to come")
    user_semantic: Weight = _says(_INITIAL.user_semantic, "what users said, lasting")
    user_episodic: Weight = _says(_INITIAL.user_episodic, "what users said, events")
    user_procedural: Weight = _says(_INITIAL.user_procedural, "what users said, ways to do things")
    agent_semantic: Weight = _says(_INITIAL.agent_semantic, "what agents said, lasting")
    agent_episodic: Weight = _says(_INITIAL.agent_episodic, "what agents said, events")
    agent_procedural: Weight = _says(_INITIAL.agent_procedural, "what agents said, ways")


class WeightsSection(WireModel):
    """How weights begin, fade and come back."""

    fading_days: Annotated[float, Field(ge=1, le=3650)] = _says(
        _WEIGHTS.fading_days, "days in which 0.80 fades to 0.10: λ is ln 8 over it"
    )
    important_factor: Share = _says(
        _WEIGHTS.important_factor, "how much slower important memories fade (α)"
    )
    recall_gain: Share = _says(_WEIGHTS.recall_gain, "what one recall gives back (Δ)")
    archived_below: Annotated[float, Field(ge=0.01, le=0.5)] = _says(
        _WEIGHTS.archived_below, "below this weight memories are archived"
    )
    initial: InitialSection = InitialSection()

    @model_validator(mode="after")
    def _nothing_is_born_faded(self) -> "WeightsSection":
        for name, weight in self.initial:
            if weight <= self.archived_below:
                raise refusal(f"initial.{name}", "must be above archived_below")
        return self


class RetentionSection(WireModel):
    """For how many days what is no longer current is kept."""

    archived_days: KeptDays = _says(_KEPT.archived_days, "what is archived")
    superseded_days: KeptDays = _says(_KEPT.superseded_days, "what another memory superseded")
    past_revision_days: KeptDays = _says(_KEPT.past_revision_days, "what a memory said before")
    candidate_days: KeptDays = _says(_KEPT.candidate_days, "candidates that nobody confirmed")
    deleted_days: KeptDays = _says(_KEPT.deleted_days, "what is deleted: so long it is restorable")


class ExtractionSection(WireModel):
    """What models are shown."""

    context_messages: Annotated[int, Field(ge=1, le=50)] = _says(
        _EXTRACTION.context_messages, "earlier messages of the session, at most"
    )


class EvolutionSection(WireModel):
    """How alike memories must be for what is done with them."""

    candidates: Annotated[int, Field(ge=1, le=20)] = _says(
        _EVOLUTION.candidates, "most memories that a fact is compared with"
    )
    related: Share = _says(_EVOLUTION.related, "least similarity of what a fact may change")
    same: Share = _says(_EVOLUTION.same, "least similarity of what rules take for the same")
    join: Annotated[float, Field(ge=0.5, le=1)] = _says(
        _EVOLUTION.join, "least similarity of what is made one (MERGE)"
    )
    retirements: Annotated[int, Field(ge=1, le=10)] = _says(
        _EVOLUTION.retirements, "most memories that one fact supersedes"
    )

    @model_validator(mode="after")
    def _in_order(self) -> "EvolutionSection":
        if not self.related <= self.same <= self.join:
            raise refusal("same", "must be from related to join")
        return self


class CompressionSection(WireModel):
    """How much a language model is asked, to make one memory of several."""

    similar: Annotated[float, Field(ge=0.2, le=1)] = _says(
        _COMPRESSION.similar, "least similarity of memories that are shown to a model together"
    )
    groups: Annotated[int, Field(ge=0, le=100)] = _says(
        _COMPRESSION.groups, "groups of a user, at most, that a model is asked about; 0: none"
    )
    tokens: Annotated[int, Field(ge=0, le=10_000_000)] = _says(
        _COMPRESSION.tokens, "tokens after which a run asks about no further group"
    )


class SessionsSection(WireModel):
    """How long sessions last."""

    idle_hours: Annotated[int, Field(ge=1, le=720)] = _says(
        _SESSIONS.idle_hours, "hours after which a session that was not used is over"
    )
    continued_hours: Annotated[int, Field(ge=1, le=24)] = _says(
        _SESSIONS.continued_hours, "hours in which the next one can take up what is to be continued"
    )


class IndexBreakerSection(WireModel):
    """When recalls leave the search index alone for a while."""

    failures: Annotated[int, Field(ge=1, le=1_000_000)] = _says(
        SEARCH_BREAKER.failures, "failed searches in a row after which they do"
    )
    first_open_seconds: Annotated[float, Field(ge=0.1, le=3600)] = _says(
        SEARCH_BREAKER.first_open_seconds, "for how long at first"
    )
    longest_open_seconds: Annotated[float, Field(ge=0.1, le=3600)] = _says(
        SEARCH_BREAKER.longest_open_seconds, "and at most"
    )

    @model_validator(mode="after")
    def _in_order(self) -> "IndexBreakerSection":
        if self.first_open_seconds > self.longest_open_seconds:
            raise refusal("longest_open_seconds", "must not be below first_open_seconds")
        return self


class CapacitySection(WireModel):
    """How many memories a user has room for."""

    total: Memories = _says(DEFAULT_LIMITS[Limit.TOTAL], "in all")
    global_: Memories = Field(
        default=DEFAULT_LIMITS[Limit.GLOBAL], alias="global", description="GLOBAL"
    )
    app: Memories = _says(DEFAULT_LIMITS[Limit.APP], "in each app")
    constraint: Memories = _says(DEFAULT_LIMITS[Limit.CONSTRAINT], "CONSTRAINTs")
    persona: Memories = _says(DEFAULT_LIMITS[Limit.PERSONA], "PERSONA memories, in each app")
    important: Annotated[int, Field(ge=0, le=100)] = _says(
        DEFAULT_LIMITS[Limit.IMPORTANT], "percent of each that may be important"
    )


class TenantsSection(WireModel):
    """What holds for tenants that chose nothing else."""

    sensitive_content: SensitivePolicy = _says(
        _TENANTS.sensitive_content, "what becomes of secrets"
    )
    episode_days: Annotated[int, Field(ge=0, le=3650)] = _says(
        _TENANTS.episode_days, "days for which messages are kept verbatim; 0: not at all"
    )
    include_turns: bool = _says(
        _TENANTS.include_turns, "whether a recall that does not say returns messages"
    )
    strengthened_by: Strengthening = _says(
        _TENANTS.strengthened_by, "what gives weight back: that a memory is recalled, or is used"
    )
    capacity: CapacitySection = CapacitySection()
