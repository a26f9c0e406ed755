"""The fields of a schema as rows of the reference: path, type, limits, default, meaning."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Schema = Mapping[str, Any]

_DEEPEST = 5
_NULL = {"type": "null"}


@dataclass(frozen=True, slots=True)
class FieldRow:
    """One field; `path` is written as in error messages, such as `messages[].role`."""

    path: str
    type: str
    limits: str
    required: bool
    nullable: bool
    default: str | None
    meaning: str


def field_rows(schema: Schema, schemas: Mapping[str, Schema]) -> list[FieldRow]:
    """Return the fields of an object schema, each followed by its own fields."""
    return list(_rows(_resolved(schema, schemas), schemas, "", 0))


def _rows(
    schema: Schema, schemas: Mapping[str, Schema], prefix: str, depth: int
) -> Iterator[FieldRow]:
    if depth > _DEEPEST:
        return
    for name, field in schema.get("properties", {}).items():
        path = f"{prefix}{name}"
        plain = _resolved(field, schemas)
        yield FieldRow(
            path=path,
            type=_type(plain, schemas),
            limits=_limits(plain),
            required=name in schema.get("required", ()),
            nullable=_NULL in field.get("anyOf", ()),
            default=json.dumps(field["default"]) if _shows_default(field) else None,
            meaning=field.get("description") or plain.get("description") or "",
        )
        inner, mark = _inner(plain, schemas)
        yield from _rows(inner, schemas, path + mark, depth + 1)


def _shows_default(field: Schema) -> bool:
    default = field.get("default")
    return default is not None and not isinstance(default, dict)


def _inner(schema: Schema, schemas: Mapping[str, Schema]) -> tuple[Schema, str]:
    """Return the object whose fields belong below this field, and how they are attached to it."""
    if schema.get("type") == "array":
        return _resolved(schema.get("items", {}), schemas), "[]."
    return schema, "."


def _resolved(schema: Schema, schemas: Mapping[str, Schema]) -> Schema:
    """Return the schema with its reference followed and "or null" taken as optional."""
    options = [option for option in schema.get("anyOf", ()) if option != _NULL]
    if len(options) == 1:
        return _resolved(options[0], schemas)
    if "$ref" in schema:
        return schemas[schema["$ref"].rpartition("/")[2]]
    return schema


def _type(schema: Schema, schemas: Mapping[str, Schema]) -> str:
    if "enum" in schema:
        return " · ".join(str(value) for value in schema["enum"])
    if "const" in schema:
        return str(schema["const"])
    options = [option for option in schema.get("anyOf", ()) if option != _NULL]
    if options:
        return " or ".join(dict.fromkeys(_type(_resolved(o, schemas), schemas) for o in options))
    if schema.get("type") == "array":
        return f"list of {_type(_resolved(schema.get('items', {}), schemas), schemas)}"
    if schema.get("additionalProperties"):
        values = _type(_resolved(schema["additionalProperties"], schemas), schemas)
        return f"object of {values}"
    return str(schema.get("format") or schema.get("type", "any"))


def _limits(schema: Schema) -> str:
    options = [option for option in schema.get("anyOf", ()) if option != _NULL]
    texts = [_limits(option) for option in options] or [
        # Ids count characters, longer texts bytes: the page says so once, at its top.
        _range(schema.get("minLength"), schema.get("maxLength"), "long"),
        _range(schema.get("minItems"), schema.get("maxItems"), "items"),
        _range(schema.get("minProperties"), schema.get("maxProperties"), "entries"),
        _range(schema.get("minimum"), schema.get("maximum"), ""),
    ]
    return ", ".join(dict.fromkeys(text for text in texts if text))


def _range(low: float | None, high: float | None, unit: str) -> str:
    if low is None and high is None:
        return ""
    if high is None:
        return f"at least {low:,} {unit}".strip()
    if low is None:
        return f"at most {high:,} {unit}".strip()
    return f"{low:,}–{high:,} {unit}".strip()
