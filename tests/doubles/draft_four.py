"""As much of JSON schema's draft 4 as the schema of thresholds uses; what is beyond it, fails."""

from collections.abc import Callable, Mapping
from typing import Any

Schema = Mapping[str, Any]

TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
}
SAID_ONLY = {"$schema", "description", "default", "definitions"}


def accepts(schema: Schema, value: Any) -> bool:
    """Return whether a value is as the schema says. Raises KeyError for an unknown keyword."""
    return _accepts(schema, value, schema)


def _accepts(schema: Schema, value: Any, root: Schema) -> bool:
    if "$ref" in schema:
        named = schema["$ref"].removeprefix("#/definitions/")
        return _accepts(root["definitions"][named], value, root)
    told = {keyword: says for keyword, says in schema.items() if keyword not in SAID_ONLY}
    parts = told.pop("properties", {})
    if told.pop("additionalProperties", True) is False and isinstance(value, dict):
        told["only"] = parts
    given = value.items() if isinstance(value, dict) else ()
    return all(RULES[keyword](says, value) for keyword, says in told.items()) and all(
        _accepts(parts[name], each, root) for name, each in given if name in parts
    )


RULES: dict[str, Callable[[Any, Any], bool]] = {
    "type": lambda name, value: TYPES[name](value),
    "enum": lambda words, value: value in words,
    "minimum": lambda least, value: not TYPES["number"](value) or value >= least,
    "maximum": lambda most, value: not TYPES["number"](value) or value <= most,
    "only": lambda parts, value: set(value) <= set(parts),
}
