"""The OpenAPI document: complete, consistent in itself, and true to the models."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from mneme.contracts.http.verb import Verb
from mneme.contracts.http.verbs import VERBS
from mneme.contracts.openapi import openapi_document
from mneme.contracts.openapi_errors import ERRORS, errors_of
from mneme.contracts.openapi_examples import EXAMPLES
from mneme.domain.errors import MnemeError
from mneme.runtime.http_errors import STATUS_OF_CODE

DOCUMENT = openapi_document(STATUS_OF_CODE.__getitem__, "https://memory.example")
NAMED = [pytest.param(verb, id=verb.name) for verb in VERBS]
AnyVerb = Verb[Any, Any]


def operation(verb: AnyVerb) -> dict[str, Any]:
    found: dict[str, Any] = DOCUMENT["paths"][verb.path]["post"]
    return found


def body(verb: AnyVerb) -> dict[str, Any]:
    found: dict[str, Any] = operation(verb)["requestBody"]["content"]["application/json"]
    return found


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for inner in value.values():
            yield from references(inner)
    if isinstance(value, list):
        for inner in value:
            yield from references(inner)


def pointed_at(reference: str) -> Any:
    found: Any = DOCUMENT
    for part in reference.removeprefix("#/").split("/"):
        found = found[part]
    return found


def test_it_is_a_document_of_openapi_3_1() -> None:
    assert DOCUMENT["openapi"] == "3.1.0"
    assert {"title", "version"} <= set(DOCUMENT["info"])
    assert DOCUMENT["servers"] == [{"url": "https://memory.example"}]
    assert json.loads(json.dumps(DOCUMENT)) == DOCUMENT


def test_every_reference_points_at_something() -> None:
    found = set(references(DOCUMENT))

    assert found
    for reference in found:
        assert isinstance(pointed_at(reference), dict)


def test_the_paths_are_the_verbs_and_post_is_their_only_method() -> None:
    assert {path: list(item) for path, item in DOCUMENT["paths"].items()} == {
        verb.path: ["post"] for verb in VERBS
    }


def test_operation_ids_are_names_that_generators_can_use() -> None:
    ids = [operation(verb)["operationId"] for verb in VERBS]

    assert len(set(ids)) == len(ids)
    assert all(name.isidentifier() for name in ids)


def test_every_call_needs_a_bearer_key() -> None:
    [requirement] = DOCUMENT["security"]
    [name] = requirement

    assert DOCUMENT["components"]["securitySchemes"][name]["scheme"] == "bearer"


@pytest.mark.parametrize("verb", NAMED)
def test_a_request_shows_every_field_of_its_model(verb: AnyVerb) -> None:
    schema = pointed_at(body(verb)["schema"]["$ref"])

    names = {field.alias or name for name, field in verb.request.model_fields.items()}
    assert set(schema["properties"]) == names
    assert schema["additionalProperties"] is False


@pytest.mark.parametrize("verb", NAMED)
def test_an_answer_is_the_envelope_around_its_model(verb: AnyVerb) -> None:
    statuses = ["200", "202"] if verb.accepted else ["200"]
    responses = operation(verb)["responses"]

    assert [status for status in responses if status.startswith("2")] == statuses
    for status in statuses:
        schema = responses[status]["content"]["application/json"]["schema"]
        assert schema["required"] == ["code", "msg", "trace_id", "data"]
        answer = pointed_at(schema["properties"]["data"]["$ref"])
        assert set(answer["properties"]) == set(verb.answer.model_fields)


@pytest.mark.parametrize("verb", NAMED)
def test_the_example_is_a_call_that_the_api_would_accept(verb: AnyVerb) -> None:
    example = EXAMPLES[verb.name]

    verb.request.model_validate_json(json.dumps(example.request))
    verb.answer.model_validate_json(json.dumps(example.answer))
    assert body(verb)["example"] == example.request


@pytest.mark.parametrize("verb", NAMED)
def test_each_error_answer_lists_the_codes_of_its_status(verb: AnyVerb) -> None:
    shown = operation(verb)
    statuses = {str(STATUS_OF_CODE[error.code]) for error in errors_of(verb)}

    assert {status for status in shown["responses"] if not status.startswith("2")} == statuses
    for status in statuses:
        response = pointed_at(shown["responses"][status]["$ref"])
        examples = response["content"]["application/json"]["examples"]
        assert set(examples) == {
            str(code) for code, answered in STATUS_OF_CODE.items() if str(answered) == status
        }
        assert all(e["value"]["code"] == int(code) for code, e in examples.items())


def test_every_code_of_the_tree_is_documented_with_its_meaning() -> None:
    assert {error.code for error in ERRORS} == set(STATUS_OF_CODE)
    assert all(error.meaning.endswith(".") or ";" in error.meaning for error in ERRORS)


def test_errors_made_elsewhere_do_not_join_the_documented_tree() -> None:
    class Stranger(MnemeError):
        """Not one of ours."""

        code = 99999

    assert Stranger.code not in {error.code for error in ERRORS}


def test_a_verb_lists_the_errors_that_its_fields_can_cause() -> None:
    by_name = {verb.name: {error.code for error in errors_of(verb)} for verb in VERBS}

    assert 40902 in by_name["add"]
    assert {42901, 42902} <= by_name["add_structured"]
    assert 40401 in by_name["task"]
    assert {50401, 50101, 40301} <= by_name["recall"]
    assert all({40001, 40101, 40302, 41301, 42900, 50000, 50002} <= c for c in by_name.values())


def test_no_schema_repeats_its_field_names_as_titles() -> None:
    for name, schema in DOCUMENT["components"]["schemas"].items():
        fields = schema.get("properties", {}).values()
        assert "title" not in schema, name
        assert all("title" not in field for field in fields), name


BOUNDS = {
    "minLength": "string",
    "maxLength": "string",
    "pattern": "string",
    "minItems": "array",
    "maxItems": "array",
    "minProperties": "object",
    "maxProperties": "object",
}
"""What bounds a value, and the type whose values it bounds; it says nothing of others."""


def parts(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from parts(inner)


def test_no_schema_bounds_what_its_type_does_not_have() -> None:
    typed = [
        one for one in parts(DOCUMENT["components"]["schemas"]) if type(one.get("type")) is str
    ]

    assert typed
    assert [
        one for one in typed for bound in BOUNDS.keys() & one if BOUNDS[bound] != one["type"]
    ] == []
