"""Erase a tenant for good: when all its users are erased, its keys and settings go as well."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import (
    Action,
    All,
    Delete,
    Equals,
    Item,
    Key,
    Missing,
    Present,
    Put,
    Query,
    SetTo,
    TableStore,
    Update,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.branch_keys import BranchKeys
from mneme.application.repositories.jobs import Jobs
from mneme.application.repositories.row_keys import TENANTS, branch_key_key, tenant_key
from mneme.application.repositories.row_values import milliseconds
from mneme.application.repositories.tenant_rows import ERASED, ERASING, IS_THERE, TenantRows
from mneme.application.tenants.api_keys import no_such_tenant
from mneme.application.tenants.list_tenants import TenantState, state_of
from mneme.application.tenants.tenants import SUSPENDED_AT
from mneme.domain.errors import InvalidRequest, WriteConflict
from mneme.domain.job import JobName, JobOwner, JobShard, JobState
from mneme.domain.tenancy import TenantContext

SETTLED = timedelta(minutes=2)
"""How long after a suspension nobody is let in any more, whatever the gateway remembered: twice as
long as it may."""

AT_ONCE = 90
"""Rows a transaction."""


@dataclass(frozen=True)
class EraseTenant:
    """The use case behind the operator's command.

    A tenant is marked first, and nobody changes or resumes it from then on. A job, begun by the
    command, erases its users, and ends when all of them are erased. After that its own rows go,
    the branch key last, but for one that keeps its name. Done again, it goes on where it was.
    """

    tables: TableStore
    rows: TenantRows
    branch_keys: BranchKeys
    jobs: Jobs
    clock: Clock

    def __call__(self, tenant: TenantContext) -> TenantState:
        """Do what can be done now, and return how the tenant stands.

        Raises NotFound, InvalidRequest unless nobody has been let in for two minutes, Unavailable.
        """
        state = self._state(tenant)
        if state.erasing_at is None:
            self._mark(tenant)
        elif state.erased_at is None and self._users_are_erased(tenant):
            self._end(tenant, state.erasing_at)
        return self._state(tenant)

    def _state(self, tenant: TenantContext) -> TenantState:
        return state_of(self._row(tenant))

    def _row(self, tenant: TenantContext) -> Item:
        row = self.tables.get(tenant, TENANTS, tenant_key(tenant))
        if row is None:
            raise no_such_tenant(tenant)
        return row

    def _mark(self, tenant: TenantContext) -> None:
        row, now = self._row(tenant), self.clock.now()
        if not read.flag(row, "suspended"):
            raise InvalidRequest("is not suspended: suspend it first", field="tenant")
        since = read.optional_instant(row, SUSPENDED_AT)
        if since is not None and now < since + SETTLED:
            raise InvalidRequest("was suspended less than two minutes ago", field="tenant")
        still = All((IS_THERE, Equals("suspended", True), _unmoved(row)))
        mark = Update(TENANTS, tenant_key(tenant), (SetTo(ERASING, milliseconds(now)),), still)
        try:
            self.tables.transact(tenant, [mark])
        except WriteConflict:
            if ERASING not in self._row(tenant):
                raise
        finally:
            self.rows.forget(tenant)

    def _users_are_erased(self, tenant: TenantContext) -> bool:
        job = newest_offboarding(self.jobs, tenant)
        return job is not None and job.state is JobState.DONE

    def _end(self, tenant: TenantContext, since: datetime) -> None:
        while rows := self._own_rows(tenant):
            self.tables.transact(tenant, [Delete(TENANTS, place) for place in rows])
        place = tenant_key(tenant)
        tombstone: Item = {
            "pk": place.partition,
            "sk": place.sort,
            "suspended": True,
            ERASING: milliseconds(since),
            ERASED: milliseconds(self.clock.now()),
        }
        first = All((Present(ERASING), Missing(ERASED)))
        last: list[Action] = [Put(TENANTS, tombstone, first), self.branch_keys.end(tenant)]
        try:
            self.tables.transact(tenant, last)
        except WriteConflict:
            if ERASED not in self._row(tenant):
                raise
        finally:
            self.rows.forget(tenant)

    def _own_rows(self, tenant: TenantContext) -> list[Key]:
        """Return the places of some of the rows that hang on the tenant's own and its key."""
        query = Query(TENANTS, tenant_key(tenant).partition, limit=AT_ONCE)
        kept = {tenant_key(tenant), branch_key_key(tenant)}
        places = (
            Key(read.text(row, "pk"), read.text(row, "sk"))
            for row in self.tables.query(tenant, query).items
        )
        return [place for place in places if place not in kept]


def newest_offboarding(jobs: Jobs, tenant: TenantContext) -> JobShard | None:
    """Return the job, begun last, that erases a tenant's users, or None."""
    # No name of a tenant has an @.
    return jobs.newest(JobOwner(), JobName.OFFBOARD, f"{tenant.tenant_id}@")


def _unmoved(row: Item) -> Equals | Missing:
    since = row.get(SUSPENDED_AT)
    return Missing(SUSPENDED_AT) if since is None else Equals(SUSPENDED_AT, since)
