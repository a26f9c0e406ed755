"""Digests of the heads of a tenant's change logs: what each log had come to on a day.

A digest names logs by their chains alone: no user is told by it.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from mneme.application.ports.digest_store import DigestStore
from mneme.application.ports.table_store import BATCH_GET_LIMIT, Item, Key, Query, TableStore
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import CHANGE_LOG, MEMORY_INDEX, log_heads_partition
from mneme.domain.audit_chain import LINK
from mneme.domain.tenancy import TenantContext

Marks = dict[str, dict[int, str]]
"""By chain (hexadecimal): the links (hexadecimal) that a log had at numbers."""


@dataclass(frozen=True)
class LogDigests:
    """Writes a tenant's digests, and reads them back."""

    tables: TableStore
    store: DigestStore

    def write(self, tenant: TenantContext, day: date) -> int:
        """Write the day's digest unless it is there; return how many logs it has.

        Raises Unavailable.
        """
        name = f"{day.isoformat()}.json"
        if name in self.store.names(tenant):
            return 0
        chains = {
            read.binary(head, "chain").hex(): [
                read.whole(head, "sequence"),
                read.binary(head, LINK).hex(),
            ]
            for head in self._heads(tenant)
        }
        told = {"day": day.isoformat(), "chains": chains}
        self.store.write_once(tenant, name, json.dumps(told, separators=(",", ":")).encode())
        return len(chains)

    def marks(self, tenant: TenantContext) -> Marks:
        """Return what all digests say: a log that was cut is so in later ones as well.

        Raises Unavailable.
        """
        marks: Marks = {}
        for name in self.store.names(tenant):
            told = json.loads(self.store.read(tenant, name) or b"{}")
            for chain, (sequence, link) in told.get("chains", {}).items():
                marks.setdefault(chain, {})[sequence] = link
        return marks

    def _heads(self, tenant: TenantContext) -> Iterator[Item]:
        cursor, partition = None, log_heads_partition(tenant.tenant_id)
        while True:
            page = self.tables.query(
                tenant,
                Query(
                    CHANGE_LOG,
                    partition,
                    index=MEMORY_INDEX,
                    limit=BATCH_GET_LIMIT,
                    cursor=cursor,
                    consistent=False,
                ),
            )
            places = [Key(read.text(one, "pk"), read.text(one, "sk")) for one in page.items]
            yield from self.tables.batch_get(tenant, CHANGE_LOG, places).values()
            cursor = page.cursor
            if cursor is None:
                return
