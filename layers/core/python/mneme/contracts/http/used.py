"""`used`: which memories truly reached a model."""

from pydantic import Field, model_validator

from mneme.contracts.http.fields import CallerId, Instant, UserId, refusal
from mneme.contracts.http.model import AnswerModel, WireModel

USED_LIMIT = 100


class UsedRequest(WireModel):
    """Tell which recalled memories were put before a model. A hit alone is no use.

    Each use is counted, and gives the memories their weight back where the tenant chose that uses,
    and not hits, do. It is counted a moment after the answer.
    """

    user_id: UserId
    memory_ids: list[CallerId] = Field(min_length=1, max_length=USED_LIMIT)
    used_at: Instant | None = Field(
        None,
        description="when; default: now. Give it, and a request that is sent again counts once: of"
        " a memory's uses each must be newer than the last one that was counted",
    )

    @model_validator(mode="after")
    def _distinct_memories(self) -> "UsedRequest":
        if len(set(self.memory_ids)) != len(self.memory_ids):
            raise refusal("memory_ids", "each memory_id must be given once")
        return self


class UsedAnswer(AnswerModel):
    """`counted`: how many of the memories are there for the caller to use; others are passed over.

    Verbatim messages do not fade and are not counted.
    """

    accepted: bool
    counted: int
