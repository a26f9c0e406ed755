"""A model's JSON schema in the narrow form that servers with strict answers take."""

from typing import Any

from pydantic import BaseModel

_ADVISORY = ("default", "title")


def strict_schema(model: type[BaseModel]) -> dict[str, Any]:
    """Return the schema without references, every property required and no other allowed."""
    schema = model.model_json_schema()
    definitions = schema.pop("$defs", {})
    strict: dict[str, Any] = _strict(schema, definitions)
    return strict


def _strict(node: Any, definitions: dict[str, Any]) -> Any:
    if isinstance(node, list):
        return [_strict(each, definitions) for each in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        # What a definition says of itself is meant for us; what a field says is for the model.
        named = dict(definitions[node["$ref"].rsplit("/", 1)[-1]])
        named.pop("description", None)
        return _strict(named, definitions)
    kept = {name: node[name] for name in node if name not in _ADVISORY or name == "properties"}
    if "properties" in kept:
        properties = {n: _strict(p, definitions) for n, p in kept.pop("properties").items()}
        kept |= {"required": list(properties), "additionalProperties": False}
        return {**kept, "properties": properties}
    return {name: _strict(value, definitions) for name, value in kept.items()}
