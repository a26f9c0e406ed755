"""Walk a user's change log from its first record to its head, and name what does not fit."""

import hmac
from collections.abc import Iterator
from dataclasses import dataclass, field

from mneme.application.ports.table_store import Item, Query, SortRange, TableStore
from mneme.application.repositories import row_values as read
from mneme.application.repositories.change_log import Chain, chain_of
from mneme.application.repositories.change_records import LAST
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.repositories.row_keys import (
    CHANGE_LOG,
    log_head_key,
    log_heads_partition,
    log_record_key,
    user_partition,
)
from mneme.domain.audit_chain import COMMITMENT, LINK, SALT, SANITIZED, ChainKey
from mneme.domain.audit_flaw import Flaw, Found
from mneme.domain.change import OfPurge, Operation
from mneme.domain.errors import InternalFault
from mneme.domain.tenancy import TenantContext

PAGE = 500
READINGS = 5
_ASKING = frozenset({Operation.PURGE.value, Operation.FORGET.value})
_OF_EVERYTHING = frozenset(reason.value for reason in OfPurge if reason.everything)


@dataclass
class Walk:
    """What was met on the way. `links` has the link of each record that has one, by its number."""

    chain: Chain | None
    records: int = 0
    unchained: int = 0
    found: list[Found] = field(default_factory=list)
    links: dict[int, bytes] = field(default_factory=dict)
    rows: list[Item] = field(default_factory=list)


@dataclass(frozen=True)
class VerifyLog:
    """Holds each record against the link before it."""

    tables: TableStore
    keys: KeyRing

    def __call__(self, tenant: TenantContext, user_id: str) -> Walk:
        """Return what was met. Raises Unavailable."""
        partition = user_partition(tenant, user_id)
        head, listed = self._as_it_stands(tenant, partition)
        rows = [row for row in listed if read.text(row, "sk").isdecimal()]
        if head is None:
            flaws = [Found(Flaw.HEAD, len(rows))] if rows else []
            return Walk(None, len(rows), found=flaws)
        try:
            chain = chain_of(tenant, partition, head, self.keys) if "key" in head else None
        except InternalFault:
            return Walk(None, len(rows), found=[Found(Flaw.HEAD, len(rows))])
        walk = Walk(chain, len(rows), rows=rows)
        if chain is None:
            chained = [int(read.text(row, "sk")) for row in rows if LINK in row]
            walk.unchained = len(rows)
            walk.found += [Found(Flaw.HEAD, number) for number in chained[:1]]
            return walk
        _walk(walk, chain, partition, rows)
        if head.get("memory_key") != log_heads_partition(tenant.tenant_id):
            # No digest would know of the log from now on.
            walk.found.append(Found(Flaw.HEAD, chain.sequence))
        if len(rows) < len(listed):
            walk.found.append(Found(Flaw.STRANGE, len(rows)))
        _hold_sanitized(walk, rows)
        walk.found.sort(key=lambda one: one.sequence)
        return walk

    def _as_it_stands(
        self, tenant: TenantContext, partition: str
    ) -> tuple[Item | None, list[Item]]:
        """Return head and rows of one moment, unless the log is written to without pause."""
        place = log_head_key(partition)
        for _ in range(READINGS):
            head = self.tables.get(tenant, CHANGE_LOG, place)
            listed = list(self._rows(tenant, partition))
            if self.tables.get(tenant, CHANGE_LOG, place) == head:
                break
        return head, listed

    def _rows(self, tenant: TenantContext, partition: str) -> Iterator[Item]:
        """Yield the records in order of their numbers, read consistently."""
        first = log_record_key(partition, 0).sort
        bounds, cursor = SortRange(first, log_record_key(partition, LAST).sort), None
        while True:
            query = Query(CHANGE_LOG, partition, sort=bounds, limit=PAGE, cursor=cursor)
            page = self.tables.query(tenant, query)
            yield from page.items
            cursor = page.cursor
            if cursor is None:
                return


def _walk(walk: Walk, chain: Chain, partition: str, rows: list[Item]) -> None:
    """Hold every record against the one before it, and the last one against the head."""
    genesis = chain.key.genesis(partition, chain.chain, chain.first)
    before: tuple[bytes, ...] = (genesis,)
    expected = 1
    for row in rows:
        number = int(read.text(row, "sk"))
        if number > expected:
            walk.found.append(Found(Flaw.MISSING, expected, number - 1))
            before = (genesis,) if number <= chain.first else ()
        expected = number + 1
        if number < chain.first:
            walk.unchained += 1
            continue
        before = _hold(walk, chain.key, before, number, row)
    if expected <= chain.sequence:
        walk.found.append(Found(Flaw.MISSING, expected, chain.sequence))
    elif expected > chain.sequence + 1 or (before and chain.link not in before):
        walk.found.append(Found(Flaw.HEAD, chain.sequence))


def _hold(
    walk: Walk, key: ChainKey, before: tuple[bytes, ...], number: int, row: Item
) -> tuple[bytes, ...]:
    """Hold a record against what may stand before it; return what may stand before the next.

    That is its link as it stands and, where that does not fit, as it should be: so only the record
    that was altered is named. Behind one that is missing, nothing can be said of the next.
    """
    stored = row.get(LINK)
    fitting = [key.link(one, number, row) for one in before]
    fits = not before or any(_same(one, stored) for one in fitting)
    if not fits or not _is_committed(key, row):
        walk.found.append(Found(Flaw.ALTERED, number))
    if not isinstance(stored, bytes):
        return tuple(fitting)
    walk.links[number] = stored
    return (stored,) if fits else (stored, *fitting)


def _is_committed(key: ChainKey, row: Item) -> bool:
    """Return whether what may be taken out of the record is what it was, or is gone."""
    salt = row.get(SALT)
    if read.flag(row, SANITIZED):
        return salt is None and "sources" not in row
    return isinstance(salt, bytes) and _same(key.commitment(salt, row), row.get(COMMITMENT))


def _same(one: bytes, other: object) -> bool:
    return isinstance(other, bytes) and hmac.compare_digest(one, other)


def _hold_sanitized(walk: Walk, rows: list[Item]) -> None:
    """Name the records that were sanitized though no later record asks for it."""
    purged: set[object] = set()
    everything = False
    for row in reversed(rows):
        listed = row.get("memory_ids")
        ids = listed if isinstance(listed, list) else []
        if SANITIZED in row and not (everything or (ids and purged.issuperset(ids))):
            walk.found.append(Found(Flaw.UNASKED, int(read.text(row, "sk"))))
        if row.get("operation") in _ASKING:
            purged.update(ids)
            everything = everything or row.get("reason") in _OF_EVERYTHING
