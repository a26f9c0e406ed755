"""The document of thresholds as a JSON schema, and as a list of what there is to set."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mneme.contracts.thresholds import ThresholdsDocument

_DRAFT = "http://json-schema.org/draft-04/schema#"
"""The one that AppConfig knows. It has no rules between fields: those are the validator's."""


@dataclass(frozen=True, slots=True)
class Described:
    """One threshold by its dotted name: what is delivered, what may stand there, what it means."""

    name: str
    default: Any
    allowed: str
    meaning: str


def thresholds_schema() -> dict[str, Any]:
    """Return the schema of the document, in draft 4: nothing in it is required."""
    schema = ThresholdsDocument.model_json_schema(ref_template="#/definitions/{model}")
    definitions = schema.pop("$defs")
    plain: dict[str, Any] = _plain({"$schema": _DRAFT, **schema}, definitions)
    sections = {name: part for name, part in definitions.items() if "enum" not in part}
    return plain | {"definitions": _plain(sections, definitions)}


def described_thresholds() -> list[Described]:
    """Return every threshold, section by section."""
    schema = thresholds_schema()
    return list(_described(schema, schema["definitions"], ""))


def named_values(document: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return the values of a document by their dotted names."""
    values: dict[str, Any] = {}
    for name, value in document.items():
        if isinstance(value, Mapping):
            values |= named_values(value, f"{prefix}{name}.")
        else:
            values[f"{prefix}{name}"] = value
    return values


def _plain(part: Any, definitions: Mapping[str, Any]) -> Any:
    """Return a part of the schema without titles; beside a reference, draft 4 knows nothing."""
    if isinstance(part, list):
        return [_plain(each, definitions) for each in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        named = definitions[_name_of(part)]
        if "enum" not in named:
            return {"$ref": part["$ref"]}
        part = {**named, **{name: value for name, value in part.items() if name != "$ref"}}
    return {
        name: _plain(value, definitions)
        for name, value in part.items()
        if name != "title" or not isinstance(value, str)
    }


def _name_of(reference: Mapping[str, str]) -> str:
    return reference["$ref"].rsplit("/", 1)[1]


def _described(
    part: Mapping[str, Any], definitions: Mapping[str, Any], prefix: str
) -> Iterator[Described]:
    for name, field in part["properties"].items():
        if "$ref" in field:
            yield from _described(definitions[_name_of(field)], definitions, f"{prefix}{name}.")
        else:
            allowed, meaning = _allowed(field), field["description"]
            yield Described(f"{prefix}{name}", field["default"], allowed, meaning)


def _allowed(field: Mapping[str, Any]) -> str:
    if "enum" in field:
        return ", ".join(field["enum"])
    if field["type"] == "boolean":
        return "true, false"
    return f"{field['minimum']:.7g} to {field['maximum']:.7g}"
