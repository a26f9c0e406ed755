"""Jobs: who works on which shard, how far it is, and what became of it.

A shard moves by compare-and-set alone: whoever lost it to another moves nothing any more.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import (
    All,
    Any,
    Change,
    Compare,
    Condition,
    Equals,
    Item,
    Missing,
    Put,
    Query,
    Remove,
    SetTo,
    SortRange,
    TableStore,
    Update,
    Value,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.job_rows import (
    DUE_PARTITION,
    due_attributes,
    refused_value,
    shard_of,
    shard_row,
)
from mneme.application.repositories.row_keys import (
    DUE_INDEX,
    JOBS,
    job_bounds,
    job_key,
    job_owner_of,
    job_partition,
    job_place_of,
)
from mneme.application.repositories.row_values import milliseconds
from mneme.domain.errors import WriteConflict
from mneme.domain.job import LEASE, REST, JobName, JobOwner, JobShard, JobState, PageDone
from mneme.domain.tenancy import SYSTEM, TenantContext, internal_context

_NOT_DUE: tuple[Change, ...] = (Remove("due_shard"), Remove("due_at"))
_LET_GO: tuple[Change, ...] = (Remove("holder"), Remove("held_until"))


@dataclass(frozen=True, slots=True)
class ShardPlace:
    """Which shard of whose job."""

    owner: JobOwner
    job_id: str
    number: int


@dataclass(frozen=True)
class Jobs:
    """The shards of jobs, read consistently."""

    tables: TableStore
    clock: Clock

    def begin(self, owner: JobOwner, shards: Sequence[JobShard]) -> bool:
        """Write the shards of a job, all at once; return False if there is that job already.

        Raises Unavailable.
        """
        try:
            self.tables.transact(context_of(owner), self.begin_actions(owner, shards))
        except WriteConflict:
            return False
        return True

    def begin_actions(self, owner: JobOwner, shards: Sequence[JobShard]) -> list[Put]:
        """Return the actions that write the shards of a job that is not there yet."""
        partition = job_partition(owner)
        return [Put(JOBS, shard_row(partition, shard), Missing("pk")) for shard in shards]

    def find(self, place: ShardPlace) -> JobShard | None:
        """Return a shard, or None. Raises Unavailable."""
        key = job_key(job_partition(place.owner), place.job_id, place.number)
        row = self.tables.get(context_of(place.owner), JOBS, key)
        return None if row is None or self._expired(row) else shard_of(row)

    def of_job(self, owner: JobOwner, job_id: str) -> list[JobShard]:
        """Return the shards of a job in order; none if there is no such job."""
        return list(self._read(owner, SortRange(*job_bounds(job_id))))

    def of_owner(self, owner: JobOwner) -> list[JobShard]:
        """Return the shards of all jobs of an owner, job by job."""
        return list(self._read(owner, SortRange()))

    def newest(self, owner: JobOwner, name: JobName, about: str = "") -> JobShard | None:
        """Return the first shard of the job of a name whose id is the last, or None.

        Behind the name, the id begins with `about`. It is found for as long as its row is there:
        no id is given a second time.
        """
        first = f"{name.value}-{about}"
        bounds = SortRange(first, f"{first}~")
        query = Query(JOBS, job_partition(owner), sort=bounds, limit=1, descending=True)
        rows = self.tables.query(context_of(owner), query).items
        return shard_of(rows[0]) if rows else None

    def take(self, owner: JobOwner, shard: JobShard, holder: str) -> JobShard:
        """Let somebody have the shard for a while, to do its page; return it as it is then.

        Raises WriteConflict if somebody else has it, or has got on with it.
        """
        now = self.clock.now()
        taken = shard.begun_by(holder, now)
        free = Any((Missing("held_until"), Compare("held_until", "<=", milliseconds(now))))
        changes = (
            SetTo("holder", holder),
            SetTo("held_until", milliseconds(now + LEASE)),
            SetTo("tries", taken.tries),
            SetTo("begun_page", taken.begun_page),
            _told("most", taken.most),
            *self._seen(taken),
        )
        self._change(owner, shard, changes, All((*_unmoved(shard), free)))
        return taken

    def give_back(self, owner: JobOwner, shard: JobShard) -> None:
        """Let go of a shard whose page failed, so that it can be tried again at once.

        Raises WriteConflict if it was taken by another.
        """
        self._change(owner, shard, _LET_GO, _mine(shard))

    def advance(self, owner: JobOwner, shard: JobShard, done: PageDone) -> JobShard:
        """Note that a page is done and let go of the shard; return it as it is then.

        Raises WriteConflict if it was taken by another: then that one's page counts.
        """
        after = shard.advanced(done, self.clock.now())
        changes = (
            SetTo("state", after.state.value),
            SetTo("page", after.page),
            SetTo("tries", 0),
            SetTo("read", after.progress.read),
            SetTo("changed", after.progress.changed),
            SetTo("failed", after.progress.failed),
            _told("cursor", after.cursor),
            _told("error", after.error),
            _told("most", after.most),
            _told("refused", refused_value(after.refused)),
            *_LET_GO,
            *((*_NOT_DUE, _updated(after)) if after.state.final else self._seen(after)),
        )
        self._change(owner, shard, changes, _mine(shard))
        return after

    def fail(self, owner: JobOwner, shard: JobShard, code: int) -> None:
        """End a shard FAILED; one that comes again is found after a rest.

        Raises WriteConflict if somebody has got on with it.
        """
        ended = replace(shard, updated_at=self.clock.now())
        rests = due_attributes(ended.updated_at, REST).items()
        changes = (
            SetTo("state", JobState.FAILED.value),
            SetTo("error", code),
            *_LET_GO,
            *((SetTo(*one) for one in rests) if shard.comes_again else _NOT_DUE),
            _updated(ended),
        )
        self._change(owner, shard, changes, All(_unmoved(shard)))

    def revive(self, owner: JobOwner, shard: JobShard) -> JobShard:
        """Let a shard that FAILED run again; return it as it is then.

        Raises WriteConflict if somebody else has begun it again.
        """
        after = shard.revived(self.clock.now())
        changes = (
            SetTo("state", after.state.value),
            SetTo("tries", after.tries),
            SetTo("revivals", after.revivals),
            Remove("error"),
            *self._seen(after),
        )
        self._change(owner, shard, changes, All(_still(shard)))
        return after

    def look_later(self, owner: JobOwner, shard: JobShard) -> None:
        """Note that a late page was sent again. Raises WriteConflict if somebody got on with it."""
        changes = self._seen(replace(shard, updated_at=self.clock.now()))
        self._change(owner, shard, changes, All(_unmoved(shard)))

    def late(self) -> Iterator[ShardPlace]:
        """Yield the places of shards that have shown no progress for too long, or have rested.

        The index may lag behind them.
        """
        cursor: str | None = None
        while True:
            query = Query(
                JOBS,
                DUE_PARTITION,
                index=DUE_INDEX,
                sort=SortRange(high=milliseconds(self.clock.now())),
                cursor=cursor,
                consistent=False,
            )
            page = self.tables.query(SYSTEM, query)
            for item in page.items:
                job_id, number = job_place_of(read.text(item, "sk"))
                yield ShardPlace(job_owner_of(read.text(item, "pk")), job_id, number)
            cursor = page.cursor
            if cursor is None:
                break

    def _read(self, owner: JobOwner, bounds: SortRange) -> Iterator[JobShard]:
        cursor: str | None = None
        while True:
            query = Query(JOBS, job_partition(owner), sort=bounds, cursor=cursor)
            page = self.tables.query(context_of(owner), query)
            yield from (shard_of(item) for item in page.items if not self._expired(item))
            cursor = page.cursor
            if cursor is None:
                break

    def _expired(self, row: Item) -> bool:
        # The store takes expired rows away in its own time.
        return read.whole(row, "expires_at") <= read.seconds(self.clock.now())

    def _seen(self, shard: JobShard) -> tuple[Change, ...]:
        due = due_attributes(shard.updated_at).items()
        return (_updated(shard), *(SetTo(*attribute) for attribute in due))

    def _change(
        self, owner: JobOwner, shard: JobShard, changes: Sequence[Change], condition: Condition
    ) -> None:
        key = job_key(job_partition(owner), shard.job_id, shard.number)
        update = Update(JOBS, key, tuple(changes), condition)
        self.tables.transact(context_of(owner), [update])


def context_of(owner: JobOwner) -> TenantContext:
    """Return in whose name a job's own rows are read and written."""
    return SYSTEM if owner.everybody else internal_context(owner.tenant_id)


def _told(name: str, value: Value | None) -> Change:
    return Remove(name) if value is None else SetTo(name, value)


def _updated(shard: JobShard) -> SetTo:
    return SetTo("updated_at", shard.updated_at.isoformat())


def _unmoved(shard: JobShard) -> tuple[Condition, ...]:
    return _still(replace(shard, state=JobState.RUNNING))


def _still(shard: JobShard) -> tuple[Condition, ...]:
    state = Equals("state", shard.state.value)
    return state, Equals("page", shard.page), Equals("tries", shard.tries)


def _mine(shard: JobShard) -> Condition:
    return All((Equals("holder", shard.holder), Equals("page", shard.page)))
