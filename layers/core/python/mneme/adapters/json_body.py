"""The body of a model server's answer."""

import json
from typing import Any

from mneme.domain.errors import ModelOutage, OutageReason


def json_object(body: bytes) -> dict[str, Any]:
    """Return the JSON object. Raises ModelOutage for anything else, without a word of it."""
    try:
        content = json.loads(body)
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        raise ModelOutage(OutageReason.UNREADABLE)
    return content
