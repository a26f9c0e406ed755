"""Compression as a job of one user: a group a page, as many as a run's budget allows."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from mneme.application.capacity.compress_group import Compressed, CompressGroup
from mneme.application.capacity.find_alike import FindAlike
from mneme.application.jobs.look_after_each import LookAfterEach
from mneme.application.jobs.start_job import StartJob
from mneme.application.ports.clock import Clock
from mneme.application.ports.fault_log import FaultLog
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.counting import Counter
from mneme.domain.errors import InternalFault, Unavailable
from mneme.domain.identity import hashed_user
from mneme.domain.job import JobName, JobOwner, JobShard, PageDone, Progress
from mneme.domain.tenancy import TenantContext, internal_context


@dataclass(frozen=True, slots=True)
class _Order:
    """What is left to do, as the job's cursor: dimensions, groups of ids, and the budget."""

    counters: tuple[Counter, ...]
    groups: tuple[tuple[str, ...], ...]
    asks: int
    tokens: int

    @property
    def over(self) -> bool:
        """Whether there is nothing to do, or nothing to do it with."""
        return not (self.counters or self.groups) or self.asks <= 0 or self.tokens <= 0

    def encode(self) -> str:
        counters = [[one.dimension, one.epoch] for one in self.counters]
        told = [counters, self.groups, self.asks, self.tokens]
        return json.dumps(told, separators=(",", ":"))

    @classmethod
    def decode(cls, cursor: str) -> "_Order":
        counters, groups, asks, tokens = json.loads(cursor)
        of = tuple(Counter(*one) for one in counters)
        return cls(of, tuple(map(tuple, groups)), asks, tokens)


@dataclass(frozen=True)
class CompressWork:
    """Looks for what is alike in each dimension, and then shows a model one group a page.

    Who is cut off after the model has answered asks again: nothing was changed, or it is changed
    and found so.
    """

    users: UserRepository
    find: FindAlike
    compress: CompressGroup
    each: LookAfterEach
    shards: int = 1

    def first_cursor(self, day: date | None) -> str | None:  # noqa: ARG002
        """Return None: what is near its limit, only who asks can tell."""
        return None

    def page(self, owner: JobOwner, shard: JobShard) -> PageDone:
        """Find the groups of a dimension, or make one of a group. Raises Unavailable."""
        if owner.everybody or shard.cursor is None:
            raise InternalFault("a compression is of a user's dimensions")
        order = _Order.decode(shard.cursor)
        tenant = internal_context(owner.tenant_id)
        if order.groups:
            order, done = self._compressed(tenant, owner.user_id, shard, order)
        else:
            order, done = self._found(tenant, owner.user_id, order), Progress()
        return PageDone(None if order.over else order.encode(), done)

    def _found(self, tenant: TenantContext, user_id: str, order: _Order) -> _Order:
        state = self.users.state(tenant, user_id)
        groups = self.find(tenant, user_id, state, order.counters[0]) if state.enabled else []
        return replace(
            order,
            counters=order.counters[1:],
            groups=tuple(map(tuple, groups[: order.asks])),
        )

    def _compressed(
        self, tenant: TenantContext, user_id: str, shard: JobShard, order: _Order
    ) -> tuple[_Order, Progress]:
        group, came = order.groups[0], Compressed()

        def made() -> Progress:
            nonlocal came
            came = self.compress(tenant, user_id, group)
            return Progress(changed=came.ended, failed=came.failed)

        done = self.each(shard, tenant, hashed_user(tenant.tenant_id, user_id), made)
        left = replace(
            order,
            groups=order.groups[1:],
            asks=order.asks - 1,
            tokens=order.tokens - came.tokens,
        )
        return left, Progress(read=len(group)) + done


@dataclass(frozen=True)
class CompressByJob:
    """A `Compressions` that begins jobs: one a user and day, whoever asks for more."""

    start: StartJob
    serves: Callable[[TenantContext], bool]
    clock: Clock
    faults: FaultLog
    thresholds: ThresholdsNow = as_delivered

    def ask(self, tenant: TenantContext, user_id: str, counters: Sequence[Counter]) -> None:
        """Begin the job, if a model serves the tenant.

        What keeps it from that is taken down, and is no reason to fail.
        """
        limits = self.thresholds().compression
        order = _Order(tuple(counters), (), limits.groups, limits.tokens)
        if order.over or not self.serves(tenant):
            return
        owner = JobOwner(tenant.tenant_id, user_id)
        job_id = f"{JobName.COMPRESS.value}-{self.clock.now():%Y-%m-%d}"
        try:
            self.start.once(JobName.COMPRESS, owner, job_id, order.encode())
        except Unavailable as outage:
            self.faults.record(tenant, hashed_user(tenant.tenant_id, user_id), outage)
