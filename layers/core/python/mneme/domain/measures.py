"""What is measured of the work: numbers under names of ours. No content has a place in them."""

from dataclasses import dataclass
from enum import StrEnum


class Measured(StrEnum):
    """What a number says. Those that come in kinds are followed by one, a code of ours."""

    RECALL_MS = "recall_ms"
    RECALL_STEP_MS = "recall_step_ms"  # by step
    RECALL_HITS = "recall_hits"
    RECALL_EMPTY = "recall_empty"
    RECALL_CANDIDATES = "recall_candidates"
    RECALL_BEST_RELEVANCE = "recall_best_relevance"
    RECALL_DEGRADED = "recall_degraded"  # by what could not be looked at
    RECALL_SETBACK = "recall_setback"  # by why
    RECALL_UNREINFORCED = "recall_unreinforced"
    MEMORIES_USED = "memories_used"
    ADD_ACCEPTED = "add_accepted"
    ADD_TO_COMMIT_MS = "add_to_commit_ms"
    TASK_ENDED = "task_ended"  # by state
    FACTS_OF_TASK = "facts_of_task"
    FACT_DECIDED = "fact_decided"  # by decision
    FACT_CANDIDATES = "fact_candidates"
    COMMIT_CONFLICTS = "commit_conflicts"
    INDEX_LAG_MS = "index_lag_ms"
    INDEX_BREAKER_OPENED = "index_breaker_opened"
    MODEL_BREAKER_OPENED = "model_breaker_opened"
    MODEL_INPUT_TOKENS = "model_input_tokens"
    MODEL_OUTPUT_TOKENS = "model_output_tokens"
    MODEL_ILL_FORMED = "model_ill_formed"
    MODEL_UNKNOWN_TARGETS = "model_unknown_targets"
    SENSITIVE_FOUND = "sensitive_found"  # by kind of secret
    UNREAL_MESSAGES = "unreal_messages"
    MEMORIES_EVICTED = "memories_evicted"  # by where they went
    MEMORIES_COMPRESSED = "memories_compressed"
    COMPRESSION_REFUSED = "compression_refused"  # by why
    CAPACITY_REFUSED = "capacity_refused"  # by what was full
    IMPORTANCE_REFUSED = "importance_refused"  # by where too many are important
    LIFECYCLE_DUE = "lifecycle_due"
    LIFECYCLE_LATE = "lifecycle_late"
    LIFECYCLE_DONE = "lifecycle_done"  # by what was done
    LIFECYCLE_FAILED = "lifecycle_failed"
    DRIFT_REPAIRED = "drift_repaired"  # by what was wrong
    SHARD_ENDED = "shard_ended"  # of a job, by state
    SHARD_REVIVED = "shard_revived"  # of a job that must end
    PURGE_LAG_MS = "purge_lag_ms"
    SCHEDULE_DONE = "schedule_done"  # by schedule
    TABLES_UNAVAILABLE = "tables_unavailable"
    KEY_SERVICE_FAILED = "key_service_failed"  # by how
    REQUEST_UNCOUNTED = "request_uncounted"
    COLD_STARTED = "cold_started"
    THRESHOLDS_KEPT = "thresholds_kept"  # by why no new ones were taken


class Unset(StrEnum):
    """Why thresholds stay as they are: what was set could not be read, or is out of bounds."""

    UNREAD = "unread"
    UNFIT = "unfit"


class Unit(StrEnum):
    """What a value counts."""

    MILLISECONDS = "milliseconds"
    COUNT = "count"
    SHARE = "share"


@dataclass(frozen=True, slots=True)
class Measure:
    """A number of the work.

    `kind` is a member of an enumeration, so that nothing anybody said can stand in a name.
    """

    what: Measured
    value: float = 1
    kind: StrEnum | None = None

    @property
    def name(self) -> str:
        """Return the name it is kept under, such as `fact_decided_merge`."""
        if self.kind is None:
            return self.what.value
        return f"{self.what.value}_{self.kind.value.lower().replace(' ', '_')}"

    @property
    def unit(self) -> Unit:
        """Return what the value counts, the same for every value of that name."""
        if self.what.value.endswith("_ms"):
            return Unit.MILLISECONDS
        return Unit.SHARE if self.what is Measured.RECALL_BEST_RELEVANCE else Unit.COUNT
