"""Every row, document and object of a user against each other, and against what time asks for."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bench.lifecycle.findings import Findings
from bench.lifecycle.small_world import SmallWorld
from bench.lifecycle.transitions import KEPT, Seen
from mneme.adapters.item_codec import decode_item
from mneme.application.audit.audit_logs import LostLogs, UsersLog
from mneme.application.ports.table_store import Item, Key
from mneme.application.repositories.archived_rows import object_name
from mneme.application.repositories.head_rows import head_of
from mneme.application.repositories.row_keys import (
    CHANGE_LOG,
    COUNTERS,
    GUARDS,
    HEADS,
    OPERATIONS,
    REVISIONS,
    counter_key,
    log_head_key,
    partition_owner,
)
from mneme.domain.capacity import CapacityLimits
from mneme.domain.counting import Count, counted, counters_of
from mneme.domain.memory import Head, Kind, Status
from mneme.domain.scope import Level
from mneme.domain.tenancy import internal_context
from mneme.domain.weight import WeightPolicy, current_weight

INDEXED = 100_000
LATE = timedelta(days=2)
"""A day that must be over, and the day on which that is seen."""

UNMOVED = timedelta(days=9)
"""How long after an eviction content may stay in the tables: reconciliation moves it."""

IDLE = timedelta(days=3)

_WEIGHTS = WeightPolicy()


@dataclass(frozen=True)
class Rows:
    """All that is stored of a user, but tasks."""

    partition: str
    heads: Mapping[str, Head]
    revisions: Mapping[str, Item]
    guards: Mapping[str, Item]
    counters: Mapping[str, Item]
    documents: frozenset[tuple[str, int, Status]]
    log: tuple[int, int, int]
    """How many change records, the first's number, and the head's."""
    attachments: int


@dataclass
class Audit:
    """Looks at users, and remembers heads whose rows did not change."""

    world: SmallWorld
    seen: Seen
    findings: Findings
    _heads: dict[tuple[str, str], tuple[bytes, Head]] = field(default_factory=dict)
    _of_user: dict[str, Mapping[str, Head]] = field(default_factory=dict)

    def user(self, partition: str) -> None:
        """Look at every row of a user."""
        rows = self._rows(partition)
        self._of_user[partition] = rows.heads
        now, look = self.world.clock.now(), self.findings.look
        look("heads are what was committed", len(rows.heads), self._as_committed(rows))
        look("counters equal rows", len(rows.counters), _counters(rows))
        look("the index equals rows", len(rows.documents), _index(rows))
        look("the change log is dense", rows.log[0], _log(rows))
        kept = len(rows.revisions) + len(rows.guards)
        look("nothing is left of what was purged", kept, _of_nobody(rows))
        look("content is where its state says", len(rows.revisions), _content(rows, now))
        left = [f"{rows.attachments} of {partition}"] if rows.attachments else []
        look("no task left its words", 1, left)

    def objects(self) -> None:
        """Look at the whole archive."""
        held = {name for _, _, name in self.world.stores.objects.held}
        known = {
            object_name(Key(partition, sort))
            for partition in self.world.stores.partitions(REVISIONS)
            for sort, _ in self.world.stores.encoded(REVISIONS, partition)
        }
        self.findings.look("no object of what was purged", len(held), sorted(held - known))

    def logs(self) -> None:
        """Verify every change log, and that none is gone that a day's digest names."""
        for one in self.world.audit.logs.every(None):
            if isinstance(one, UsersLog):
                told = [f"{one.user_id}: {flaw}" for flaw in one.report.found]
                self.findings.look("change logs verify", one.report.records, told)
            else:
                told = [f"{one}"] if isinstance(one, LostLogs) else []
                self.findings.look("no log is lost", 1, told)

    def times(self, idle: Mapping[str, datetime | None]) -> None:
        """Look at what time did to every memory; `idle` is since when a user's sessions may end."""
        now = self.world.clock.now()
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        for partition, heads in self._of_user.items():
            look, living = self.findings.look, list(heads.values())
            active = [head for head in living if head.status is Status.ACTIVE]
            bound = midnight - timedelta(days=1)
            look("what is active has weight 0.10", len(active), _faded(active, bound))
            look("nothing active has expired", len(active), _expired(active, now - LATE))
            look("nothing is kept too long", len(living) - len(active), _old(living, now - LATE))
            look("sessions end", len(active), _open(active, now, idle[partition]))

    def limits(self, of: Mapping[str, CapacityLimits]) -> None:
        """Look at every counter of every user, by the limits of each tenant."""
        for (partition, counter), count in self.seen.counts.items():
            most = of[partition_owner(partition)].of(counter)
            over = most is not None and (
                count.memories > most.memories or count.important > most.important
            )
            told = f"{partition} {counter.dimension} {count} of {most}"
            self.findings.look("no limit is exceeded", most is not None, [told] if over else [])

    def _rows(self, partition: str) -> Rows:
        stores, tenant = self.world.stores, internal_context(partition_owner(partition))
        audit = stores.backend.index_audit
        entries = audit.listed(tenant, partition, None, INDEXED).entries
        return Rows(
            partition,
            {
                sort: self._head(partition, sort, row)
                for sort, row in self._stored(HEADS, partition)
            },
            self._decoded(REVISIONS, partition),
            self._decoded(GUARDS, partition),
            self._decoded(COUNTERS, partition),
            frozenset(
                (one.memory_id, one.revision, one.status)
                for one in entries
                if one.status is not None
            ),
            self._log(partition),
            sum(sort.startswith("DATA#") for sort, _ in self._stored(OPERATIONS, partition)),
        )

    def _stored(self, table: str, partition: str) -> list[tuple[str, bytes]]:
        return self.world.stores.encoded(table, partition)

    def _decoded(self, table: str, partition: str) -> dict[str, Item]:
        return {sort: decode_item(item) for sort, item in self._stored(table, partition)}

    def _head(self, partition: str, memory_id: str, encoded: bytes) -> Head:
        known = self._heads.get((partition, memory_id))
        if known is None or known[0] != encoded:
            known = self._heads[partition, memory_id] = (encoded, head_of(decode_item(encoded)))
        return known[1]

    def _log(self, partition: str) -> tuple[int, int, int]:
        place = log_head_key(partition)
        head = self.world.stores.tables.get(internal_context(""), CHANGE_LOG, place)
        numbers = [
            int(sort) for sort, _ in self._stored(CHANGE_LOG, partition) if sort != place.sort
        ]
        last = 0 if head is None else int(str(head["sequence"]))
        return len(numbers), min(numbers, default=1), last

    def _as_committed(self, rows: Rows) -> Iterator[str]:
        committed = {place[1] for place in self.seen.of_user(rows.partition)}
        if committed != set(rows.heads):
            yield f"{rows.partition}: {sorted(committed ^ set(rows.heads))[:3]}"


def _counters(rows: Rows) -> Iterator[str]:
    true: dict[str, Count] = {}
    for head in rows.heads.values():
        for counter in counters_of(head) if counted(head) else ():
            place = str(counter_key(rows.partition, counter).sort)
            old = true.get(place, Count())
            true[place] = Count(old.memories + 1, old.important + head.is_important)
    for place in sorted(true.keys() | rows.counters.keys()):
        row = rows.counters.get(place, {})
        stored = Count(_number(row, "memories"), _number(row, "important"))
        if stored != true.get(place, Count()):
            yield f"{rows.partition} {place}: {stored}, rows {true.get(place, Count())}"


def _number(row: Item, name: str) -> int:
    return int(str(row.get(name, 0)))


def _index(rows: Rows) -> Iterator[str]:
    true = set()
    for row in rows.revisions.values():
        head, number = rows.heads.get(str(row["memory_id"])), _number(row, "revision")
        if head is not None and head.status is not Status.DELETED:
            shown = head.status if number == head.revision else Status.SUPERSEDED
            true.add((head.memory_id, number, shown))
    if rows.documents != true:
        missing, more = sorted(true - rows.documents), sorted(rows.documents - true)
        yield f"{rows.partition}: missing {missing[:2]}, too many {more[:2]}"


def _log(rows: Rows) -> Iterator[str]:
    count, first, last = rows.log
    if count != last or first != 1:
        yield f"{rows.partition}: {count} records from {first}, up to {last}"


def _of_nobody(rows: Rows) -> Iterator[str]:
    for row in rows.revisions.values():
        if str(row["memory_id"]) not in rows.heads:
            yield f"a revision of {row['memory_id']!s}"
    for memory_id, number, _ in rows.documents:
        if memory_id not in rows.heads:
            yield f"a document of {memory_id} {number}"
    for sort, row in rows.guards.items():
        members = row.get("memory_ids", frozenset())
        named = set(members) if isinstance(members, frozenset) else set()
        holders = (named | {str(row.get("memory_id", ""))}) - {""}
        if not sort.startswith("SCOPE") and not holders <= set(rows.heads):
            yield f"a guard {sort.split('#')[0]} of {sorted(holders - set(rows.heads))}"


def _content(rows: Rows, now: datetime) -> Iterator[str]:
    for row in rows.revisions.values():
        head = rows.heads.get(str(row["memory_id"]))
        if head is None:
            continue
        current = head.revision == _number(row, "revision")
        moved = head.changed_at + UNMOVED < now
        if head.status is Status.ARCHIVED and "sealed" in row and moved:
            yield f"{head.memory_id}: archived, and in the tables"
        if head.status is Status.ACTIVE and current and "sealed" not in row:
            yield f"{head.memory_id}: active, and in the archive"


def _faded(active: list[Head], at: datetime) -> Iterator[str]:
    for head in active:
        weight = current_weight(head, at, _WEIGHTS)
        if weight < _WEIGHTS.archived_below:
            yield f"{head.memory_id}: {weight:.4f}, due {head.due}"


def _expired(active: list[Head], at: datetime) -> Iterator[str]:
    for head in active:
        if head.expire_at is not None and head.expire_at < at:
            yield f"{head.memory_id}: {head.kind} at {head.expire_at}, due {head.due}"


def _old(heads: list[Head], at: datetime) -> Iterator[str]:
    for head in heads:
        if head.status in KEPT and head.kind not in {Kind.TURN, Kind.CONTINUITY}:
            since = {
                Status.CANDIDATE: head.created_at,
                Status.DELETED: head.deleted_at or head.changed_at,
            }.get(head.status, head.changed_at)
            if since + KEPT[head.status] < at:
                yield f"{head.memory_id}: {head.status} since {since}, due {head.due}"


def _open(active: list[Head], now: datetime, idle: datetime | None) -> Iterator[str]:
    if idle is None:
        return
    for head in active:
        used = max(head.changed_at, head.last_recalled_at or head.changed_at, idle)
        if head.scope.level is Level.SESSION and used + IDLE < now:
            yield f"{head.memory_id}: in {head.scope.key} since {used}"
