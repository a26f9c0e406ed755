"""The strictness that all wire models share."""

from pydantic import BaseModel, ConfigDict


class WireModel(BaseModel):
    """Refuses unknown fields and what is not JSON (NaN); coerces no type into another."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class AnswerModel(BaseModel):
    """What we answer; built by us, so only its shape matters."""

    model_config = ConfigDict(extra="forbid", frozen=True)
