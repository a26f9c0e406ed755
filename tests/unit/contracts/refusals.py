"""What a body is refused for, as (path of the field, type of the error), fault by fault."""

import json

from pydantic import BaseModel, ValidationError


def refusals(model: type[BaseModel], body: object) -> list[tuple[str, str]]:
    """Return every refusal of a body; none if it is accepted."""
    return refusals_of_text(model, json.dumps(body))


def refusals_of_text(model: type[BaseModel], text: str) -> list[tuple[str, str]]:
    """Return every refusal of a body that is given as it goes over the wire."""
    try:
        model.model_validate_json(text)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False)
        return [(_path(fault["loc"], fault.get("ctx", {})), fault["type"]) for fault in faults]
    return []


def _path(loc: tuple[int | str, ...], context: dict[str, object]) -> str:
    return ".".join(map(str, loc)) or str(context.get("field", ""))
