"""A sound body for each verb, and the same with one value put in."""

import json
from typing import Any

from tests.doubles.export_lines import FILE
from tests.functions.calls import Answer

ONE = {"message_id": "m1", "role": "user", "content": "I live in Oslo."}
GOOD: dict[str, dict[str, Any]] = {
    "add": {"user_id": "u-1", "messages": [ONE]},
    "add_structured": {"user_id": "u-1", "content": "Likes tea"},
    "session/close": {"user_id": "u-1", "session_id": "s-1"},
    "task": {"user_id": "u-1", "task_id": "t_1"},
    "recall": {"user_id": "u-1", "query": "tea"},
    "used": {"user_id": "u-1", "memory_ids": ["m"]},
    "update": {"user_id": "u-1", "memory_id": "m", "content": "Likes tea"},
    "batch_update": {"user_id": "u-1", "items": [{"memory_id": "m", "is_important": True}]},
    "delete": {"user_id": "u-1", "memory_id": "m"},
    "batch_delete": {"user_id": "u-1", "memory_ids": ["m"]},
    "restore": {"user_id": "u-1", "memory_id": "m"},
    "rollback": {"user_id": "u-1", "memory_id": "m", "to_revision": 1},
    "history": {"user_id": "u-1", "memory_id": "m"},
    "change_log": {"user_id": "u-1"},
    "user/list": {"user_id": "u-1"},
    "job": {"user_id": "u-1", "job_id": "j"},
    "user/switch": {"user_id": "u-1"},
    "user/purge": {"user_id": "u-1"},
    "user/erase": {"user_id": "u-1"},
    "user/certificate": {"user_id": "u-1"},
    "user/export": {"user_id": "u-1"},
    "user/import": {"user_id": "u-1", **FILE},
}


def with_value(verb: str, path: str, value: object) -> dict[str, Any]:
    """Return a good body with one value put in at a path such as `messages[0].time`."""
    body: dict[str, Any] = json.loads(json.dumps(GOOD[verb]))
    *parents, last = [int(part) if part == "0" else part for part in _parts(path)]
    place: Any = body
    for name in parents:
        place = place[name] if isinstance(name, int) else place.setdefault(name, {})
    place[last] = value
    return body


def _parts(path: str) -> list[str]:
    return path.replace("[0]", ".0").split(".")


def is_refused(told: Answer, code: int, field: str | None) -> None:
    """Assert that a request was refused, with this code and field."""
    status = {40001: 400, 40101: 401, 40302: 403, 40401: 404, 41301: 413, 50101: 501}[code]
    assert (told.status, told.code, told.field) == (status, code, field)
    assert told.trace_id
    assert told.msg
