"""The strictness that all wire models share."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field


class WireModel(BaseModel):
    """Refuses unknown fields and what is not JSON (NaN); coerces no type into another."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class AnswerModel(BaseModel):
    """What we answer; built by us, so only its shape matters."""

    model_config = ConfigDict(extra="forbid", frozen=True)


Redacted = Annotated[
    dict[str, int],
    Field(
        description="how often a mark such as `[redacted: card number]` was put in place of what"
        " must not be kept, by its kind; empty for most requests"
    ),
]
"""What the sensitive content policy took out of a request."""
