"""What is wrong with a change log, and where."""

from dataclasses import dataclass
from enum import StrEnum


class Flaw(StrEnum):
    """What a verifier finds."""

    ALTERED = "the record is not as it was written"
    MISSING = "the record is missing"
    WORDS = "what the memory says is not what was recorded"
    UNASKED = "the record was sanitized, and no purge asked for it"
    HEAD = "the log's head is missing or not as it was written"
    STRANGE = "behind it there are rows among the records that are none"
    CUT = "the log ends before what the digest of a day says"
    REPLACED = "the record is not the one that the digest of a day names"


@dataclass(frozen=True, slots=True)
class Found:
    """A flaw at a record; `last` is the last of several in a row."""

    flaw: Flaw
    sequence: int
    last: int | None = None


@dataclass(frozen=True, slots=True)
class LogReport:
    """How a user's log was found. `unchained` records are older than chains are."""

    records: int
    unchained: int
    unchecked: int
    """Memories whose words are gone, so that they were not held against their records."""
    found: tuple[Found, ...]
    erased_at: str | None = None
    """When the user was erased, the last time, as the record of it says."""
