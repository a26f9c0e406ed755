"""Reading memories: heads are the authority, revisions hold what they say."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from mneme.application.ports.table_store import (
    BATCH_GET_LIMIT,
    Item,
    Key,
    Query,
    SortRange,
    TableStore,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.archived_rows import ArchivedRows
from mneme.application.repositories.head_rows import UnreadHead, changed_attribute, head_of
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.repositories.leaving_entries import LeavingEntry, leaving_entry
from mneme.application.repositories.revision_rows import RevisionRows
from mneme.application.repositories.row_keys import (
    CHANGED_INDEX,
    HEADS,
    LEAVING_INDEX,
    REVISIONS,
    TURNS_INDEX,
    head_key,
    revision_key,
    user_partition,
)
from mneme.domain.memory import Head, Revision
from mneme.domain.tenancy import TenantContext

RevisionRef = tuple[str, int]
"""(memory id, revision number)."""


@dataclass(frozen=True)
class MemoryRepository:
    """Heads and revisions of one user at a time."""

    tables: TableStore
    keys: KeyRing
    rows: RevisionRows
    archived: ArchivedRows

    def heads(
        self, tenant: TenantContext, user_id: str, memory_ids: Sequence[str]
    ) -> dict[str, Head]:
        """Return the heads that exist, by memory id, read consistently."""
        partition = user_partition(tenant, user_id)
        places = [head_key(partition, memory_id) for memory_id in memory_ids]
        return {head.memory_id: head for head in map(head_of, self._read(tenant, HEADS, places))}

    def revisions(
        self,
        tenant: TenantContext,
        user_id: str,
        refs: Sequence[RevisionRef],
        *,
        searchable: bool = True,
    ) -> dict[RevisionRef, Revision]:
        """Return the revisions that exist, decrypted, by (memory id, revision number).

        Unless `searchable`, what they are found by (vector, terms, context) is left out. What is
        archived is read from the archive. A revision whose key is destroyed does not exist any
        more.
        """
        partition = user_partition(tenant, user_id)
        places = [revision_key(partition, memory_id, number) for memory_id, number in refs]
        opened = []
        for row in self._read(tenant, REVISIONS, places):
            keys = self.keys.find(tenant, user_id, read.whole(row, "key_epoch"))
            whole = None if keys is None else self.archived.whole(tenant, row, keys)
            if keys is not None and whole is not None:
                opened.append(self.rows.revision(whole, keys, searchable=searchable))
        return {(revision.memory_id, revision.revision): revision for revision in opened}

    def changed_since(self, tenant: TenantContext, user_id: str, since: datetime) -> Iterator[Head]:
        """Yield the heads of what was changed since an instant, but TURNs; read consistently."""
        cursor: str | None = None
        while True:
            query = Query(
                HEADS,
                user_partition(tenant, user_id),
                index=CHANGED_INDEX,
                sort=SortRange(low=read.milliseconds(since)),
                cursor=cursor,
            )
            page = self.tables.query(tenant, query)
            ids = [read.text(item, "sk") for item in page.items]
            yield from self.heads(tenant, user_id, ids).values()
            cursor = page.cursor
            if cursor is None:
                break

    def recently_changed(
        self, tenant: TenantContext, user_id: str, limit: int, *, turns: bool = False
    ) -> list[Head]:
        """Return the heads changed last, newest first, read consistently.

        They are of TURNs alone, or of everything else.
        """
        changed = self.changed_last(tenant, user_id, limit, turns=turns)
        ids = [memory_id for memory_id, _ in changed]
        heads = self.heads(tenant, user_id, ids)
        return [heads[memory_id] for memory_id in ids if memory_id in heads]

    def changed_last(
        self, tenant: TenantContext, user_id: str, limit: int, *, turns: bool = False
    ) -> list[tuple[str, int]]:
        """Return which memories were changed last, newest first, and when (epoch milliseconds).

        They are TURNs alone, or everything else.
        """
        page = self.tables.query(
            tenant,
            Query(
                HEADS,
                user_partition(tenant, user_id),
                index=TURNS_INDEX if turns else CHANGED_INDEX,
                limit=limit,
                descending=True,
            ),
        )
        changed_at = changed_attribute(turns=turns)
        return [(read.text(item, "sk"), read.whole(item, changed_at)) for item in page.items]

    def heads_page(
        self, tenant: TenantContext, user_id: str, cursor: str | None, limit: int
    ) -> tuple[list[Head], str | None]:
        """Return one page of all the user's heads, oldest first, and the next cursor."""
        partition = user_partition(tenant, user_id)
        page = self.tables.query(tenant, Query(HEADS, partition, limit=limit, cursor=cursor))
        return [head_of(item) for item in page.items], page.cursor

    def newest_heads(
        self, tenant: TenantContext, user_id: str, *, limit: int, cursor: str | None = None
    ) -> tuple[list[UnreadHead], str | None]:
        """Return one page of all the user's heads, newest first, and the next cursor."""
        partition = user_partition(tenant, user_id)
        query = Query(HEADS, partition, limit=limit, cursor=cursor, descending=True)
        page = self.tables.query(tenant, query)
        return [UnreadHead.of(item) for item in page.items], page.cursor

    def leaving(
        self, tenant: TenantContext, user_id: str, limit: int, cursor: str | None
    ) -> tuple[list[LeavingEntry], str | None]:
        """Return one page of what may leave a full memory, in its order, and the next cursor.

        Read consistently.
        """
        partition = user_partition(tenant, user_id)
        query = Query(HEADS, partition, index=LEAVING_INDEX, limit=limit, cursor=cursor)
        page = self.tables.query(tenant, query)
        return [leaving_entry(item) for item in page.items], page.cursor

    def heads_after(
        self, tenant: TenantContext, user_id: str, after: str | None, limit: int
    ) -> tuple[list[Head], bool]:
        """Return the user's heads whose ids follow `after`, in order, and whether more may follow.

        They are at most `limit`, which is below the store's own limit of a page. Ids never change,
        so who walks on from id to id meets every memory that stays exactly once, whatever is
        written meanwhile. Read consistently.
        """
        query = Query(
            HEADS,
            user_partition(tenant, user_id),
            sort=SortRange(low=after),
            limit=limit if after is None else limit + 1,
        )
        page = self.tables.query(tenant, query)
        heads = [head_of(item) for item in page.items if item["sk"] != after]
        return heads, page.cursor is not None

    def _read(self, tenant: TenantContext, table: str, places: Sequence[Key]) -> list[Item]:
        found: list[Item] = []
        distinct = list(dict.fromkeys(places))
        for start in range(0, len(distinct), BATCH_GET_LIMIT):
            batch = distinct[start : start + BATCH_GET_LIMIT]
            items = self.tables.batch_get(tenant, table, batch)
            found.extend(items[place] for place in batch if place in items)
        return found
