"""What an erasure takes away, by the stores it lies in."""

from enum import StrEnum


class Store(StrEnum):
    """Where something of a user is kept, as a certificate counts it."""

    MEMORIES = "memories"
    REVISIONS = "revisions"
    ARCHIVE_OBJECTS = "archive_objects"
    INDEX_DOCUMENTS = "index_documents"
    MESSAGES = "messages"
    """Entries that say which message is which memory."""
    GUARDS = "guards"
    COUNTERS = "counters"
    SESSIONS = "sessions"
    OPEN_WRITES = "open_writes"
    PAYLOADS = "payloads"
    PAYLOAD_OBJECTS = "payload_objects"
    DATA_KEYS = "data_keys"
    CHANGE_RECORDS = "change_records"
    """Those that lost which messages they came from."""
