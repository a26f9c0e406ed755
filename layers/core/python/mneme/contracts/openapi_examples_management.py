"""Examples of the verbs of management."""

from mneme.contracts.openapi_example import JOB, MEMORY, OTHER, USER, Example

_SOURCE = {"session_id": "s-1", "message_id": "m1"}
_VERSION = {
    "revision": 1,
    "content": "I moved to Lisbon in May.",
    "speaker": None,
    "fact_key": "home_city",
    "valid_at": "2026-03-01T09:30:00+01:00",
    "invalid_at": None,
    "observed_at": "2026-03-01T09:30:00+01:00",
    "created_at": "2026-03-01T08:30:02Z",
    "confidence": 1.0,
    "custom_tags": {},
    "conflicts_with": [],
    "supersedes": [],
    "superseded_by": None,
}
_CHANGE = {
    "operation": "ADD",
    "reason": "new",
    "actor": "SYSTEM",
    "at": "2026-03-01T08:30:02Z",
    "revision_before": None,
    "revision_after": 1,
}

MANAGEMENT_EXAMPLES = {
    "update": Example(
        request={
            "user_id": USER,
            "memory_id": MEMORY,
            "content": "I moved to Porto in June.",
            "custom_tags": {"source": None, "checked": True},
            "expected_revision": 1,
        },
        answer={"memory_id": MEMORY, "revision": 2, "status": "ACTIVE", "redacted": {}},
    ),
    "batch_update": Example(
        request={
            "user_id": USER,
            "items": [
                {"memory_id": MEMORY, "is_important": True},
                {"memory_id": OTHER, "expire_at": None},
            ],
        },
        answer={
            "results": [
                {
                    "memory_id": MEMORY,
                    "code": 0,
                    "msg": "ok",
                    "field": None,
                    "revision": 2,
                    "status": "ACTIVE",
                    "redacted": {},
                },
                {
                    "memory_id": OTHER,
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
        request={"user_id": USER, "memory_id": MEMORY},
        answer={"memory_id": MEMORY, "revision": 1, "status": "DELETED", "redacted": {}},
    ),
    "batch_delete": Example(
        request={"user_id": USER, "dimension": {"app_id": "travel", "kind": ["TURN"]}},
        answer={"deleted": 1840, "results": None, "cursor": "AWx5c2…"},
    ),
    "restore": Example(
        request={"user_id": USER, "memory_id": MEMORY},
        answer={"memory_id": MEMORY, "revision": 2, "status": "ACTIVE", "redacted": {}},
    ),
    "rollback": Example(
        request={"user_id": USER, "memory_id": MEMORY, "to_revision": 1},
        answer={"memory_id": MEMORY, "revision": 3, "status": "ACTIVE", "redacted": {}},
    ),
    "history": Example(
        request={"user_id": USER, "memory_id": MEMORY},
        answer={
            "memory_id": MEMORY,
            "revision": 1,
            "status": "ACTIVE",
            "records": [
                {
                    **_CHANGE,
                    "version": _VERSION,
                    "sources": [
                        {**_SOURCE, "sentence": "I moved to Lisbon in May, and I love it."}
                    ],
                }
            ],
            "cursor": None,
        },
    ),
    "change_log": Example(
        request={
            "user_id": USER,
            "dimension": {"app_id": "travel"},
            "since": "2026-03-01T00:00:00Z",
            "limit": 50,
        },
        answer={
            "records": [
                {
                    "sequence": 17,
                    **_CHANGE,
                    "memory_ids": [MEMORY],
                    "sources": [_SOURCE],
                    "shadow": None,
                    "app_id": None,
                }
            ],
            "cursor": None,
        },
    ),
    "user/list": Example(
        request={"user_id": USER, "dimension": {"kind": ["FACT"]}, "limit": 1},
        answer={
            "memories": [
                {
                    "memory_id": MEMORY,
                    "revision": 1,
                    "status": "ACTIVE",
                    "content": "I moved to Lisbon in May.",
                    "speaker": None,
                    "level": "APP",
                    "app_id": "travel",
                    "session_id": "s-1",
                    "ownership": "USER",
                    "mem_type": "SEMANTIC",
                    "kind": "FACT",
                    "fact_key": "home_city",
                    "is_important": False,
                    "weight": 0.79,
                    "valid_at": "2026-03-01T08:30:00Z",
                    "invalid_at": None,
                    "expire_at": None,
                    "observed_at": "2026-03-01T09:30:00+01:00",
                    "created_at": "2026-03-01T08:30:02Z",
                    "changed_at": "2026-03-01T08:30:02Z",
                    "deleted_at": None,
                    "custom_tags": {},
                    "sources": [_SOURCE],
                }
            ],
            "cursor": "AQx5c2…",
        },
    ),
    "job": Example(
        request={"user_id": USER, "job_id": JOB},
        answer={
            "job_id": JOB,
            "name": "reconcile",
            "state": "RUNNING",
            "started_at": "2026-03-01T08:30:00Z",
            "updated_at": "2026-03-01T08:30:04Z",
            "progress": {
                "shards": 1,
                "shards_done": 0,
                "pages": 3,
                "read": 600,
                "changed": 2,
                "failed": 0,
            },
            "error": None,
            "download": None,
            "refused": [],
            "refused_more": 0,
        },
    ),
}
