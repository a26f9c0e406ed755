"""What the verbs of management share: a memory that was changed, and what came of several."""

from collections.abc import Mapping

from pydantic import Field

from mneme.contracts.http.model import AnswerModel, Redacted
from mneme.domain.errors import MnemeError, shown_message
from mneme.domain.memory import Head, Status

OK = 0


class ManagedAnswer(AnswerModel):
    """Where the memory stands now."""

    memory_id: str
    revision: int
    status: Status
    redacted: Redacted = Field(default_factory=dict)

    @classmethod
    def of(cls, head: Head, redacted: Mapping[str, int] | None = None) -> "ManagedAnswer":
        """Return the answer that shows a head."""
        return cls(
            memory_id=head.memory_id,
            revision=head.revision,
            status=head.status,
            redacted=dict(redacted or {}),
        )


class ResultModel(AnswerModel):
    """What came of one memory of several: as if it had been asked for alone.

    `code` is 0 or an error code; `revision` is the current one, where the memory is there. Of a
    conflict (40901) with another memory, `conflicts_with` is that one.
    """

    memory_id: str
    code: int
    msg: str
    field: str | None = None
    revision: int | None = None
    status: Status | None = None
    conflicts_with: str | None = None
    redacted: Redacted = Field(default_factory=dict)

    @classmethod
    def of(
        cls, memory_id: str, result: Head | MnemeError, redacted: Mapping[str, int] | None = None
    ) -> "ResultModel":
        """Return the result as it is answered; a fault of ours keeps its text to itself."""
        if not isinstance(result, MnemeError):
            return cls(
                memory_id=memory_id,
                code=OK,
                msg="ok",
                revision=result.revision,
                status=result.status,
                redacted=dict(redacted or {}),
            )
        revision = result.data.get("current_revision")
        other = result.data.get("memory_id")
        return cls(
            memory_id=memory_id,
            code=result.code,
            msg=shown_message(result.code, result.message),
            field=result.field,
            revision=revision if isinstance(revision, int) else None,
            conflicts_with=other if isinstance(other, str) else None,
        )


class ResultsAnswer(AnswerModel):
    """What came of each memory, in the order they were named."""

    results: list[ResultModel]
