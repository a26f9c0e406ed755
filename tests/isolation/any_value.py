"""Any JSON value in any place of a sound request."""

import json
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from tests.doubles.export_lines import FILE
from tests.isolation.hostile import BODIES

ODD = (
    *("", " ", "\x00", "\u200b", "*", "🙂", "\u202eمستخدم", "e\u0301", "x" * 129, "x" * 20_000),
    *("2030-02-30", "2026-01-31T09:30:00Z", "0001-01-01T00:00:00+14:00", "user_id", "planner"),
    *(0, -1, 1, 50, 51, 2**63, 10**400, 0.5, -0.0, 1e308, True, False, None),
    *([], {}, [[]], {"": None}, {"ne": ""}, {"$or": [{}]}, ["u2"], {"user_id": "u2"}),
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
VALUES = st.sampled_from(ODD) | st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)
CHANGES = {
    "content": "I love coffee.",
    "is_important": True,
    "expire_at": "2028-01-31T09:30:00Z",
    "custom_tags": {"a": "x", "n": None},
    "expected_revision": 1,
}
DIMENSION = {
    "app_id": "planner",
    "session_id": None,
    "level": "APP",
    "ownership": ["USER"],
    "mem_type": ["SEMANTIC"],
    "kind": ["FACT"],
}
PAGE = {"cursor": None, "limit": 10}
FULL: dict[str, dict[str, Any]] = {
    "add": {
        "app_id": "planner",
        "session_id": "s1",
        "level": "APP",
        "ownership": "USER",
        "timezone": "Europe/Berlin",
        "idempotency_key": "k",
        "temporary": True,
        "extraction": {
            "focus": "tea",
            "style": None,
            "mode": "off",
            "tags": {"a": 1},
            "entity_types": ["x"],
        },
        "messages": [
            {
                "message_id": "m",
                "role": "user",
                "content": "Tea",
                "name": "Ann",
                "time": "2026-01-31T09:30:00Z",
            }
        ],
    },
    "add_structured": {
        "app_id": "planner",
        "session_id": "s1",
        "level": "APP",
        "ownership": "USER",
        "mem_type": "SEMANTIC",
        "kind": "FACT",
        "is_important": False,
        "fact_key": "k",
        "valid_at": "2026-01-31T09:30:00Z",
        "invalid_at": "2027-01-31T09:30:00Z",
        "expire_at": "2028-01-31T09:30:00Z",
        "custom_tags": {"a": "x", "n": 1},
        "skip_evolution": True,
    },
    "session/close": {"app_id": "planner", "to_be_continued": True, "must_keep": ["m1"]},
    "task": {},
    "recall": {
        "scope": {
            "include_global": True,
            "app_id": "planner",
            "session_id": "s1",
            "cross_app": {"enabled": False},
        },
        "filter": {
            "ownership": ["USER"],
            "mem_type": ["SEMANTIC"],
            "kind": ["FACT"],
            "custom_tags": [{"a": 1}],
            "entities": ["Ann"],
        },
        "top_k": 10,
        "min_relevance": 0.0,
        "include_turns": True,
        "include_archived": True,
        "include_superseded": True,
        "as_of": "2026-01-31T09:30:00Z",
        "consistent": True,
        "explain": True,
        "temporary": False,
        "timeout_ms": 2000,
    },
    "used": {"used_at": "2026-01-31T09:30:00Z"},
    "update": {**CHANGES},
    "batch_update": {"items": [{"memory_id": "m", **CHANGES}]},
    "delete": {"expected_revision": 1},
    "batch_delete": {"memory_ids": None, "dimension": DIMENSION, "cursor": None},
    "restore": {"expected_revision": 1},
    "rollback": {"expected_revision": 1},
    "history": PAGE,
    "change_log": {
        "dimension": DIMENSION,
        "since": "2026-01-31T09:30:00Z",
        "until": "2027-01-31T09:30:00Z",
        **PAGE,
    },
    "user/list": {"dimension": DIMENSION, "status": ["ACTIVE", "SUPERSEDED"], **PAGE},
    "job": {},
    "user/switch": {"app_id": "a", "enabled": True},
    "user/purge": {"scope": {"app_id": "a", "session_id": "s"}},
    "user/erase": {},
    "user/certificate": PAGE,
    "user/export": {},
    "user/import": FILE,
}
"""Every field of each verb."""

MANAGEMENT = frozenset(FULL) - {
    "add",
    "add_structured",
    "session/close",
    "task",
    "recall",
    "used",
}

Path = tuple[str | int, ...]


def places(value: object, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every part of a value, its own last."""
    parts = value.items() if isinstance(value, dict) else ()
    parts = enumerate(value) if isinstance(value, list) else parts
    for name, part in parts:
        yield from places(part, (*path, name))
    if path:
        yield path


def body_of(verb: str) -> dict[str, Any]:
    """Return a sound body with every field."""
    body: dict[str, Any] = json.loads(json.dumps({**BODIES[verb], **FULL[verb]}))
    return body


PLACES = [(verb, place) for verb in FULL for place in places(body_of(verb))]


def changed(verb: str, place: Path, value: object) -> dict[str, Any]:
    """Return the sound body with one part replaced."""
    body: Any = body_of(verb)
    inner = body
    for name in place[:-1]:
        inner = inner[name]
    inner[place[-1]] = value
    return body  # type: ignore[no-any-return]
