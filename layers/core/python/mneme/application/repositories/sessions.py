"""Sessions that hold memories of their own: since when they are open, and when they were used."""

import hashlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.ports.table_store import (
    All,
    Change,
    Compare,
    Delete,
    Equals,
    Item,
    Key,
    Present,
    Query,
    SetIfMissing,
    SetTo,
    SortRange,
    TableStore,
    Update,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import (
    DUE_INDEX,
    SESSIONS,
    partition_owner,
    session_key,
    user_of,
    user_partition,
)
from mneme.application.repositories.row_values import milliseconds
from mneme.domain.errors import WriteConflict
from mneme.domain.scope import Level, Scope
from mneme.domain.tenancy import SYSTEM, TenantContext, internal_context

SESSION_SHARDS = 8
PAGE = 100


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A session of level SESSION, in an epoch. `due_at`: when its index entry is looked at."""

    tenant: TenantContext
    user_id: str
    scope: Scope
    epoch: int
    opened_at: datetime
    used_at: datetime
    due_at: datetime
    idle_at: datetime
    """When it is over unless it is used again."""


@dataclass(frozen=True)
class Sessions:
    """Rows of sessions, one user at a time; what is due is listed for all together.

    That a session is used moves no index entry: one that is looked at too early is put off.
    """

    tables: TableStore
    thresholds: ThresholdsNow = as_delivered

    @property
    def idle_for(self) -> timedelta:
        """Return how long a session lasts that is not used."""
        return self.thresholds().sessions.idle_for

    def use(
        self,
        tenant: TenantContext,
        user_id: str,
        scope: Scope,
        epoch: int,
        at: datetime,
        *,
        since: datetime | None = None,
    ) -> None:
        """Note that a session is used, which opens it: as of `since`, if that is earlier.

        Does nothing for other levels, which no session ends. One write unit, two at first. Raises
        Unavailable.
        """
        used = self.used(tenant, user_id, scope, epoch, at, since=since)
        if used is not None:
            self.tables.transact(tenant, [used])

    def used(
        self,
        tenant: TenantContext,
        user_id: str,
        scope: Scope,
        epoch: int,
        at: datetime,
        *,
        since: datetime | None = None,
    ) -> Update | None:
        """Return the action of `use`, for who carries it out with more; None for other levels."""
        if scope.level is not Level.SESSION:
            return None
        place = _place(tenant, user_id, scope, epoch)
        changes: list[Change] = [
            SetTo("used_at", milliseconds(at)),
            SetIfMissing("opened_at", milliseconds(since or at)),
            SetIfMissing("due_shard", _shard_of(place.partition)),
            SetIfMissing("due_at", milliseconds(at + self.idle_for)),
            SetTo("session_id", scope.session_id or ""),
            SetTo("epoch", epoch),
        ]
        if scope.app_id is not None:
            changes.append(SetTo("app_id", scope.app_id))
        return Update(SESSIONS, place, tuple(changes))

    def keep_open(
        self, tenant: TenantContext, user_id: str, scope: Scope, epoch: int, at: datetime
    ) -> None:
        """Note that what an open session knows was recalled. Raises Unavailable."""
        place = _place(tenant, user_id, scope, epoch)
        later = All((Present("pk"), Compare("used_at", "<", milliseconds(at))))
        with suppress(WriteConflict):  # it is over, or was used later
            changes = (SetTo("used_at", milliseconds(at)),)
            self.tables.transact(tenant, [Update(SESSIONS, place, changes, later)])

    def find(
        self, tenant: TenantContext, user_id: str, scope: Scope, epoch: int
    ) -> OpenSession | None:
        """Return an open session, read consistently; None if it is over. Raises Unavailable."""
        return self._at(tenant, _place(tenant, user_id, scope, epoch))

    def end(self, session: OpenSession) -> bool:
        """Let a session be over; return whether it is: not if it was used since it was read."""
        place = _place(session.tenant, session.user_id, session.scope, session.epoch)
        unused = Equals("used_at", milliseconds(session.used_at))
        try:
            self.tables.transact(session.tenant, [Delete(SESSIONS, place, unused)])
        except WriteConflict:
            return False
        return True

    def look_later(self, session: OpenSession, at: datetime) -> None:
        """Let an open session be looked at then. Raises Unavailable."""
        place = _place(session.tenant, session.user_id, session.scope, session.epoch)
        with suppress(WriteConflict):  # it is over
            changes = (SetTo("due_at", milliseconds(at)),)
            self.tables.transact(session.tenant, [Update(SESSIONS, place, changes, Present("pk"))])

    def due(self, now: datetime) -> Iterator[Item]:
        """Yield the index entries of all tenants' sessions that are to be looked at."""
        until = SortRange(high=milliseconds(now))
        for number in range(SESSION_SHARDS):
            cursor: str | None = None
            while True:
                query = Query(
                    SESSIONS,
                    str(number),
                    index=DUE_INDEX,
                    sort=until,
                    limit=PAGE,
                    cursor=cursor,
                    consistent=False,
                )
                page = self.tables.query(SYSTEM, query)
                yield from page.items
                cursor = page.cursor
                if cursor is None:
                    break

    def of_entry(self, item: Item) -> OpenSession | None:
        """Return the session of an index entry as it stands; None if it is over."""
        partition = read.text(item, "pk")
        tenant = internal_context(partition_owner(partition))
        return self._at(tenant, Key(partition, read.text(item, "sk")))

    def _at(self, tenant: TenantContext, place: Key) -> OpenSession | None:
        row = self.tables.get(tenant, SESSIONS, place)
        if row is None:
            return None
        app_id, session_id = read.optional_text(row, "app_id"), read.text(row, "session_id")
        return OpenSession(
            tenant=tenant,
            user_id=user_of(place.partition),
            scope=Scope(Level.SESSION, app_id, session_id),
            epoch=read.whole(row, "epoch"),
            opened_at=read.instant(row, "opened_at"),
            used_at=read.instant(row, "used_at"),
            due_at=read.instant(row, "due_at"),
            idle_at=read.instant(row, "used_at") + self.idle_for,
        )


def _place(tenant: TenantContext, user_id: str, scope: Scope, epoch: int) -> Key:
    return session_key(user_partition(tenant, user_id), scope.key, epoch)


def _shard_of(partition: str) -> str:
    digest = hashlib.sha256(partition.encode("utf-8", "surrogatepass")).digest()
    return str(digest[0] % SESSION_SHARDS)
