"""The job that seals anew, by a tenant's new branch key, what the earlier one has sealed.

Data keys, the keys of change logs' chains and what is kept beside them are a few bytes each:
nothing that a user said is written again.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date

from mneme.application.ports.fault_log import FaultLog
from mneme.application.ports.table_store import (
    BATCH_GET_LIMIT,
    Change,
    Equals,
    Item,
    Key,
    Query,
    SetIfMissing,
    SetTo,
    TableStore,
    Update,
)
from mneme.application.ports.whole_table import WholeTable
from mneme.application.repositories import row_values as read
from mneme.application.repositories.branch_keys import BranchKeys, key_fingerprint
from mneme.application.repositories.key_ring import data_key_context, secret_context
from mneme.application.repositories.row_keys import (
    CHANGE_LOG,
    KEYS,
    MEMORY_INDEX,
    erased_log_key,
    log_heads_partition,
    partition_owner,
)
from mneme.domain.errors import InternalFault, WriteConflict
from mneme.domain.job import JobOwner, JobShard, PageDone, Progress
from mneme.domain.tenancy import TenantContext, internal_context


@dataclass(frozen=True, slots=True)
class ResealOrder:
    """How far the job is: `step` is the one to be done next, from `after`.

    It goes round its steps until one round has sealed nothing anew. Of another `version` than the
    newest nothing is to be done: that one's rotation has a job of its own.
    """

    tenant: str
    version: int
    step: int = 0
    after: str | None = None
    changed: int = 0

    def encode(self) -> str:
        """Return it as a job's cursor."""
        return json.dumps(asdict(self), separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class _Sealed:
    """Something sealed: its row's attribute, and what it is bound to."""

    table: str
    row: Item
    attribute: str
    context: Callable[[Key], bytes]


@dataclass(frozen=True)
class ResealWork:
    """A row that was written meanwhile is left: who wrote it sealed it by the new key."""

    tables: TableStore
    whole_tables: WholeTable
    branch_keys: BranchKeys
    faults: FaultLog
    shards: int = 1

    def first_cursor(self, day: date | None) -> str | None:  # noqa: ARG002
        """Return None: it is begun by who has rotated a key."""
        return None

    def page(self, owner: JobOwner, shard: JobShard) -> PageDone:
        """Seal the next rows anew. Raises Unavailable; what no key opens counts as failed."""
        if not owner.everybody or shard.cursor is None:
            raise InternalFault("a rotation names its tenant")
        order = ResealOrder(**json.loads(shard.cursor))
        tenant = internal_context(order.tenant)
        if self.branch_keys.refresh(tenant) != order.version:
            return PageDone(None, Progress())
        sealed, after = self._steps[order.step](tenant, order.after)
        done = sum((self._anew(tenant, one) for one in sealed), Progress())
        following = self._following(replace(order, changed=order.changed + done.changed), after)
        return PageDone(None if following is None else following.encode(), done)

    @property
    def _steps(self) -> Sequence[Callable[..., tuple[list[_Sealed], str | None]]]:
        return (self._data_keys, self._chain_keys, self._erased_logs)

    def _following(self, order: ResealOrder, after: str | None) -> ResealOrder | None:
        if after is not None:
            return replace(order, after=after)
        if order.step + 1 < len(self._steps):
            return replace(order, step=order.step + 1, after=None)
        return replace(order, step=0, after=None, changed=0) if order.changed else None

    def _anew(self, tenant: TenantContext, one: _Sealed) -> Progress:
        place = Key(read.text(one.row, "pk"), read.text(one.row, "sk"))
        before = read.binary(one.row, one.attribute)
        try:
            after = self.branch_keys.resealed(tenant, before, one.context(place))
        except InternalFault as fault:
            self.faults.record(tenant, one.table, fault)
            return Progress(read=1, failed=1)
        if after is None:
            return Progress(read=1)
        changes: list[Change] = [SetTo(one.attribute, after)]
        if one.table == KEYS:
            changes.append(SetIfMissing("fingerprint", key_fingerprint(one.row)))
        update = Update(one.table, place, tuple(changes), Equals(one.attribute, before))
        try:
            self.tables.transact(tenant, [update])
        except WriteConflict as conflict:
            if not conflict.failed:
                raise
            return Progress(read=1)
        return Progress(read=1, changed=1)

    def _data_keys(
        self, tenant: TenantContext, after: str | None
    ) -> tuple[list[_Sealed], str | None]:
        """Of all tenants' rows, as no index lists those of one: they are small."""
        page = self.whole_tables.page(KEYS, after, BATCH_GET_LIMIT)
        own = [row for row in page.items if partition_owner(str(row["pk"])) == tenant.tenant_id]
        return _sealed(KEYS, own, "wrapped", data_key_context), page.cursor

    def _chain_keys(
        self, tenant: TenantContext, after: str | None
    ) -> tuple[list[_Sealed], str | None]:
        query = Query(
            CHANGE_LOG,
            log_heads_partition(tenant.tenant_id),
            index=MEMORY_INDEX,
            limit=BATCH_GET_LIMIT,
            cursor=after,
            consistent=False,
        )
        page = self.tables.query(tenant, query)
        places = [Key(read.text(one, "pk"), read.text(one, "sk")) for one in page.items]
        heads = self.tables.batch_get(tenant, CHANGE_LOG, places).values()
        return _sealed(CHANGE_LOG, heads, "key", secret_context), page.cursor

    def _erased_logs(
        self, tenant: TenantContext, after: str | None
    ) -> tuple[list[_Sealed], str | None]:
        partition = erased_log_key(tenant, "").partition
        query = Query(CHANGE_LOG, partition, limit=BATCH_GET_LIMIT, cursor=after)
        page = self.tables.query(tenant, query)
        return _sealed(CHANGE_LOG, page.items, "sealed", secret_context), page.cursor


def _sealed(
    table: str, rows: Iterable[Item], attribute: str, context: Callable[[Key], bytes]
) -> list[_Sealed]:
    return [_Sealed(table, row, attribute, context) for row in rows if attribute in row]
