"""Requests to the HTTP functions, made from one real event, and their answers."""

import copy
import json
from dataclasses import dataclass
from typing import Any

from tests.functions.cloud import Cloud, event

FUNCTION_OF = {
    "add": "write_api",
    "add_structured": "write_api",
    "session/close": "write_api",
    "task": "write_api",
    "recall": "recall_api",
    "used": "recall_api",
    "update": "manage_api",
    "batch_update": "manage_api",
    "delete": "manage_api",
    "batch_delete": "manage_api",
    "restore": "manage_api",
    "rollback": "manage_api",
    "history": "manage_api",
    "change_log": "manage_api",
    "user/list": "manage_api",
    "job": "manage_api",
    "user/switch": "privacy_api",
    "user/purge": "privacy_api",
    "user/erase": "privacy_api",
    "user/certificate": "privacy_api",
    "user/export": "privacy_api",
    "user/import": "privacy_api",
}
EVERY_GRANT = '["admin", "manage", "privacy", "recall", "write"]'


@dataclass(frozen=True)
class Answer:
    """What the caller sees."""

    status: int
    code: int
    msg: str
    trace_id: str
    data: dict[str, Any] | None

    @property
    def field(self) -> str | None:
        """The field that the refusal names."""
        return (self.data or {}).get("field")


def request(verb: str, body: object, **authorizer: str | None) -> dict[str, Any]:
    """Return a request's event; a text is the body as it is. `authorizer` changes its context."""
    made = copy.deepcopy(event("write_api", "apigateway__add"))
    made["path"] = made["resource"] = f"/memory/v1/{verb}"
    made["requestContext"]["authorizer"] |= {"grants": EVERY_GRANT, **authorizer}
    made["body"] = body if isinstance(body, str | None) else json.dumps(body)
    return made


def call(cloud: Cloud, verb: str, body: object, **authorizer: str | None) -> Answer:
    """Send a request to the verb's function and return the answer."""
    return answer(cloud.invoke(FUNCTION_OF[verb], request(verb, body, **authorizer)))


def answer(result: dict[str, Any]) -> Answer:
    """Return the answer that a function's result stands for: always the one envelope, as JSON."""
    assert result["multiValueHeaders"]["Content-Type"] == ["application/json"]
    body = json.loads(result["body"])
    assert set(body) == {"code", "msg", "trace_id", "data"}
    return Answer(status=result["statusCode"], **body)
