"""The job that erases the users of a tenant, and ends when all of them are erased."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import partial

from mneme.application.jobs.look_after_each import LookAfterEach
from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import Item, Query, TableStore
from mneme.application.ports.whole_table import WholeTable
from mneme.application.privacy.purge_memory import PurgeMemory, purge_job_id
from mneme.application.repositories import row_values as read
from mneme.application.repositories.certificates import Certificates
from mneme.application.repositories.row_keys import (
    CHANGE_LOG,
    KEYS,
    MEMORY_INDEX,
    key_epoch_of,
    log_heads_partition,
    partition_owner,
    user_of,
)
from mneme.domain.errors import InternalFault
from mneme.domain.identity import hashed_user
from mneme.domain.job import JobName, JobOwner, JobShard, PageDone, Progress
from mneme.domain.purge import PurgeTarget
from mneme.domain.tenancy import Grant, TenantContext

PAGE = 50
"""Rows of users a page: of each one an erasure may begin."""

REST_SECONDS = 60
"""How long the job waits for the erasure of a user before it looks again."""

NOBODY_LET_IN = timedelta(minutes=1)
"""How long before a tenant is marked nobody has been let in already, at the least: an erasure of
then takes all that there ever will be of a user."""


@dataclass(frozen=True, slots=True)
class OffboardOrder:
    """How far the job is: `step` is the one to be done next, from `after`.

    `since` is when the tenant was marked. `waits_for` is the user whose erasure is under way.
    """

    tenant: str
    since: datetime
    step: int = 0
    after: str | None = None
    waits_for: str | None = None

    def encode(self) -> str:
        """Return it as a job's cursor."""
        told = [self.tenant, self.since.isoformat(), self.step, self.after, self.waits_for]
        return json.dumps(told, separators=(",", ":"))


def offboard_order(cursor: str | None) -> OffboardOrder:
    """Undo `encode`. Raises InternalFault if there is none: it is begun by who marked a tenant."""
    if cursor is None:
        raise InternalFault("an offboarding names its tenant")
    tenant, since, *rest = json.loads(cursor)
    return OffboardOrder(tenant, datetime.fromisoformat(since), *rest)


@dataclass(frozen=True)
class OffboardWork:
    """Begins the erasure of each user, and then waits for one after the other.

    Who has a data key is a user, and so is who has a change log. Nobody writes any more: who is let
    in no more accepts nothing, and what was accepted ends at the epochs that erasures raise.
    An erasure that FAILED and does not come again by itself is followed by another one.
    """

    tables: TableStore
    whole_tables: WholeTable
    purge: PurgeMemory
    certificates: Certificates
    each: LookAfterEach
    clock: Clock
    shards: int = 1

    def first_cursor(self, day: date | None) -> str | None:  # noqa: ARG002
        """Return None: it is begun by who has marked a tenant."""
        return None

    def page(self, owner: JobOwner, shard: JobShard) -> PageDone:
        """Begin the next erasures, or see whether they are done. Raises Unavailable."""
        if not owner.everybody:
            raise InternalFault("an offboarding is the deployment's")
        order = offboard_order(shard.cursor)
        tenant = TenantContext(order.tenant, frozenset({Grant.ADMIN}), credential_id="internal")
        rows, after = (self._keys, self._logs, self._keys)[order.step](tenant, shard, order.after)
        if order.step == _WAITING:
            return self._waited(tenant, order, rows, after)
        done = Progress()
        for user_id in _users(rows):
            begin = partial(self._begun, tenant, user_id, order.since)
            done += self.each(shard, tenant, hashed_user(order.tenant, user_id), begin)
        step = order.step if after is not None else order.step + 1
        return PageDone(replace(order, step=step, after=after).encode(), done)

    def _waited(
        self, tenant: TenantContext, order: OffboardOrder, rows: Sequence[Item], after: str | None
    ) -> PageDone:
        """Destroy what keys there are of erased users, and stop at the first who is not erased."""
        for user_id in _users(rows):
            if not self._is_erased(tenant, user_id, order.since):
                done = self._begun(tenant, user_id, order.since)
                waiting = replace(order, waits_for=user_id).encode()
                return PageDone(waiting, replace(done, read=0), rest_seconds=REST_SECONDS)
        for row in rows:
            if "wrapped" in row:
                epoch, user_id = key_epoch_of(read.text(row, "sk")), user_of(read.text(row, "pk"))
                self.purge.keys.destroy(tenant, user_id, epoch, self.clock.now())
        following = replace(order, after=after, waits_for=None).encode()
        return PageDone(None if after is None else following, Progress())

    def _begun(self, tenant: TenantContext, user_id: str, since: datetime) -> Progress:
        if self._is_being_erased(tenant, user_id, since):
            return Progress(read=1)
        self.purge(tenant, user_id, PurgeTarget(), name=JobName.ERASE)
        return Progress(read=1, changed=1)

    def _is_being_erased(self, tenant: TenantContext, user_id: str, since: datetime) -> bool:
        # The job is read first: one that ends in between has left its certificate.
        upto = self.purge.users.state(tenant, user_id).epoch
        owner = JobOwner(tenant.tenant_id, user_id)
        found = self.purge.jobs.of_job(owner, purge_job_id(JobName.ERASE, upto))
        since_then = (shard for shard in found if shard.started_at >= since - NOBODY_LET_IN)
        under_way = any(shard.is_to_be_done for shard in since_then)
        return under_way or self._is_erased(tenant, user_id, since)

    def _is_erased(self, tenant: TenantContext, user_id: str, since: datetime) -> bool:
        upto = self.purge.users.state(tenant, user_id).epoch
        found = self.certificates.find(tenant, user_id, upto)
        if found is None or found.request != _REQUEST:
            return False
        return found.hidden_at >= since - NOBODY_LET_IN

    def _keys(
        self, tenant: TenantContext, shard: JobShard, after: str | None
    ) -> tuple[list[Item], str | None]:
        """Of all tenants' rows, as no index lists those of one: they are small."""
        page = self.whole_tables.page(KEYS, after, shard.portion(PAGE))
        own = [row for row in page.items if partition_owner(str(row["pk"])) == tenant.tenant_id]
        return own, page.cursor

    def _logs(
        self, tenant: TenantContext, shard: JobShard, after: str | None
    ) -> tuple[list[Item], str | None]:
        query = Query(
            CHANGE_LOG,
            log_heads_partition(tenant.tenant_id),
            index=MEMORY_INDEX,
            limit=shard.portion(PAGE),
            cursor=after,
            consistent=False,
        )
        page = self.tables.query(tenant, query)
        return list(page.items), page.cursor


_WAITING = 2
_REQUEST = f"user/{JobName.ERASE.value}"


def _users(rows: Iterable[Item]) -> list[str]:
    return list(dict.fromkeys(user_of(read.text(row, "pk")) for row in rows))
