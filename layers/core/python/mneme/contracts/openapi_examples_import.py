"""The example of an import: a line as an export has it."""

from typing import Any

from mneme.contracts.openapi_example import MEMORY, USER, Example

_LINE: dict[str, Any] = {
    "type": "memory",
    "memory_id": MEMORY,
    "status": "ACTIVE",
    "level": "GLOBAL",
    "app_id": None,
    "session_id": None,
    "ownership": "USER",
    "mem_type": "SEMANTIC",
    "kind": "FACT",
    "provenance": "EXPLICIT_REQUEST",
    "is_important": False,
    "weight": 0.8,
    "weight_at": "2026-02-01T09:30:00+01:00",
    "weight_cap": 0.8,
    "observed_at": "2026-02-01T09:30:00+01:00",
    "valid_at": None,
    "invalid_at": None,
    "expire_at": None,
    "created_at": "2026-02-01T08:30:00+00:00",
    "changed_at": "2026-02-01T08:30:00+00:00",
    "deleted_at": None,
    "recall_count": 0,
    "used_count": 0,
    "last_recalled_at": None,
    "last_used_at": None,
    "past_since": None,
    "unconsolidated": False,
    "lapsed": False,
    "revision": 1,
    "elsewhere": [],
    "revisions": [
        {
            "revision": 1,
            "content": "Prefers window seats.",
            "ownership": "USER",
            "speaker": None,
            "fact_key": None,
            "custom_tags": {},
            "entities": [],
            "confidence": 1.0,
            "sources": [],
            "observed_at": "2026-02-01T09:30:00+01:00",
            "created_at": "2026-02-01T08:30:00+00:00",
            "valid_at": None,
            "invalid_at": None,
            "conflicts_with": [],
            "supersedes": [],
            "superseded_by": None,
            "modality": "text",
            "parts": [],
        }
    ],
}

IMPORT_EXAMPLES = {
    "user/import": Example(
        request={
            "user_id": USER,
            "header": {
                "type": "header",
                "format": "mneme-export",
                "version": 1,
                "user_id": "alice-before",
                "exported_at": "2026-03-01T08:30:00+00:00",
            },
            "lines": [_LINE],
        },
        answer={"job_id": "import-9f86d081884c7d65", "redacted": {}},
    ),
}
