"""`task`: what became of an accepted write."""

from datetime import datetime

from pydantic import Field

from mneme.contracts.http.fields import CallerId, UserId
from mneme.contracts.http.model import AnswerModel, Redacted, WireModel
from mneme.domain.errors import shown_message
from mneme.domain.task import Decision, Task, TaskError, TaskState


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

    @classmethod
    def of(cls, error: TaskError) -> "TaskErrorModel":
        """Return the error as it is answered; a fault of ours keeps its text to itself."""
        return cls(code=error.code, msg=shown_message(error.code, error.message))


class TaskAnswer(AnswerModel):
    """The state of the task; DONE, FAILED and DROPPED are final."""

    task_id: str
    state: TaskState
    accepted_at: datetime
    updated_at: datetime
    results: list[FactResultModel]
    left_out: int = Field(
        0,
        description="statements of which no fact was taken because there were too many: a message "
        "yields at most 100 facts, and a task 1,000. Where no model reads, each sentence behind a "
        "message's hundredth fact is counted, whatever it says",
    )
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
            left_out=task.left_out,
            error=None if error is None else TaskErrorModel.of(error),
            redacted=dict(task.redacted),
        )
