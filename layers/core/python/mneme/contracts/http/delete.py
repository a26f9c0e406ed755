"""`delete` and `batch_delete`: softly, so that what is deleted can be restored for 30 days."""

from collections.abc import Sequence

from pydantic import Field, model_validator

from mneme.contracts.http.dimension import DimensionModel
from mneme.contracts.http.fields import CallerId, Cursor, RevisionNumber, UserId, refusal
from mneme.contracts.http.managed import OK, ResultModel
from mneme.contracts.http.model import AnswerModel, WireModel
from mneme.domain.errors import MnemeError
from mneme.domain.memory import Head
from mneme.domain.paging import PageRequest, Question

BATCH_LIMIT = 100


class DeleteRequest(WireModel):
    """Delete a memory with all its revisions. Deleting it again changes nothing."""

    user_id: UserId
    memory_id: CallerId
    expected_revision: RevisionNumber | None = Field(
        None, description="refuse (40901) unless this is the current revision"
    )


class BatchDeleteRequest(WireModel):
    """Delete memories by their ids, or whatever a dimension held when the deletion began.

    A large dimension takes several requests: send the same one with the answer's cursor until that
    is null. To stop and begin anew is safe at any time.
    """

    user_id: UserId
    memory_ids: list[CallerId] | None = Field(None, min_length=1, max_length=BATCH_LIMIT)
    dimension: DimensionModel | None = None
    cursor: Cursor | None = None

    @model_validator(mode="after")
    def _names_memories(self) -> "BatchDeleteRequest":
        if (self.memory_ids is None) == (self.dimension is None):
            raise refusal("memory_ids", "give memory_ids or a dimension, and not both")
        if self.dimension is not None and self.dimension.dimension().names_nothing:
            raise refusal("dimension", "names nothing: all memories of a user are not deleted so")
        if self.memory_ids is not None and self.cursor is not None:
            raise refusal("cursor", "belongs to a dimension")
        if len(set(self.memory_ids or ())) != len(self.memory_ids or ()):
            raise refusal("memory_ids", "each memory_id must be given once")
        return self

    def page(self, dimension: DimensionModel) -> PageRequest:
        """Return where the deletion of the dimension goes on."""
        return PageRequest(Question("batch_delete", dimension.model_dump_json()), self.cursor)


class BatchDeleteAnswer(AnswerModel):
    """`results` by id, in the order they were named; of a dimension, where to go on.

    `deleted` counts what is deleted: of ids all that are now, of a dimension what this request
    deleted. The deletion of a dimension is complete when `cursor` is null.
    """

    deleted: int
    results: list[ResultModel] | None = None
    cursor: str | None = None

    @classmethod
    def of_ids(
        cls, memory_ids: Sequence[str], outcomes: Sequence[Head | MnemeError]
    ) -> "BatchDeleteAnswer":
        """Return the answer that shows what came of each id."""
        pairs = zip(memory_ids, outcomes, strict=True)
        results = [ResultModel.of(*pair) for pair in pairs]
        return cls(deleted=sum(result.code == OK for result in results), results=results)
