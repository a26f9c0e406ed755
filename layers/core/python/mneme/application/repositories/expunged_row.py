"""When the files of the search index were last rid of what had left it: one row."""

from dataclasses import dataclass
from datetime import datetime

from mneme.application.ports.table_store import Key, SetTo, TableStore, Update
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import JOBS
from mneme.domain.scope import join_key
from mneme.domain.tenancy import SYSTEM

EXPUNGED_KEY = Key(join_key("", "EXPUNGED"), "EXPUNGED")
"""No job's, and no tenant's."""


@dataclass(frozen=True, slots=True)
class Expunged:
    """What had left the index by `before` was seen to be in no file at the instant `seen_at`.

    `asked_at` is when something was purged last.
    """

    asked_at: datetime | None = None
    before: datetime | None = None
    seen_at: datetime | None = None

    @property
    def asked(self) -> bool:
        """Return whether something was purged since."""
        return self.asked_at is not None and (self.before is None or self.before < self.asked_at)

    def seen_without(self, deleted_at: datetime) -> datetime | None:
        """Return when what was deleted by an instant was seen to be gone, None if it was not."""
        gone = self.before is not None and deleted_at <= self.before
        return self.seen_at if gone else None


@dataclass(frozen=True)
class ExpungedRow:
    """Kept among the jobs, in a partition that is no tenant's."""

    tables: TableStore

    def read(self) -> Expunged:
        """Return what is known. Raises Unavailable."""
        row = self.tables.get(SYSTEM, JOBS, EXPUNGED_KEY) or {}
        names = ("asked_at", "before", "seen_at")
        return Expunged(*(read.optional_offset_instant(row, name) for name in names))

    def ask(self, at: datetime) -> None:
        """Note that something was purged. Raises Unavailable."""
        changes = (SetTo("asked_at", at.isoformat()),)
        self.tables.transact(SYSTEM, [Update(JOBS, EXPUNGED_KEY, changes)])

    def see(self, before: datetime, at: datetime) -> None:
        """Note that what had left the index before an instant is gone. Raises Unavailable."""
        changes = (SetTo("before", before.isoformat()), SetTo("seen_at", at.isoformat()))
        self.tables.transact(SYSTEM, [Update(JOBS, EXPUNGED_KEY, changes)])
