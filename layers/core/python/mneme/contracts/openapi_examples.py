"""An example call and answer of each verb, for the reference."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Example:
    """A request that the verb accepts, and the `data` of an answer to it."""

    request: dict[str, Any]
    answer: dict[str, Any]


_USER = "alice"
_TASK = "t_01KK2Z5V7Q8M3N4P5R6S7T8V9W"
_MEMORY = "01KK2Z60ABCDEFGHJKMNPQRSTV"
_OTHER = "01KK2Z61WXYZ0123456789ABCD"

EXAMPLES = {
    "add": Example(
        request={
            "user_id": _USER,
            "app_id": "travel",
            "messages": [
                {
                    "message_id": "m1",
                    "role": "user",
                    "content": "I moved to Lisbon in May, and I am allergic to peanuts.",
                    "time": "2026-03-01T09:30:00+01:00",
                }
            ],
            "idempotency_key": "chat-17-turn-3",
        },
        answer={"task_id": _TASK, "accepted": True, "redacted": {}},
    ),
    "add_structured": Example(
        request={
            "user_id": _USER,
            "content": "Prefers window seats on long flights.",
            "fact_key": "seat_preference",
            "custom_tags": {"source": "settings"},
            "skip_evolution": True,
        },
        answer={
            "task_id": None,
            "accepted": True,
            "decision": "ADD",
            "memory_id": _MEMORY,
            "revision": 1,
            "redacted": {},
        },
    ),
    "task": Example(
        request={"user_id": _USER, "task_id": _TASK},
        answer={
            "task_id": _TASK,
            "state": "DONE",
            "accepted_at": "2026-03-01T08:30:01Z",
            "updated_at": "2026-03-01T08:30:02Z",
            "results": [{"decision": "ADD", "memory_id": _MEMORY, "revision": 1}],
            "error": None,
            "redacted": {},
        },
    ),
    "recall": Example(
        request={
            "user_id": _USER,
            "query": "What is she allergic to?",
            "scope": {"app_id": "travel"},
            "top_k": 3,
        },
        answer={
            "hit": True,
            "degraded": [],
            "switched_off": [],
            "memories": [
                {
                    "memory_id": _MEMORY,
                    "revision": 1,
                    "status": "ACTIVE",
                    "content": "I moved to Lisbon in May, and I am allergic to peanuts.",
                    "speaker": None,
                    "ownership": "USER",
                    "mem_type": "EPISODIC",
                    "kind": "FACT",
                    "level": "APP",
                    "weight": 0.6,
                    "relevance": 0.56,
                    "final_score": 0.572,
                    "valid_at": "2026-03-01T09:30:00+01:00",
                    "invalid_at": None,
                    "expire_at": None,
                    "observed_at": "2026-03-01T09:30:00+01:00",
                    "custom_tags": {},
                    "sources": [{"session_id": None, "message_id": "m1"}],
                    "explain": None,
                }
            ],
        },
    ),
    "update": Example(
        request={
            "user_id": _USER,
            "memory_id": _MEMORY,
            "content": "I moved to Porto in June.",
            "custom_tags": {"source": None, "checked": True},
            "expected_revision": 1,
        },
        answer={"memory_id": _MEMORY, "revision": 2, "status": "ACTIVE", "redacted": {}},
    ),
    "batch_update": Example(
        request={
            "user_id": _USER,
            "items": [
                {"memory_id": _MEMORY, "is_important": True},
                {"memory_id": _OTHER, "expire_at": None},
            ],
        },
        answer={
            "results": [
                {
                    "memory_id": _MEMORY,
                    "code": 0,
                    "msg": "ok",
                    "field": None,
                    "revision": 2,
                    "status": "ACTIVE",
                    "redacted": {},
                },
                {
                    "memory_id": _OTHER,
                    "code": 40401,
                    "msg": "there is no such memory",
                    "field": "memory_id",
                    "revision": None,
                    "status": None,
                    "redacted": {},
                },
            ]
        },
    ),
    "delete": Example(
        request={"user_id": _USER, "memory_id": _MEMORY},
        answer={"memory_id": _MEMORY, "revision": 1, "status": "DELETED", "redacted": {}},
    ),
    "batch_delete": Example(
        request={"user_id": _USER, "dimension": {"app_id": "travel", "kind": ["TURN"]}},
        answer={"deleted": 1840, "results": None, "cursor": "AWx5c2…"},
    ),
    "restore": Example(
        request={"user_id": _USER, "memory_id": _MEMORY},
        answer={"memory_id": _MEMORY, "revision": 2, "status": "ACTIVE", "redacted": {}},
    ),
    "rollback": Example(
        request={"user_id": _USER, "memory_id": _MEMORY, "to_revision": 1},
        answer={"memory_id": _MEMORY, "revision": 3, "status": "ACTIVE", "redacted": {}},
    ),
}
"""By name of the verb."""
