"""What an extraction prompt asks to be answered with, and a lenient reading of it.

A model is told a strict schema. Its answer is read part by part: a fact that is none costs nothing
but itself, and a part that is unreadable has the value that claims least.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WithJsonSchema,
    WrapValidator,
)

from mneme.contracts.prompts.strict_schema import strict_schema
from mneme.contracts.prompts.written_numbers import written_numbers
from mneme.domain.extraction.draft_fact import DraftFact
from mneme.domain.fact import Category, Entity, Temporality
from mneme.domain.memory import MemType
from mneme.domain.well_formed_text import well_formed

UNTOLD_CONFIDENCE = 0.5
"""Believed, unless the policy is a conservative one: many models leave it out."""


def _or(fallback: object) -> WrapValidator:
    """Return a validator that takes the fallback for what does not fit."""

    def validate(value: object, fits: ValidatorFunctionWrapHandler) -> object:
        try:
            return fits(value)
        except ValidationError:
            return fallback

    return WrapValidator(validate)


def _lower(value: object) -> object:
    return value.strip().lower() if isinstance(value, str) else value


def _upper(value: object) -> object:
    return value.strip().upper() if isinstance(value, str) else value


def _whole(value: object) -> object:
    return well_formed(value) if isinstance(value, str) else value


Text = Annotated[str, BeforeValidator(_whole)]
OptionalText = Annotated[Text | None, _or(None)]


class _Lenient(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class ExtractedEntity(_Lenient):
    """A thing that a fact names."""

    name: Text = Field(description="as the message spells it")
    type: Text = Field(description="one of the declared types")


def _entities(value: object) -> list[object]:
    listed = value if isinstance(value, list) else []
    return [each for each in listed if _is_entity(each)]


def _is_entity(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(value.get(n), str) for n in ("name", "type"))


class ExtractedFact(_Lenient):
    """One fact as a model wrote it down."""

    text: Text = Field(description="one self-contained sentence in the language of the message")
    messages: Annotated[list[int], BeforeValidator(written_numbers)] = Field(
        description="numbers of the messages it comes from"
    )
    about: Annotated[Literal["speaker", "other"], _or("other"), BeforeValidator(_lower)] = "other"
    mem_type: Annotated[MemType, _or(MemType.SEMANTIC), BeforeValidator(_upper)] = MemType.SEMANTIC
    category: Annotated[Category, _or(Category.OTHER), BeforeValidator(_lower)] = Category.OTHER
    important: Annotated[bool, _or(False)] = False
    fact_key: OptionalText = Field(None, description="the slot it fills, or null")
    entities: Annotated[list[ExtractedEntity], BeforeValidator(_entities)] = Field(
        default_factory=list
    )
    valid_at: OptionalText = Field(None, description="an instant with its offset, or null")
    invalid_at: OptionalText = Field(None, description="an instant with its offset, or null")
    temporality: Annotated[Temporality, _or(Temporality.DURABLE), BeforeValidator(_lower)] = (
        Temporality.DURABLE
    )
    confidence: Annotated[
        float, Field(ge=0, le=1), _or(UNTOLD_CONFIDENCE), WithJsonSchema({"type": "number"})
    ] = Field(UNTOLD_CONFIDENCE, description="from 0 to 1")

    def draft(self) -> DraftFact:
        """Return the claim as the domain sees it."""
        return DraftFact(
            text=self.text,
            cited=tuple(self.messages),
            about_speaker=self.about == "speaker",
            mem_type=self.mem_type,
            category=self.category,
            is_important=self.important,
            fact_key=self.fact_key,
            entities=tuple(Entity(entity.name, entity.type) for entity in self.entities),
            valid_at=self.valid_at,
            invalid_at=self.invalid_at,
            temporality=self.temporality,
            confidence=self.confidence,
        )


class ExtractedFacts(BaseModel):
    """The whole answer; an empty list is a good one."""

    facts: list[ExtractedFact]


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """The claims that could be read, and how many could not."""

    drafts: tuple[DraftFact, ...]
    malformed: int


def is_answer(value: object) -> bool:
    """Return whether a JSON value looks like an answer: also a bare list of facts does."""
    if isinstance(value, dict):
        return isinstance(value.get("facts"), list)
    return isinstance(value, list) and bool(value) and all(map(_is_fact, value))


def read_facts(value: Any) -> ReadAnswer | None:
    """Return what `is_answer` accepts, read; None if it holds facts of which none is readable.

    An answer whose every fact is malformed must not pass for one without facts.
    """
    listed: Sequence[object] = value["facts"] if isinstance(value, Mapping) else value
    drafts = []
    for each in listed:
        try:
            drafts.append(ExtractedFact.model_validate(each).draft())
        except ValidationError:
            continue
    if listed and not drafts:
        return None
    return ReadAnswer(tuple(drafts), len(listed) - len(drafts))


def _is_fact(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("text"), str)


SCHEMA = strict_schema(ExtractedFacts)
"""The JSON schema of the answer, as the strictest servers want it."""
