"""The example of a certificate."""

from typing import Any

from mneme.contracts.openapi_example import USER, Example

_STORES = {
    "memories": 2345,
    "revisions": 2391,
    "archive_objects": 12,
    "index_documents": 2379,
    "messages": 812,
    "guards": 4102,
    "counters": 9,
    "sessions": 1,
    "open_writes": 3,
    "payloads": 3,
    "payload_objects": 0,
    "exports": 0,
    "imports": 0,
    "data_keys": 1,
    "change_records": 2410,
}

_STATEMENT: dict[str, Any] = {
    "certificate_id": "01KJKB3Q000000000000000014",
    "issue": 1,
    "issued_at": "2026-03-01T08:34:10+00:00",
    "subject": {
        "tenant_id": "acme",
        "user_id": USER,
        "app_id": None,
        "session_id": None,
        "salt": "e8157c2bd6d17610711f0a3b5c9d2e44",
    },
    "request": "user/erase",
    "extent": "everything",
    "before_epoch": 3,
    "hidden_at": "2026-03-01T08:30:00+00:00",
    "deleted_at": "2026-03-01T08:34:10+00:00",
    "verified": "every store was read again after the deletion, and nothing was left",
    "rounds": 2,
    "destroyed": _STORES,
    "model_providers": ["bedrock"],
    "claim": "keys_destroyed",
    "status": "pending",
    "complete_at": "2026-04-05T08:34:10+00:00",
    "keys": {
        "2": {
            "fingerprint": "5d0ab7c1…",
            "due_at": None,
            "destroyed_at": "2026-03-01T08:30:07+00:00",
        }
    },
    "residues": {
        "key_backups": {
            "holds": "the wrapped keys, as the table of keys can be brought back …",
            "readable": "a copy of that table made before the keys were destroyed still opens …",
            "lapses_at": "2026-03-02T08:30:07+00:00",
        },
        "model_providers": {
            "holds": "texts that were sent to models of: bedrock",
            "readable": "as each provider's own terms say; nothing of it is in our hands",
            "lapses_at": None,
        },
    },
    "kept": {"certificate": {"holds": "this certificate", "until": None}},
}

CERTIFICATE_EXAMPLES = {
    "user/certificate": Example(
        request={"user_id": USER, "job_id": "erase-3"},
        answer={
            "certificates": [
                {
                    "job_id": "erase-3",
                    "certificate": {
                        "format": "mneme-erasure-certificate/1",
                        "statement": _STATEMENT,
                        "manifest": {"/claim": "b0c1…", "/destroyed/memories": "3f7e…"},
                        "signed_by": {
                            "algorithm": "ECDSA-P256-SHA256",
                            "key_id": "9c41d0…",
                            "public_key": "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE…",
                        },
                        "signature": "MEUCIQD…",
                    },
                }
            ],
            "cursor": None,
        },
    ),
}
