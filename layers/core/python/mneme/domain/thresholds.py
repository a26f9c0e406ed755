"""The numbers that an operator tunes while Mneme runs, with the seeds' values (DESIGN §18)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mneme.domain.capacity import DEFAULT_LIMITS, Limit
from mneme.domain.circuit_breaker import BreakerPolicy
from mneme.domain.due import Dating, Retention
from mneme.domain.evolution.compression_limits import CompressionLimits
from mneme.domain.evolution.decisions import Limits
from mneme.domain.recollection import RecallPolicy
from mneme.domain.reinforcement import Strengthening
from mneme.domain.retrieval.ranking_weights import RankingWeights
from mneme.domain.sensitive.policy import SensitivePolicy
from mneme.domain.session_policy import SessionPolicy
from mneme.domain.weight import WeightPolicy

SEARCH_BREAKER = BreakerPolicy(failures=5, first_open_seconds=5.0, longest_open_seconds=60.0)


@dataclass(frozen=True, slots=True)
class ExtractionBounds:
    """How many of a session's earlier messages a model is shown as context, at most."""

    context_messages: int = 10


@dataclass(frozen=True, slots=True)
class TenantDefaults:
    """What holds for tenants that chose nothing else.

    Messages are kept verbatim for `episode_days` (0: not at all), and recalled where a recall does
    not say if `include_turns`. `capacity` has a number for every limit.
    """

    sensitive_content: SensitivePolicy = SensitivePolicy.REDACT
    episode_days: int = 180
    include_turns: bool = False
    strengthened_by: Strengthening = Strengthening.HIT
    capacity: Mapping[Limit, int] = field(default_factory=lambda: DEFAULT_LIMITS)


@dataclass(frozen=True, slots=True)
class Thresholds:
    """All of them, as they hold for one piece of work.

    `index_breaker` says when the search index is left alone for a while.
    """

    recall: RecallPolicy = field(default_factory=RecallPolicy)
    ranking: RankingWeights = field(default_factory=RankingWeights)
    weights: WeightPolicy = field(default_factory=WeightPolicy)
    retention: Retention = field(default_factory=Retention)
    extraction: ExtractionBounds = field(default_factory=ExtractionBounds)
    evolution: Limits = field(default_factory=Limits)
    compression: CompressionLimits = field(default_factory=CompressionLimits)
    sessions: SessionPolicy = field(default_factory=SessionPolicy)
    index_breaker: BreakerPolicy = SEARCH_BREAKER
    tenants: TenantDefaults = field(default_factory=TenantDefaults)

    @property
    def dating(self) -> Dating:
        """Return what dates are reckoned with."""
        return Dating(self.weights, self.retention)
