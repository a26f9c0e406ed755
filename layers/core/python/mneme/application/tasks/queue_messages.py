"""Messages between the functions: ids only, as JSON. A message that does not fit is refused."""

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from mneme.application.ports.work_queue import QueueMessage
from mneme.domain.errors import InternalFault
from mneme.domain.scope import join_key
from mneme.domain.task import Task

EXTRACTION = "extraction"
EVOLUTION = "evolution"
BULK_EXTRACTION = "bulk-extraction"
BULK_EVOLUTION = "bulk-evolution"
"""What is loaded in bulk has queues of its own: live conversations never stand behind it."""

REINFORCEMENT = "reinforcement"


def queue_of(task: Task) -> str:
    """Return the queue of the step that a task is to take next."""
    return evolution_queue_of(task) if task.fact_count is not None else extraction_queue_of(task)


def extraction_queue_of(task: Task) -> str:
    """Return the queue in which a task waits for extraction."""
    return BULK_EXTRACTION if task.bulk else EXTRACTION


def evolution_queue_of(task: Task) -> str:
    """Return the queue in which a task waits for evolution."""
    return BULK_EVOLUTION if task.bulk else EVOLUTION


@dataclass(frozen=True, slots=True)
class TaskMessage:
    """Work on this task of this user."""

    tenant_id: str
    user_id: str
    task_id: str
    attempt: int

    def encode(self) -> QueueMessage:
        """Return the message for a FIFO queue: one group per user, one delivery per attempt.

        A resend under the same deduplication id would be dropped silently for five minutes, so
        every attempt has its own.
        """
        body = {
            "tenant_id": self.tenant_id,
            "user_id": self.user_id,
            "task_id": self.task_id,
            "attempt": self.attempt,
        }
        return QueueMessage(
            body=json.dumps(body, separators=(",", ":")),
            group=_digest(self.tenant_id, self.user_id),
            deduplication_id=_digest(self.tenant_id, self.user_id, self.task_id, str(self.attempt)),
        )


@dataclass(frozen=True, slots=True)
class ReinforcementMessage:
    """These memories of this user were recalled at this instant, or `used`: shown to a model."""

    tenant_id: str
    user_id: str
    at: datetime
    memory_ids: tuple[str, ...]
    used: bool = False

    def encode(self) -> QueueMessage:
        """Return the message for a standard queue."""
        body: dict[str, object] = {
            "tenant_id": self.tenant_id,
            "user_id": self.user_id,
            "at": self.at.isoformat(),
            "memory_ids": list(self.memory_ids),
        }
        if self.used:
            body["used"] = True
        return QueueMessage(body=json.dumps(body, separators=(",", ":")))


def task_message(body: str) -> TaskMessage:
    """Return the task message of a queue body."""
    fields = _fields(body)
    try:
        return TaskMessage(
            str(fields["tenant_id"]),
            str(fields["user_id"]),
            str(fields["task_id"]),
            int(fields["attempt"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise InternalFault("a task message does not fit") from error


def reinforcement_message(body: str) -> ReinforcementMessage:
    """Return the reinforcement message of a queue body."""
    fields = _fields(body)
    try:
        return ReinforcementMessage(
            str(fields["tenant_id"]),
            str(fields["user_id"]),
            datetime.fromisoformat(fields["at"]),
            tuple(map(str, fields["memory_ids"])),
            fields.get("used") is True,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise InternalFault("a reinforcement message does not fit") from error


def _fields(body: str) -> dict[str, Any]:
    try:
        fields = json.loads(body)
    except ValueError as error:
        raise InternalFault("a message is no JSON") from error
    if not isinstance(fields, dict):
        raise InternalFault("a message is no object")
    return fields


def _digest(*parts: str) -> str:
    return hashlib.sha256(join_key(*parts).encode()).hexdigest()
