"""From a body to a request model, or to one clear refusal that names the field."""

from typing import TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from mneme.contracts.http.fields import TOO_LARGE
from mneme.domain.errors import InvalidRequest, PayloadTooLarge
from mneme.runtime.lone_surrogates import lone_surrogate
from mneme.runtime.repeated_keys import repeated_key

Request = TypeVar("Request", bound=BaseModel)
Parsed = TypeVar("Parsed")


def parse(model: type[Request], body: bytes) -> Request:
    """Return the request. Raises InvalidRequest (or PayloadTooLarge) for the first fault found."""
    try:
        request = model.model_validate_json(body)
    except ValidationError as error:
        raise _refusal(error, body) from None
    twice = repeated_key(body)
    if twice is None:
        return request
    raise InvalidRequest("is given twice", field=_path(twice))


def parse_with(adapter: TypeAdapter[Parsed], body: bytes) -> Parsed:
    """Return one of several models, told apart by a field. Raises InvalidRequest."""
    try:
        return adapter.validate_json(body)
    except ValidationError as error:
        raise _refusal(error, body, tagged=True) from None


def _refusal(error: ValidationError, body: bytes, *, tagged: bool = False) -> InvalidRequest:
    first = error.errors(include_url=False, include_input=False)[0]
    halved = lone_surrogate(body) if first["type"] == "json_invalid" else None
    if halved is not None:
        return InvalidRequest("holds half of a surrogate pair", field=_path(halved))
    if tagged:
        # The model that the field chose is no part of the path.
        first["loc"] = first["loc"][1:]
    if first["type"] == TOO_LARGE:
        return PayloadTooLarge(first["msg"], field=_field(first))
    return InvalidRequest(_message(first), field=_field(first))


def _message(error: ErrorDetails) -> str:
    match error["type"]:
        case "json_invalid":
            return "the body is not valid JSON"
        case "extra_forbidden":
            return "is not a known field"
        case "missing":
            return "is required"
        case _:
            return error["msg"]


def _field(error: ErrorDetails) -> str:
    if error["type"] in _UNTAGGED:
        return "action"
    named = error.get("ctx", {}).get("field")
    if error["type"] == "between_fields" and named:
        return _path((*error["loc"], str(named)))
    return _path(error["loc"])


_UNTAGGED = frozenset({"union_tag_invalid", "union_tag_not_found"})


def _path(parts: tuple[str | int, ...]) -> str:
    """Return a path such as `messages[3].time`; `body` stands for the whole."""
    path = ""
    for part in parts:
        path += f"[{part}]" if isinstance(part, int) else f".{part}"
    return path.removeprefix(".") or "body"
