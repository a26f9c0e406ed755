"""From a body to a request model, or to one clear refusal that names the field."""

from typing import TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from mneme.contracts.http.fields import TOO_LARGE
from mneme.domain.errors import InvalidRequest, PayloadTooLarge

Request = TypeVar("Request", bound=BaseModel)


def parse(model: type[Request], body: bytes) -> Request:
    """Return the request. Raises InvalidRequest (or PayloadTooLarge) for the first fault found."""
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
    if first["type"] == TOO_LARGE:
        raise PayloadTooLarge(first["msg"], field=_path(first))
    raise InvalidRequest(_message(first), field=_path(first))


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


def _path(error: ErrorDetails) -> str:
    """Return a path such as `messages[3].time`; `body` stands for the whole."""
    named = error.get("ctx", {}).get("field")
    if error["type"] == "between_fields" and named:
        return str(named)
    path = ""
    for part in error["loc"]:
        path += f"[{part}]" if isinstance(part, int) else f".{part}"
    return path.removeprefix(".") or "body"
