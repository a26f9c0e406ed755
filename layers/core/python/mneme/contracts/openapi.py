"""The OpenAPI 3.1 description of the public API, made from the list of verbs and their models."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from pydantic.json_schema import models_json_schema

from mneme.contracts.http.envelope import ErrorData
from mneme.contracts.http.verb import Verb
from mneme.contracts.http.verbs import VERBS
from mneme.contracts.openapi_errors import ERRORS, EXAMPLE_DATA, errors_of
from mneme.contracts.openapi_examples import EXAMPLES

Json = dict[str, Any]

_SCHEMAS = "#/components/schemas/"
_RESPONSES = "#/components/responses/"
_TRACE = {
    "type": "string",
    "description": "names this request in logs; quote it when you report a fault",
}
_SECURITY = {
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "An API key of your tenant, or a token of one user:"
        " `Authorization: Bearer <key or token>`.",
    }
}
_ABOUT = (
    "Long-term memory for AI agents. Every verb is a POST with a JSON body and answers "
    "`{code, msg, trace_id, data}`; `code` is 0 when it is done. Unknown fields are errors, "
    "and so is a key given twice. "
    "The length of an id is counted in characters, that of other texts in UTF-8 bytes."
)


def openapi_document(status_of: Callable[[int], int], server_url: str = "/") -> Json:
    """Return the document as plain JSON data.

    `status_of` gives the HTTP status of an error code; `server_url` is where the API answers.
    """
    return {
        "openapi": "3.1.0",
        "info": {"title": "Mneme", "version": "1", "description": _ABOUT},
        "servers": [{"url": server_url}],
        "security": [{"bearer": []}],
        "paths": {verb.path: {"post": _operation(verb, status_of)} for verb in VERBS},
        "components": {
            "securitySchemes": _SECURITY,
            "schemas": _schemas(),
            "responses": _error_responses(status_of),
        },
    }


def _schemas() -> Json:
    requests = [(verb.request, "validation") for verb in VERBS]
    answers = [(verb.answer, "serialization") for verb in VERBS]
    _, definitions = models_json_schema(
        [*requests, *answers, (ErrorData, "serialization")],  # type: ignore[list-item]
        ref_template=_SCHEMAS + "{model}",
    )
    schemas: Json = {name: _plain(schema) for name, schema in definitions["$defs"].items()}
    schemas["ErrorEnvelope"] = _envelope(
        {"type": "integer", "enum": [error.code for error in ERRORS]},
        {"anyOf": [{"$ref": _SCHEMAS + "ErrorData"}, {"type": "null"}]},
    )
    return dict(sorted(schemas.items()))


def _plain(schema: Json) -> Json:
    """Return the schema without the titles that pydantic derives from the names of its fields."""
    plain = {key: value for key, value in schema.items() if key != "title"}
    if "properties" in plain:
        plain["properties"] = {name: _plain(field) for name, field in schema["properties"].items()}
    return plain


def _envelope(code: Json, data: Json) -> Json:
    return {
        "type": "object",
        "required": ["code", "msg", "trace_id", "data"],
        "properties": {
            "code": code,
            "msg": {"type": "string"},
            "trace_id": _TRACE,
            "data": data,
        },
    }


def _operation(verb: Verb[Any, Any], status_of: Callable[[int], int]) -> Json:
    done = _envelope({"const": 0}, {"$ref": _SCHEMAS + verb.answer.__name__})
    example = EXAMPLES.get(verb.name)
    body: Json = {"schema": {"$ref": _SCHEMAS + verb.request.__name__}}
    if example:
        body["example"] = example.request
        done["examples"] = [{"code": 0, "msg": "ok", "trace_id": "…", "data": example.answer}]
    responses: Json = {
        str(status.value): {
            "description": description,
            "content": {"application/json": {"schema": done}},
        }
        for status, description in _successes(verb)
    }
    errors = errors_of(verb)
    for status in sorted({status_of(error.code) for error in errors}):
        responses[str(status)] = {"$ref": f"{_RESPONSES}Error{status}"}
    return {
        "operationId": verb.name.replace("/", "_"),
        "summary": verb.summary,
        "description": f"Needs a credential with the scope `{verb.grant.value}`.",
        "x-scope": verb.grant.value,
        "x-error-codes": [error.code for error in errors],
        "requestBody": {"required": True, "content": {"application/json": body}},
        "responses": responses,
    }


def _successes(verb: Verb[Any, Any]) -> list[tuple[HTTPStatus, str]]:
    done = [(HTTPStatus.OK, "Done.")]
    if verb.accepted:
        done.append((HTTPStatus.ACCEPTED, "Stored durably; it will be carried out."))
    return done


def _error_responses(status_of: Callable[[int], int]) -> Json:
    by_status: dict[int, Json] = {}
    for error in ERRORS:
        by_status.setdefault(status_of(error.code), {})[str(error.code)] = {
            "summary": error.meaning,
            "value": {
                "code": error.code,
                "msg": error.meaning,
                "trace_id": "…",
                "data": EXAMPLE_DATA.get(error.code),
            },
        }
    return {
        f"Error{status}": {
            "description": HTTPStatus(status).phrase,
            "content": {
                "application/json": {
                    "schema": {"$ref": _SCHEMAS + "ErrorEnvelope"},
                    "examples": examples,
                }
            },
        }
        for status, examples in sorted(by_status.items())
    }
