"""The one shape of every answer."""

from typing import Generic, TypeVar

from mneme.contracts.http.model import AnswerModel
from mneme.domain.counting import Room
from mneme.domain.recall_account import RecallStep

Data = TypeVar("Data")


class Envelope(AnswerModel, Generic[Data]):
    """`code` is 0 or an error code; `data` is the verb's answer, or details of the error."""

    code: int
    msg: str
    trace_id: str
    data: Data | None = None


class ErrorData(AnswerModel):
    """Details of an error: the path of the field that is wrong, the revision that is current.

    `kinds` names what must not be kept in that field, such as `password`.
    `memory_id` is the memory that says already what was asked for.
    `step` is what a recall was waiting for when its time was over.
    `dimension` is what is full (TOTAL, GLOBAL, APP, CONSTRAINT, PERSONA), and `limit` how many
    memories, or important ones, it holds.
    """

    field: str | None = None
    current_revision: int | None = None
    kinds: list[str] | None = None
    memory_id: str | None = None
    step: RecallStep | None = None
    dimension: Room | None = None
    limit: int | None = None
