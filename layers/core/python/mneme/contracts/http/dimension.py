"""A dimension on the wire: which of a user's memories are meant."""

from pydantic import Field, model_validator

from mneme.contracts.http.fields import CallerId, refusal
from mneme.contracts.http.model import WireModel
from mneme.domain.dimension import Dimension
from mneme.domain.memory import Kind, MemType, Ownership
from mneme.domain.scope import Level


class DimensionModel(WireModel):
    """The memories that fit everything that is named; an empty list names nothing.

    An app means what is visible in that app alone: its APP memories, and those of its sessions.
    """

    app_id: CallerId | None = None
    session_id: CallerId | None = Field(
        default=None, description="a session of the app that is named, or of no app"
    )
    level: Level | None = None
    ownership: list[Ownership] = Field(default_factory=list)
    mem_type: list[MemType] = Field(default_factory=list)
    kind: list[Kind] = Field(default_factory=list)

    @model_validator(mode="after")
    def _names_something(self) -> "DimensionModel":
        if self.level is Level.GLOBAL and self.app_id is not None:
            raise refusal("level", "what is GLOBAL is of no app")
        if self.session_id is not None and self.level not in {None, Level.SESSION}:
            raise refusal("level", "what is of a session is at level SESSION")
        return self

    def dimension(self) -> Dimension:
        """Return it as the domain sees it."""
        return Dimension(
            app_id=self.app_id,
            session_id=self.session_id,
            level=self.level,
            ownership=frozenset(self.ownership),
            mem_types=frozenset(self.mem_type),
            kinds=frozenset(self.kind),
        )
