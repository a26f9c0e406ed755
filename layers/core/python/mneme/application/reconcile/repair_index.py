"""Bring the index in line with the heads of a user, and count where it was not."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from mneme.application.index.index_entries import IndexEntries
from mneme.application.ports.index_audit import IndexAudit, IndexedRevision
from mneme.application.ports.table_store import Equals, Put, TableStore
from mneme.application.ports.vector_index import IndexDocument, Tombstone, VectorIndex
from mneme.application.reconcile.compare_index import (
    Drift,
    is_stale,
    newest_version,
    not_shown,
    stray,
)
from mneme.application.repositories.head_rows import head_row
from mneme.application.repositories.revision_numbers import numbers_kept
from mneme.application.repositories.row_keys import HEADS
from mneme.domain.errors import WriteConflict
from mneme.domain.memory import Head
from mneme.domain.tenancy import TenantContext

LISTED = 1_000
"""Entries of the index that are read at once."""

SETTLED = timedelta(minutes=15)
"""What changed since so long ago may be on its way to the index: it is looked at the next time."""

Indexed = Mapping[str, Sequence[IndexedRevision]]
"""What the index holds, by memory id."""


@dataclass(frozen=True)
class RepairIndex:
    """Compares and repairs; it believes the heads, and reads them after the index."""

    tables: TableStore
    audit: IndexAudit
    index: VectorIndex
    entries: IndexEntries

    def listed(self, tenant: TenantContext, partition: str) -> Indexed:
        """Return what the index holds of a user. Raises Unavailable."""
        found: dict[str, list[IndexedRevision]] = defaultdict(list)
        after: str | None = None
        while True:
            page = self.audit.listed(tenant, partition, after, LISTED)
            for entry in page.entries:
                found[entry.memory_id].append(entry)
            after = page.after
            if after is None:
                return found

    def __call__(
        self,
        tenant: TenantContext,
        partition: str,
        indexed: Indexed,
        heads: Iterable[Head],
        now: datetime,
    ) -> Counter[Drift]:
        """Repair what drifted; return how many memories, by what was wrong. Raises Unavailable.

        `indexed` was listed before the heads were read: what it shows without a head is no memory
        that came meanwhile.
        """
        drifted: Counter[Drift] = Counter()
        known = set()
        for head in heads:
            known.add(head.memory_id)
            if head.changed_at > now - SETTLED:
                continue
            drift = self._drift(tenant, partition, head, indexed.get(head.memory_id, ()))
            if drift is not None and self._repaired(
                tenant, partition, head, indexed.get(head.memory_id, ())
            ):
                drifted[drift] += 1
        for memory_id, entries in indexed.items():
            strays = [] if memory_id in known else stray(entries)
            if strays:
                gone = [
                    Tombstone(partition, memory_id, entry.revision, newest_version(entries) + 1)
                    for entry in strays
                ]
                self.index.apply(tenant, gone)
                drifted[Drift.STRAY] += 1
        return drifted

    def _drift(
        self,
        tenant: TenantContext,
        partition: str,
        head: Head,
        entries: Sequence[IndexedRevision],
    ) -> Drift | None:
        if is_stale(head, entries):
            return Drift.STALE
        absent = not_shown(head, entries)
        if not absent:
            return None
        # A revision that was pruned, or that no key opens, is rightly absent.
        kept = numbers_kept(self.tables, tenant, partition, head, absent[0])
        sought = sorted({*absent}.intersection(kept))
        wanted = self.entries(tenant, partition, {head: sought})
        there = any(isinstance(one, IndexDocument) for one in wanted)
        return Drift.MISSING if there else None

    def _repaired(
        self,
        tenant: TenantContext,
        partition: str,
        head: Head,
        entries: Sequence[IndexedRevision],
    ) -> bool:
        """Write all of a memory again; return False if it moved meanwhile, and is well by itself.

        Where the index holds a version as new as the head's, the head gets a newer one: nothing
        older than what is there would be taken.
        """
        newest = newest_version(entries)
        if newest >= head.index_version:
            after = replace(head, version=head.version + 1, index_version=newest + 1)
            row = Put(HEADS, head_row(partition, after), Equals("version", head.version))
            try:
                self.tables.transact(tenant, [row])
            except WriteConflict:
                return False
            head = after
        kept = numbers_kept(self.tables, tenant, partition, head)
        whole = sorted({*kept, *(entry.revision for entry in entries)})
        self.index.apply(tenant, self.entries(tenant, partition, {head: whole}))
        return True
