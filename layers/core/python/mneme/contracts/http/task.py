"""`task`: what became of an accepted write."""

from datetime import datetime

from pydantic import Field

from mneme.contracts.http.fields import CallerId, UserId
from mneme.contracts.http.model import AnswerModel, Redacted, WireModel
from mneme.domain.errors import shown_message
from mneme.domain.task import Decision, FactResult, Task, TaskError, TaskState


class TaskRequest(WireModel):
    """Ask for one task of a user."""

    user_id: UserId
    task_id: CallerId


class FactResultModel(AnswerModel):
    """What became of one fact; of one that was refused nothing, and `code` says why."""

    decision: Decision | None = Field(None, description="null: the fact was refused")
    memory_id: str | None = None
    revision: int | None = None
    code: int = Field(
        0,
        description="0, or what could not be done. 42901: refused, the memory is full and nothing"
        " in it may leave. 42902: with a decision it is kept, but not marked important, since too"
        " many are; without one it was refused. What was refused is learned when its message is"
        " sent again after room was made",
    )

    @classmethod
    def of(cls, result: FactResult) -> "FactResultModel":
        """Return the result as it is answered."""
        if result.decision is None:
            return cls(decision=None, code=result.code)
        return cls(
            decision=result.decision,
            memory_id=result.memory_id,
            revision=result.revision,
            code=result.code,
        )


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
            results=[FactResultModel.of(result) for _, result in task.results],
            left_out=task.left_out,
            error=None if error is None else TaskErrorModel.of(error),
            redacted=dict(task.redacted),
        )
