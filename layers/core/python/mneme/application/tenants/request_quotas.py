"""Counts a tenant's requests against its quotas, without a write for each of them.

A process takes slices of a quota out of the one counter of the tenant's window, and counts its
requests against its own slice. What all take together is never more than the quota.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock

from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import (
    Any,
    Compare,
    Increase,
    Missing,
    SetTo,
    TableStore,
    Update,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.bounded_cache import BoundedCache
from mneme.application.repositories.quota_keys import quota_key
from mneme.application.repositories.row_keys import QUOTAS
from mneme.application.repositories.row_values import seconds
from mneme.domain.errors import Throttled, Unavailable, WriteConflict
from mneme.domain.quotas import Quota, Window
from mneme.domain.tenancy import Grant, TenantContext

KEPT_SLICES = 10_000
ROUNDS = 4
KEPT_SECONDS = 3_600
REST_SECONDS = 5.0
"""How long requests are let through uncounted after the counter did not answer."""

RACE_SECONDS = 1
"""When to come again if others took their slices at each try."""

Name = tuple[str, Grant, Window, int]


@dataclass
class _Slice:
    """What this process may still let through in a window; `used_up`: a quota, all of it taken.

    Of another quota, which an operator has set meanwhile, there may be more.
    """

    left: int = 0
    used_up: int | None = None


@dataclass(frozen=True)
class RequestQuotas:
    """Lets requests through as long as their tenant's quotas last."""

    tables: TableStore
    clock: Clock
    _slices: BoundedCache[Name, _Slice] = field(init=False, repr=False)
    _resting: BoundedCache[str, bool] = field(init=False, repr=False)
    _lock: Lock = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Begin with nothing taken."""
        longest = Window.DAY.seconds
        slices = BoundedCache[Name, _Slice](self.clock, KEPT_SLICES, float(longest))
        resting = BoundedCache[str, bool](self.clock, KEPT_SLICES, REST_SECONDS)
        object.__setattr__(self, "_slices", slices)
        object.__setattr__(self, "_resting", resting)
        object.__setattr__(self, "_lock", Lock())

    def take(self, tenant: TenantContext, grant: Grant, quotas: Sequence[Quota]) -> None:
        """Count one request of a verb that needs `grant`.

        Raises Throttled, which tells in how many seconds to try again. Raises Unavailable if the
        counter does not answer: then nothing is counted for a few seconds.
        """
        for quota in quotas:
            if quota.grant is grant and not self._resting.get(tenant.tenant_id):
                self._count(tenant, quota)

    def _count(self, tenant: TenantContext, quota: Quota) -> None:
        now = self.clock.now()
        name = (tenant.tenant_id, quota.grant, quota.window, quota.window.number(now))
        with self._lock:
            mine = self._slices.get(name) or _Slice()
            self._slices.put(name, mine)
            if not mine.left and mine.used_up != quota.requests:
                mine.left = self._taken(tenant, quota)
                mine.used_up = None if mine.left else quota.requests
            if not mine.left:
                wait = quota.window.ends_in(now)
                raise Throttled(
                    f"the quota of `{quota.grant}` for this {quota.window} is used up",
                    data={"retry_after": wait},
                )
            mine.left -= 1

    def _taken(self, tenant: TenantContext, quota: Quota) -> int:
        """Take a slice, or what is left of the quota; return how much that is.

        Raises Throttled, for a moment, if others are faster each time: what is left is not known.
        """
        wanted = min(quota.slice, quota.requests)
        for _ in range(ROUNDS):
            if wanted < 1:
                return 0
            try:
                self.tables.transact(tenant, [self._increase(tenant, quota, wanted)])
            except WriteConflict:
                wanted = min(wanted, quota.requests - self._used(tenant, quota))
            except Unavailable:
                self._resting.put(tenant.tenant_id, True)
                raise
            else:
                return wanted
        raise Throttled(
            f"requests of `{quota.grant}` come faster than they are counted",
            data={"retry_after": RACE_SECONDS},
        )

    def _increase(self, tenant: TenantContext, quota: Quota, by: int) -> Update:
        now = self.clock.now()
        ends = seconds(now) + quota.window.ends_in(now)
        fits = Any((Missing("used"), Compare("used", "<=", quota.requests - by)))
        changes = (Increase("used", by), SetTo("expires_at", ends + KEPT_SECONDS))
        key = quota_key(tenant, quota.grant, quota.window, quota.window.number(now))
        return Update(QUOTAS, key, changes, fits)

    def _used(self, tenant: TenantContext, quota: Quota) -> int:
        number = quota.window.number(self.clock.now())
        key = quota_key(tenant, quota.grant, quota.window, number)
        row = self.tables.get(tenant, QUOTAS, key)
        return 0 if row is None else read.whole(row, "used")
