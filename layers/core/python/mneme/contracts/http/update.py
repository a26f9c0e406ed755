"""`update` and `batch_update`: another text, or other metadata, of memories that are there."""

from pydantic import Field, model_validator

from mneme.contracts.http.fields import (
    CallerId,
    Instant,
    MemoryText,
    RevisionNumber,
    TagsPatch,
    UserId,
    refusal,
)
from mneme.contracts.http.model import WireModel
from mneme.domain.memory_patch import Keep, MemoryPatch, MemoryUpdate

BATCH_LIMIT = 100
_CHANGES = ("content", "is_important", "expire_at", "custom_tags")


class ChangesModel(WireModel):
    """What one memory shall become; what is not named stays."""

    memory_id: CallerId
    content: MemoryText | None = Field(None, description="makes the memory's next revision")
    is_important: bool | None = None
    expire_at: Instant | None = Field(None, description="gone from this instant on; null: never")
    custom_tags: TagsPatch | None = Field(
        None, description="merged by RFC 7396: null removes a tag, or all of them"
    )
    expected_revision: RevisionNumber | None = Field(
        None, description="refuse (40901) unless this is the current revision"
    )

    @model_validator(mode="after")
    def _changes_something(self) -> "ChangesModel":
        if self.model_fields_set.isdisjoint(_CHANGES):
            raise refusal("content", f"give at least one of {', '.join(_CHANGES)}")
        for name in ("content", "is_important"):
            if name in self.model_fields_set and getattr(self, name) is None:
                raise refusal(name, "cannot be removed")
        return self

    def wish(self) -> MemoryUpdate:
        """Return the wish as the domain sees it."""
        named = self.model_fields_set
        patch = MemoryPatch(
            content=self.content,
            is_important=self.is_important,
            expire_at=self.expire_at if "expire_at" in named else Keep.KEEP,
            custom_tags=self.custom_tags if "custom_tags" in named else Keep.KEEP,
        )
        return MemoryUpdate(self.memory_id, patch, self.expected_revision)


class UpdateRequest(ChangesModel):
    """Correct a memory. Another content is embedded anew; metadata alone makes no revision."""

    user_id: UserId


class BatchUpdateRequest(WireModel):
    """Correct several memories, each by itself: one that fails leaves the others done.

    What is not begun within about 10 seconds is answered with 50002: send those again.
    """

    user_id: UserId
    items: list[ChangesModel] = Field(min_length=1, max_length=BATCH_LIMIT)

    @model_validator(mode="after")
    def _distinct_memories(self) -> "BatchUpdateRequest":
        ids = [item.memory_id for item in self.items]
        if len(set(ids)) != len(ids):
            raise refusal("items", "each memory_id must be given once")
        return self
