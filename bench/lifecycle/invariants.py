"""What must hold after each day, asked of every row."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from typing import TypeVar

from bench.lifecycle.simulated import Simulated
from bench.lifecycle.traffic import TENANT
from mneme.application.repositories.row_keys import counter_key
from mneme.domain.counting import counted, counters_of
from mneme.domain.due import ARCHIVED_FOR, CANDIDATE_FOR, DELETED_FOR, SUPERSEDED_FOR
from mneme.domain.memory import Head, Status
from mneme.domain.weight import ARCHIVE_THRESHOLD, current_weight

A_DAY_LATE = timedelta(days=2)
"""The daily run does what was due by the end of the day before."""

_KEPT = {
    Status.ARCHIVED: ARCHIVED_FOR,
    Status.SUPERSEDED: SUPERSEDED_FOR,
    Status.CANDIDATE: CANDIDATE_FOR,
    Status.DELETED: DELETED_FOR,
}
One = TypeVar("One")
Heads = dict[tuple[str, str], Head]
"""Every head by partition and id."""


class Invariants:
    """Counts what was looked at and what was not as it must be, by what must hold."""

    def __init__(self, world: Simulated) -> None:
        self._world = world
        self.looked: Counter[str] = Counter()
        self.violations: Counter[str] = Counter()

    def check(self, *, whole: bool) -> Heads:
        """Look at every head and counter; if `whole`, at contents, objects and index too."""
        heads, now = self._world.heads(), self._world.clock.now()
        self._note("weights and ends are kept", heads.values(), lambda one: in_time(one, now))
        self._counters(heads)
        if whole:
            self._contents(heads)
            self._index(heads)
        return heads

    def rows(self) -> list[list[str]]:
        """Return a line for each thing that must hold."""
        return [
            [name, f"{looked:,}", str(self.violations[name])]
            for name, looked in self.looked.items()
        ]

    def _counters(self, heads: Heads) -> None:
        true: Counter[tuple[str, str]] = Counter()
        limits = self._world.tenant_limits.of(TENANT)
        most: dict[tuple[str, str], int] = {}
        for (partition, _), head in heads.items():
            for counter in counters_of(head) if counted(head) else ():
                place = (partition, str(counter_key(partition, counter).sort))
                true[place] += 1
                limit = limits.of(counter)
                if limit is not None:
                    most[place] = limit.memories
        stored = {
            (str(row["pk"]), str(row["sk"])): row["memories"]
            for row in self._world.rows("counters")
        }
        places = {*true, *stored}
        self._note("counters equal rows", places, lambda one: stored.get(one, 0) == true[one])
        self._note("no limit is exceeded", most, lambda one: true[one] <= most[one])

    def _contents(self, heads: Heads) -> None:
        rows = list(self._world.rows("revisions"))
        ids = {(str(row["pk"]), str(row["memory_id"])) for row in rows}
        self._note("what is purged left nothing", ids, lambda one: one in heads)
        archived = (
            row
            for row in rows
            if (one := heads.get((str(row["pk"]), str(row["memory_id"]))))
            and one.status is Status.ARCHIVED
            and one.changed_at < self._world.clock.now() - timedelta(days=9)
        )
        self._note("what is archived left the tables", archived, lambda row: "sealed" not in row)

    def _index(self, heads: Heads) -> None:
        shown: dict[tuple[str, str], set[tuple[int, Status]]] = defaultdict(set)
        for partition in {partition for partition, _ in heads}:
            after: str | None = None
            while True:
                page = self._world.backend.index_audit.listed(TENANT, partition, after, 1000)
                for entry in page.entries:
                    if entry.status is not None:
                        shown[partition, entry.memory_id].add((entry.revision, entry.status))
                after = page.after
                if after is None:
                    break
        self._note("the index shows nothing else", shown, lambda one: one in heads)
        self._note(
            "the index shows what is there",
            heads.items(),
            lambda pair: (
                ((pair[1].revision, pair[1].status) in shown[pair[0]])
                is not (pair[1].status is Status.DELETED)
            ),
        )

    def _note(self, name: str, looked: Iterable[One], holds: Callable[[One], bool]) -> None:
        for one in looked:
            self.looked[name] += 1
            self.violations[name] += not holds(one)


def in_time(head: Head, now: datetime) -> bool:
    """Return whether a head has not outlived its state by more than the job may be late."""
    late = now - A_DAY_LATE
    if head.status is Status.ACTIVE:
        expired = head.expire_at is not None and head.expire_at < late
        return not expired and current_weight(head, late) >= ARCHIVE_THRESHOLD
    since = {
        Status.CANDIDATE: head.created_at,
        Status.DELETED: head.deleted_at or head.changed_at,
    }.get(head.status, head.changed_at)
    return since + _KEPT[head.status] >= late


def legal(before: Heads, after: Heads) -> Iterator[str]:
    """Yield each transition of a day that no rule allows."""
    for place, head in after.items():
        was = before.get(place)
        if was is not None and (was.status, head.status) not in _ALLOWED:
            yield f"{was.status} to {head.status}"


_ALLOWED = {
    *((one, one) for one in Status),
    (Status.ACTIVE, Status.ARCHIVED),
    (Status.ACTIVE, Status.SUPERSEDED),
    *((one, Status.DELETED) for one in Status),
    (Status.ARCHIVED, Status.ACTIVE),
    (Status.DELETED, Status.ACTIVE),
    (Status.DELETED, Status.CANDIDATE),
    (Status.DELETED, Status.SUPERSEDED),
    (Status.ARCHIVED, Status.SUPERSEDED),
    (Status.CANDIDATE, Status.ACTIVE),
    (Status.DELETED, Status.ARCHIVED),
}
"""By a day: what was deleted, restored and evicted within one may seem to be archived at once."""
