"""Requests made from the API's own description: sound each by itself, whatever they ask for."""

from collections.abc import Callable
from functools import cache
from typing import Any

from hypothesis import strategies as st

from mneme.contracts.openapi import openapi_document
from mneme.runtime.http_errors import STATUS_OF_CODE

DOCUMENT = openapi_document(STATUS_OF_CODE.__getitem__)
INSTANTS = ("2026-01-31T09:30:00Z", "2025-12-31T23:59:59.5+08:00", "9999-12-31T23:59:59Z")
ITEMS, LONG = 4, 40

Json = dict[str, Any]
Values = st.SearchStrategy[Any]


def operations() -> dict[str, Json]:
    """Return the description of each path's POST."""
    return {path: item["post"] for path, item in DOCUMENT["paths"].items()}


def body_schema(path: str) -> Json:
    """Return what the description says of a path's request body."""
    content: Json = operations()[path]["requestBody"]["content"]["application/json"]
    schema: Json = content["schema"]
    return schema


@cache
def named(reference: str) -> Values:
    """Return a strategy of the values that fit a schema with a name."""
    schema: Any = DOCUMENT
    for part in reference.removeprefix("#/").split("/"):
        schema = schema[part]
    return st.deferred(lambda: values(schema))


def values(schema: Json) -> Values:
    """Return a strategy of values that fit a schema. Raises KeyError for one of no known type."""
    if "$ref" in schema:
        return named(schema["$ref"])
    if "anyOf" in schema:
        return st.one_of([values(one) for one in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    return _OF_TYPE[schema["type"]](schema)


def _objects(schema: Json) -> Values:
    fields = schema.get("properties")
    if fields is None:
        least, most = schema.get("minProperties", 0), min(schema.get("maxProperties", ITEMS), ITEMS)
        inner = values(schema["additionalProperties"])
        return st.dictionaries(
            st.text(min_size=1, max_size=LONG), inner, min_size=least, max_size=most
        )
    required = set(schema.get("required", ()))
    return st.fixed_dictionaries(
        {name: values(one) for name, one in fields.items() if name in required},
        optional={name: values(one) for name, one in fields.items() if name not in required},
    )


def _arrays(schema: Json) -> Values:
    least, most = schema.get("minItems", 0), min(schema.get("maxItems", ITEMS), ITEMS)
    return st.lists(values(schema["items"]), min_size=least, max_size=most)


def _strings(schema: Json) -> Values:
    if schema.get("format") == "date-time":
        return st.sampled_from(INSTANTS)
    if "pattern" in schema:
        return st.from_regex(schema["pattern"])
    least, most = schema.get("minLength", 0), schema.get("maxLength", LONG)
    return st.text(min_size=least, max_size=min(most, LONG)) | st.just("x" * most)


def _integers(schema: Json) -> Values:
    return st.integers(schema.get("minimum"), schema.get("maximum"))


def _numbers(schema: Json) -> Values:
    return st.floats(schema.get("minimum"), schema.get("maximum"), allow_nan=False) | st.just(0)


_OF_TYPE: dict[str, Callable[[Json], Values]] = {
    "object": _objects,
    "array": _arrays,
    "string": _strings,
    "integer": _integers,
    "number": _numbers,
    "boolean": lambda _: st.booleans(),
    "null": lambda _: st.none(),
}
