"""Word of which change logs belonged to users who were erased, and how far each had come then.

A log that is gone although digests name it is explained by such word, and by nothing else: its row
is sealed by the tenant's branch key, so that who can write tables, and no more, cannot leave it.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from mneme.application.ports.table_store import BATCH_GET_LIMIT, Put, TableStore
from mneme.application.repositories import row_values as read
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.repositories.row_keys import (
    CHANGE_LOG,
    TENANTS,
    branch_key_key,
    erased_log_key,
    log_head_key,
    tenant_key,
    user_partition,
)
from mneme.application.repositories.tenant_rows import ERASED
from mneme.domain.errors import InternalFault
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class ErasedLog:
    """When the user of a log was erased, and the number of its last record then."""

    at: datetime
    sequence: int


@dataclass(frozen=True)
class ErasedLogs:
    """Keeps one row a chain; it names no user."""

    tables: TableStore
    keys: KeyRing

    def note(self, tenant: TenantContext, user_id: str, at: datetime) -> None:
        """Leave word that a user was erased; a later erasure takes its place. Raises Unavailable.

        A log older than chains is in no digest, and nothing is noted of it.
        """
        place = log_head_key(user_partition(tenant, user_id))
        head = self.tables.get(tenant, CHANGE_LOG, place)
        if head is None or "chain" not in head:
            return
        key = erased_log_key(tenant, read.binary(head, "chain").hex())
        told = json.dumps([at.isoformat(), read.whole(head, "sequence")]).encode()
        sealed = self.keys.seal(tenant, key, told)
        row = {"pk": key.partition, "sk": key.sort, "sealed": sealed}
        self.tables.transact(tenant, [Put(CHANGE_LOG, row)])

    def whole_tenant(self, tenant: TenantContext) -> datetime | None:
        """Return when a tenant was erased altogether, with the key of its logs; None: it was not.

        Raises Unavailable.
        """
        places = (tenant_key(tenant), branch_key_key(tenant))
        rows = self.tables.batch_get(tenant, TENANTS, places)
        row = rows.get(places[0], {})
        return None if places[1] in rows else read.optional_instant(row, ERASED)

    def find(self, tenant: TenantContext, chains: Sequence[str]) -> dict[str, ErasedLog]:
        """Return those of the chains (hexadecimal) whose users were erased. Raises Unavailable.

        Word that was not sealed here is none.
        """
        found = {}
        for start in range(0, len(chains), BATCH_GET_LIMIT):
            page = chains[start : start + BATCH_GET_LIMIT]
            places = {erased_log_key(tenant, chain): chain for chain in page}
            for key, row in self.tables.batch_get(tenant, CHANGE_LOG, list(places)).items():
                try:
                    told = self.keys.unseal(tenant, key, read.binary(row, "sealed"))
                except InternalFault:
                    continue
                at, sequence = json.loads(told)
                found[places[key]] = ErasedLog(datetime.fromisoformat(at), sequence)
        return found
