"""The wishes of a request about its extraction."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from mneme.contracts.http.fields import FocusText, Tags
from mneme.contracts.http.model import WireModel
from mneme.domain.extraction.policy import ExtractionPolicy, Mode, Style

ENTITY_TYPE_LIMIT = 20
_ENTITY_TYPE = re.compile(r"\w(?:[\w -]{0,62}\w)?")


def _distinct(types: list[str]) -> list[str]:
    if len({name.casefold() for name in types}) != len(types):
        raise PydanticCustomError("repeated", "each type must be given once")
    return types


def _entity_type(name: str) -> str:
    if not _ENTITY_TYPE.fullmatch(name):
        raise PydanticCustomError(
            "entity_type", "must be 1-64 letters, digits, underscores, hyphens or inner spaces"
        )
    return name


EntityType = Annotated[
    str,
    AfterValidator(_entity_type),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": 64}),
]
"""A kind of things, such as `person` or `medical device`."""


class ExtractionModel(WireModel):
    """How facts are taken from a conversation; privacy and capacity stay as they are."""

    focus: FocusText | None = Field(None, description="what to attend to above all, in words")
    style: Style | None = Field(
        None, description="conservative: only what is certain; aggressive: what may matter, too"
    )
    mode: Mode = Field(
        Mode.DECIDE,
        description="decide about each fact, append it, shadow (decide, log and append), keep it as"
        " a candidate, or off: keep the messages only",
    )
    tags: Tags = Field(default_factory=dict, description="put on every fact")
    entity_types: Annotated[
        list[EntityType], Field(max_length=ENTITY_TYPE_LIMIT), AfterValidator(_distinct)
    ] = Field(default_factory=list, description="kinds of things to tag facts with")

    def policy(self) -> ExtractionPolicy:
        """Return the policy as the domain sees it."""
        return ExtractionPolicy(
            self.focus, self.style, self.mode, self.tags, tuple(self.entity_types)
        )
