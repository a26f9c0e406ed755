"""What dates are reckoned with, as the scheduler saw it, and whether all were since: one row."""

from dataclasses import dataclass
from datetime import datetime

from mneme.application.ports.table_store import (
    Condition,
    Equals,
    Key,
    Missing,
    Put,
    SetTo,
    TableStore,
    Update,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import JOBS
from mneme.domain.errors import WriteConflict
from mneme.domain.scope import join_key
from mneme.domain.tenancy import SYSTEM

DATING_KEY = Key(join_key("", "DATING"), "DATING")
"""No job's, and no tenant's."""


@dataclass(frozen=True, slots=True)
class SeenDating:
    """A version of what dates are reckoned with, since when it holds, and whether it is done."""

    version: int
    since: datetime
    done: bool = False


@dataclass(frozen=True)
class DatingRow:
    """Kept among the jobs, in a partition that is no tenant's."""

    tables: TableStore

    def seen(self) -> SeenDating | None:
        """Return what was seen last, None if nothing was. Raises Unavailable."""
        row = self.tables.get(SYSTEM, JOBS, DATING_KEY)
        if row is None:
            return None
        since = read.offset_instant(row, "since")
        return SeenDating(read.whole(row, "version"), since, bool(row["done"]))

    def see(self, before: SeenDating | None, now: SeenDating) -> bool:
        """Note what holds instead of what did; return False if somebody else was faster."""
        row = {
            "pk": DATING_KEY.partition,
            "sk": DATING_KEY.sort,
            "version": now.version,
            "since": now.since.isoformat(),
            "done": now.done,
        }
        unmoved: Condition = Missing("pk")
        if before is not None:
            unmoved = Equals("since", before.since.isoformat())
        try:
            self.tables.transact(SYSTEM, [Put(JOBS, row, unmoved)])
        except WriteConflict:
            return False
        return True

    def finish(self, seen: SeenDating) -> None:
        """Note that dates are reckoned anew with it. Raises WriteConflict if another one holds."""
        unmoved = Equals("since", seen.since.isoformat())
        self.tables.transact(SYSTEM, [Update(JOBS, DATING_KEY, (SetTo("done", True),), unmoved)])
