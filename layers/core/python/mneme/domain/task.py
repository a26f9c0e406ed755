"""A task: the durable course of one accepted write, which its caller can read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class TaskState(StrEnum):
    """Where a task stands; DONE, FAILED and DROPPED are final."""

    PENDING = "PENDING"
    ACCEPTED = "ACCEPTED"
    EXTRACTING = "EXTRACTING"
    EVOLVING = "EVOLVING"
    DEFERRED = "DEFERRED"
    DONE = "DONE"
    FAILED = "FAILED"
    DROPPED = "DROPPED"

    @property
    def final(self) -> bool:
        """Return whether nothing more will happen to the task."""
        return self in _FINAL


_FINAL = frozenset({TaskState.DONE, TaskState.FAILED, TaskState.DROPPED})


class Decision(StrEnum):
    """What evolution does with one fact."""

    ADD = "ADD"
    UPDATE = "UPDATE"
    MERGE = "MERGE"
    SKIP = "SKIP"
    DELETE = "DELETE"


@dataclass(frozen=True, slots=True)
class FactResult:
    """What became of one fact of a task: ids only, never content."""

    decision: Decision
    memory_id: str
    revision: int


@dataclass(frozen=True, slots=True)
class TaskError:
    """Why a task ended FAILED or DROPPED."""

    code: int
    message: str


@dataclass(frozen=True, slots=True)
class Task:
    """The task row. `results` holds (fact number, result), in order of the facts.

    `attempt` numbers the messages that are sent for it; `deferrals` counts how often it has been
    put off because no model answered; `redacted` counts by kind what was taken out of the request.
    """

    task_id: str
    state: TaskState
    epoch: int
    key_epoch: int
    app_id: str | None
    body_digest: str
    accepted_at: datetime
    updated_at: datetime
    attempt: int = 1
    fact_count: int | None = None
    deferrals: int = 0
    results: tuple[tuple[int, FactResult], ...] = ()
    error: TaskError | None = None
    redacted: Mapping[str, int] = field(default_factory=dict, hash=False)
