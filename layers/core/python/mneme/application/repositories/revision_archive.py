"""Revisions of a memory into the archive, out of it, and gone for good."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from mneme.application.ports.table_store import BATCH_GET_LIMIT, Item, Key, TableStore, Update
from mneme.application.repositories import row_values as read
from mneme.application.repositories.archived_rows import MARK, ArchivedRows
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.repositories.memory_repository import RevisionRef
from mneme.application.repositories.row_keys import REVISIONS, revision_key, user_partition
from mneme.domain.scope import split_key
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class RevisionArchive:
    """The archive of one user at a time."""

    tables: TableStore
    keys: KeyRing
    rows: ArchivedRows

    def move(
        self, tenant: TenantContext, user_id: str, refs: Sequence[RevisionRef]
    ) -> list[Update]:
        """Store the content of revisions in the archive; return the actions that take it out.

        Their order is that of the revisions; those that are not there, or are there already, or
        whose key is destroyed, have none. Raises Unavailable.
        """
        moved = []
        for row in self._rows(tenant, user_id, refs):
            keys = self.keys.find(tenant, user_id, read.whole(row, "key_epoch"))
            action = None if keys is None else self.rows.move(tenant, row, keys)
            if action is not None:
                moved.append(action)
        return moved

    def bring_back(self, tenant: TenantContext, user_id: str, ref: RevisionRef) -> list[Update]:
        """Return the action that puts a revision's content back into its row, if it is archived.

        Raises Unavailable.
        """
        back = []
        for row in self._rows(tenant, user_id, [ref]):
            keys = self.keys.find(tenant, user_id, read.whole(row, "key_epoch"))
            action = None if keys is None else self.rows.bring_back(tenant, row, keys)
            if action is not None:
                back.append(action)
        return back

    def holds(self, tenant: TenantContext, user_id: str, refs: Sequence[RevisionRef]) -> bool:
        """Return whether any of these revisions has its only content in the archive."""
        return any(read.flag(row, MARK) for row in self._rows(tenant, user_id, refs))

    def destroy(
        self, tenant: TenantContext, user_id: str, memory_id: str, numbers: Iterable[int]
    ) -> None:
        """Delete what the archive holds of these revisions. Raises Unavailable."""
        partition = user_partition(tenant, user_id)
        for number in numbers:
            self.rows.destroy(tenant, revision_key(partition, memory_id, number))

    def drop_gone(self, tenant: TenantContext, user_id: str, refs: Iterable[RevisionRef]) -> int:
        """Delete the objects of those of these revisions that were purged; return how many.

        Raises Unavailable.
        """
        partition = user_partition(tenant, user_id)
        return self._drop_gone(tenant, [revision_key(partition, *ref) for ref in refs])

    def sweep(self, tenant: TenantContext, user_id: str, memory_ids: Container[str]) -> int:
        """Delete a user's objects of which there is no revision; return how many.

        Whoever archived it was cut off, and a purge came between. `memory_ids` are those whose
        revisions are there. A row is there before its object: what has none is nobody's. It comes
        back with an import, which may archive it at once: so each is looked at on its own, right
        before it goes. Raises Unavailable.
        """
        places = self.rows.places(tenant, user_partition(tenant, user_id))
        unknown = [one for one in places if split_key(str(one.sort))[0] not in memory_ids]
        return sum(self._drop_gone(tenant, [place]) for place in unknown)

    def _drop_gone(self, tenant: TenantContext, places: Sequence[Key]) -> int:
        there = self._there(tenant, places)
        gone = [place for place in places if place not in there]
        for place in gone:
            self.rows.destroy(tenant, place)
        return len(gone)

    def _rows(self, tenant: TenantContext, user_id: str, refs: Sequence[RevisionRef]) -> list[Item]:
        partition = user_partition(tenant, user_id)
        places = [revision_key(partition, *ref) for ref in refs]
        there = self._there(tenant, places)
        return [there[place] for place in places if place in there]

    def _there(self, tenant: TenantContext, places: Sequence[Key]) -> dict[Key, Item]:
        found: dict[Key, Item] = {}
        for start in range(0, len(places), BATCH_GET_LIMIT):
            batch = places[start : start + BATCH_GET_LIMIT]
            found |= self.tables.batch_get(tenant, REVISIONS, batch)
        return found
