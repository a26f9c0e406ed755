"""`task`: what became of an accepted write."""

from datetime import datetime

from pydantic import Field

from mneme.contracts.http.fields import CallerId, UserId
from mneme.contracts.http.model import AnswerModel, Redacted, WireModel
from mneme.domain.task import Decision, Task, TaskState


class TaskRequest(WireModel):
    """Ask for one task of a user."""

    user_id: UserId
    task_id: CallerId


class FactResultModel(AnswerModel):
    """What became of one fact."""

    decision: Decision
    memory_id: str
    revision: int


class TaskErrorModel(AnswerModel):
    """Why the task failed or was dropped."""

    code: int
    msg: str


class TaskAnswer(AnswerModel):
    """The state of the task; DONE, FAILED and DROPPED are final."""

    task_id: str
    state: TaskState
    accepted_at: datetime
    updated_at: datetime
    results: list[FactResultModel]
    error: TaskErrorModel | None = None
    redacted: Redacted = Field(default_factory=dict)

    @classmethod
    def of(cls, task: Task) -> "TaskAnswer":
        """Return the answer that shows a task."""
        error = task.error
        return cls(
            task_id=task.task_id,
            state=task.state,
            accepted_at=task.accepted_at,
            updated_at=task.updated_at,
            results=[
                FactResultModel(
                    decision=result.decision, memory_id=result.memory_id, revision=result.revision
                )
                for _, result in task.results
            ],
            error=None if error is None else TaskErrorModel(code=error.code, msg=error.message),
            redacted=dict(task.redacted),
        )
