"""The change log: append only, densely numbered and hash-chained per user (DESIGN §16)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from mneme.application.ports.clock import Ids
from mneme.application.ports.table_store import (
    Action,
    Change,
    Equals,
    Item,
    Missing,
    Present,
    Put,
    Remove,
    SetTo,
    TableStore,
    Update,
    Value,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.repositories.memory_repository import RevisionRef
from mneme.application.repositories.row_keys import (
    CHANGE_LOG,
    log_head_key,
    log_heads_partition,
    log_record_key,
    memory_log_partition,
    partition_owner,
)
from mneme.domain.audit_chain import (
    COMMITMENT,
    KEY_BYTES,
    LINK,
    SAID,
    SALT,
    SALT_BYTES,
    SANITIZED,
    SOURCES,
    ChainKey,
)
from mneme.domain.change import ChangeRecord
from mneme.domain.tenancy import TenantContext

CHAIN_BYTES = 16

NOTHING_SPOKEN: Mapping[RevisionRef, bytes] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Chain:
    """A user's chain as its head says: what it hangs by, and where it ends.

    `chain` names it without its user; `first` is the number of its first record, above 1 where the
    log is older than chains are.
    """

    key: ChainKey
    chain: bytes
    first: int
    sequence: int
    link: bytes


def chain_of(tenant: TenantContext, partition: str, head: Item, keys: KeyRing) -> Chain:
    """Return the chain of a head that has one. Raises InternalFault for a damaged one."""
    place = log_head_key(partition)
    key = ChainKey(keys.unseal(tenant, place, read.binary(head, "key")))
    return Chain(
        key,
        read.binary(head, "chain"),
        read.whole(head, "first", 1),
        read.whole(head, "sequence"),
        read.binary(head, LINK),
    )


@dataclass(frozen=True)
class ChangeLog:
    """Makes the actions that append records; the first of them compares-and-sets the head row."""

    tables: TableStore
    keys: KeyRing
    ids: Ids

    def append_actions(
        self,
        tenant: TenantContext,
        partition: str,
        records: Sequence[ChangeRecord],
        spoken: Mapping[RevisionRef, bytes] = NOTHING_SPOKEN,
    ) -> list[Action]:
        """Return the actions that append the records to the user's log as it stands now.

        `spoken` has the digests of the revisions that are written. Raises Unavailable.
        """
        place = log_head_key(partition)
        head = self.tables.get(tenant, CHANGE_LOG, place)
        last = 0 if head is None else read.whole(head, "sequence")
        unmoved = Missing("pk") if head is None else Equals("sequence", last)
        chain, born = self._chain(tenant, partition, head)
        link, rows = chain.link, []
        for number, record in enumerate(records, start=last + 1):
            row = _record_row(partition, number, record)
            link = self._join(chain.key, link, number, row, record, spoken)
            rows.append(row)
        moves = (SetTo("sequence", last + len(records)), SetTo(LINK, link), *born)
        move = Update(CHANGE_LOG, place, moves, unmoved)
        return [move, *(Put(CHANGE_LOG, row, Missing("pk")) for row in rows)]

    def _chain(
        self, tenant: TenantContext, partition: str, head: Item | None
    ) -> tuple[Chain, tuple[Change, ...]]:
        """Return the log's chain, and what its head must be told if it begins now."""
        if head is not None and "key" in head:
            return chain_of(tenant, partition, head, self.keys), ()
        secret, name = self.ids.secret(KEY_BYTES), self.ids.secret(CHAIN_BYTES)
        last = 0 if head is None else read.whole(head, "sequence")
        key, first = ChainKey(secret), last + 1
        sealed = self.keys.seal(tenant, log_head_key(partition), secret)
        born = [
            SetTo("key", sealed),
            SetTo("chain", name),
            SetTo("memory_key", log_heads_partition(partition_owner(partition))),
        ]
        if first > 1:
            born.append(SetTo("first", first))
        return Chain(key, name, first, last, key.genesis(partition, name, first)), tuple(born)

    def _join(
        self,
        key: ChainKey,
        before: bytes,
        number: int,
        row: dict[str, Value],
        record: ChangeRecord,
        spoken: Mapping[RevisionRef, bytes],
    ) -> bytes:
        """Make a row the chain's next, and return its link."""
        salt = self.ids.secret(SALT_BYTES)
        row[SALT] = salt
        row[COMMITMENT] = key.commitment(salt, row)
        words = [spoken.get((one, record.revision_after or 0)) for one in record.memory_ids]
        told = [one for one in words if one is not None]
        if told and len(told) == len(words):
            row[SAID] = key.said(salt, told)
        row[LINK] = link = key.link(before, number, row)
        return link


def sanitize_action(partition: str, sequence: int) -> Update:
    """Return the action that takes out of a record what may be taken out; its link still fits.

    A verifier holds it against the purge that asked for it.
    """
    changes = (Remove(SOURCES), Remove(SALT), SetTo(SANITIZED, True))
    return Update(CHANGE_LOG, log_record_key(partition, sequence), changes, Present("pk"))


def _record_row(partition: str, sequence: int, record: ChangeRecord) -> dict[str, Value]:
    place = log_record_key(partition, sequence)
    row: dict[str, Value] = {
        "pk": place.partition,
        "sk": place.sort,
        "operation": record.operation.value,
        "memory_ids": list(record.memory_ids),
        "reason": record.reason,
        "actor": record.actor.value,
        "at": record.at.isoformat(),
        SOURCES: [[source.session_id, source.message_id] for source in record.sources],
    }
    if len(record.memory_ids) == 1:
        row["memory_key"] = memory_log_partition(partition, record.memory_ids[0])
    if record.shadow is not None:
        row["shadow"] = {
            "decision": record.shadow.decision.value,
            "reason": record.shadow.reason.value,
            "memory_ids": list(record.shadow.targets),
        }
    if record.app_id is not None:
        row["app_id"] = record.app_id
    if record.revision_before is not None:
        row["revision_before"] = record.revision_before
    if record.revision_after is not None:
        row["revision_after"] = record.revision_after
    return row
