"""Epochs of apps and sessions that the user's row has no room for, in rows of their own.

A row of these only ever becomes newer, until the job of a purge that contains its scope has taken
away all that is older than that purge. So who read the user's row a moment ago finds what stood
here then, or something newer, under which less is seen and no commit passes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mneme.application.ports.table_store import Item, Query, TableStore, Value
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import EPOCHS, moved_epoch_key
from mneme.domain.tenancy import TenantContext

FEW = 4
"""Look-ups of one request by scope; who asks for more is read all of them at once."""


@dataclass
class MovedEpochs:
    """Those of one user, each read once, consistently: the `older` of a state."""

    tables: TableStore
    tenant: TenantContext
    partition: str
    _known: dict[str, int] = field(default_factory=dict)
    _asked: int = 0

    def __call__(self, scope_keys: Sequence[str]) -> Mapping[str, int]:
        """Return those of the scope keys that have one. Raises Unavailable."""
        unknown = [key for key in scope_keys if key not in self._known]
        if unknown and self._asked < FEW:
            self._asked += 1
            self._look_up(unknown)
        elif unknown and self._asked == FEW:
            self._read_all()
            self._asked += 1
        return {key: self._known[key] for key in scope_keys if self._known.get(key)}

    def _look_up(self, scope_keys: Sequence[str]) -> None:
        places = {moved_epoch_key(self.partition, key): key for key in scope_keys}
        found = self.tables.batch_get(self.tenant, EPOCHS, list(places))
        for place, key in places.items():
            self._known[key] = read.whole(found[place], "epoch") if place in found else 0

    def _read_all(self) -> None:
        cursor: str | None = None
        while True:
            page = self.tables.query(self.tenant, Query(EPOCHS, self.partition, cursor=cursor))
            for row in page.items:
                self._known[read.text(row, "scope")] = read.whole(row, "epoch")
            cursor = page.cursor
            if cursor is None:
                break


def epoch_row(partition: str, scope_key: str, epoch: int) -> Item:
    """Return the row of a scope's epoch."""
    place = moved_epoch_key(partition, scope_key)
    row: dict[str, Value] = {
        "pk": place.partition,
        "sk": place.sort,
        "scope": scope_key,
        "epoch": epoch,
    }
    return row
