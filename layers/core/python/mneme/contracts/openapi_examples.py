"""An example call and answer of each verb, for the reference."""

from mneme.contracts.openapi_example import MEMORY, TASK, USER, Example
from mneme.contracts.openapi_examples_certificate import CERTIFICATE_EXAMPLES
from mneme.contracts.openapi_examples_import import IMPORT_EXAMPLES
from mneme.contracts.openapi_examples_management import MANAGEMENT_EXAMPLES
from mneme.contracts.openapi_examples_privacy import PRIVACY_EXAMPLES

EXAMPLES = {
    "add": Example(
        request={
            "user_id": USER,
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
        answer={"task_id": TASK, "accepted": True, "redacted": {}},
    ),
    "add_structured": Example(
        request={
            "user_id": USER,
            "content": "Prefers window seats on long flights.",
            "fact_key": "seat_preference",
            "custom_tags": {"source": "settings"},
            "skip_evolution": True,
        },
        answer={
            "task_id": None,
            "accepted": True,
            "decision": "ADD",
            "memory_id": MEMORY,
            "revision": 1,
            "redacted": {},
        },
    ),
    "session/close": Example(
        request={
            "user_id": USER,
            "app_id": "travel",
            "session_id": "s-1",
            "to_be_continued": True,
            "must_keep": ["m1"],
        },
        answer={"task_id": TASK, "accepted": True},
    ),
    "task": Example(
        request={"user_id": USER, "task_id": TASK},
        answer={
            "task_id": TASK,
            "state": "DONE",
            "accepted_at": "2026-03-01T08:30:01Z",
            "updated_at": "2026-03-01T08:30:02Z",
            "results": [
                {"decision": "ADD", "memory_id": MEMORY, "revision": 1, "code": 0},
                {"decision": None, "memory_id": None, "revision": None, "code": 42901},
            ],
            "left_out": 0,
            "error": None,
            "redacted": {},
        },
    ),
    "recall": Example(
        request={
            "user_id": USER,
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
                    "memory_id": MEMORY,
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
                    "entities": [],
                    "sources": [{"session_id": None, "message_id": "m1"}],
                    "explain": None,
                }
            ],
        },
    ),
    "used": Example(
        request={
            "user_id": USER,
            "memory_ids": [MEMORY],
            "used_at": "2026-03-01T09:31:00+01:00",
        },
        answer={"accepted": True, "counted": 1},
    ),
    **MANAGEMENT_EXAMPLES,
    **PRIVACY_EXAMPLES,
    **CERTIFICATE_EXAMPLES,
    **IMPORT_EXAMPLES,
}
"""By name of the verb."""
