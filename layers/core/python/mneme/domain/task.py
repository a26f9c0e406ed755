"""A task: the durable course of one accepted write, which its caller can read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

RECEIPT_KEPT = timedelta(days=400)
"""How long what became of a write can be asked for."""


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
    """What became of one fact of a task: ids only, never content.

    `code` is 0, or the error code of what could not be done of it. A fact that was refused has no
    decision and no memory; one with the code of the important quota is kept, but not marked so.
    """

    decision: Decision | None
    memory_id: str
    revision: int
    code: int = 0

    @classmethod
    def refused(cls, code: int) -> "FactResult":
        """Return the result of a fact that was refused."""
        return cls(None, "", 0, code)


@dataclass(frozen=True, slots=True)
class TaskError:
    """Why a task ended FAILED or DROPPED."""

    code: int
    message: str


PENDING_GRACE = timedelta(seconds=60)
"""How long a task may stay PENDING before it is sent again."""

LATENESS = timedelta(minutes=95)
"""How long an open task may show no progress: longer than all deliveries of one message take."""

BULK_PATIENCE = 12
"""How many times longer a task of a history that is being loaded may wait its turn."""

RESENDS = 3
"""How often a late task is sent again before it is FAILED; each time after twice as long."""


@dataclass(frozen=True, slots=True)
class Task:
    """A task. `results` holds (fact number, result), in order of the facts.

    `redacted` counts by kind what was taken out of the request, `left_out` the statements beyond
    what a message, or a task, may yield; `payload` names what was accepted, which is kept beside
    the task. `attempt` numbers the messages that are sent for it; `deferrals` counts how often it
    has been put off because no model answered, `resends` how often it was sent again because nobody
    had got on with it. `portions`: what a model has answered about parts of it is kept beside the
    task. `undelivered`: it was FAILED because nobody came to its end; its message, should it come
    after all, opens it again. `bulk`: part of a history that is being loaded, behind live
    conversations. `refused`: for some of its facts there was no room. `confined`: whoever sent it
    may write in its session alone.
    """

    task_id: str
    state: TaskState
    epoch: int
    key_epoch: int
    app_id: str | None
    body_digest: str
    accepted_at: datetime
    updated_at: datetime
    payload: str
    attempt: int = 1
    fact_count: int | None = None
    left_out: int = 0
    deferrals: int = 0
    resends: int = 0
    portions: bool = False
    undelivered: bool = False
    bulk: bool = False
    refused: bool = False
    confined: bool = False
    results: tuple[tuple[int, FactResult], ...] = ()
    error: TaskError | None = None
    redacted: Mapping[str, int] = field(default_factory=dict, hash=False)

    @property
    def late_at(self) -> datetime:
        """The instant from which an open task needs to be looked after."""
        if self.state is TaskState.PENDING:
            return self.accepted_at + PENDING_GRACE
        patience = BULK_PATIENCE if self.bulk else 1
        return self.updated_at + LATENESS * int(patience * 2**self.resends)
