"""Memory taken out as a whole: what the file is called, and for how long it is there."""

from dataclasses import dataclass
from datetime import datetime, timedelta

FORMAT = "mneme-export"
VERSION = 1

EXPORT_KEPT = timedelta(days=7)
"""How long a finished export can be fetched: as long as the bucket keeps it."""

LINK_VALID = timedelta(minutes=15)

LINE_REVISIONS = 100
"""Revisions a line, beside the current one: a memory that has more stands in several lines."""

LINE_BYTES = 2**18
"""A line is cut that is longer, unless it holds a single past revision, so that each line fits into
a body of 1 MiB: a row has at most 400 KB."""

REFUSED_TOLD = 100
"""So many refused lines an import names; of more it tells how many there are."""


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """A line that did not come in: its place in the call, from 0, and the code of why."""

    line: int
    code: int


@dataclass(frozen=True, slots=True)
class Counts:
    """How many memories (messages aside), messages and revisions of either a file holds."""

    memories: int = 0
    messages: int = 0
    revisions: int = 0

    def __add__(self, more: "Counts") -> "Counts":
        return Counts(
            self.memories + more.memories,
            self.messages + more.messages,
            self.revisions + more.revisions,
        )


@dataclass(frozen=True, slots=True)
class Download:
    """Where an export can be fetched, and until when by this link."""

    url: str
    expires_at: datetime
