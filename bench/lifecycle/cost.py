"""What the daily run reads and writes of stores of several sizes, with as much due in each."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

from bench.lifecycle.meter import Meter
from bench.lifecycle.set_clock import START
from bench.lifecycle.small_world import SmallWorld
from bench.report import print_facts, print_table
from bench.write.metered_tables import Consumed
from mneme.application.ports.settings import AS_DELIVERED
from mneme.application.ports.table_store import Put
from mneme.application.repositories.head_rows import head_row
from mneme.application.repositories.row_keys import HEADS, user_partition
from mneme.domain.capacity import MOST_MEMORIES, Limit
from mneme.domain.due import dated
from mneme.domain.fact import Fact
from mneme.domain.job import Job, JobName, JobOwner
from mneme.domain.memory import Head, Kind, Ownership, Source, WeightAnchor
from mneme.domain.scope import Level, Scope
from mneme.domain.tenancy import TenantContext
from mneme.runtime.job_services import JobServices

DUE = 1_000
DUE_USERS = 50
OTHERS_PER_USER = 500
AT_ONCE = 100
AGE = timedelta(days=100)
FRESH = timedelta(days=60)
WITHIN = 1.10
EVERYWHERE = Scope(Level.GLOBAL)
HEADER = ["heads", "due", "archived", "items read", "read units", "write units"]


@dataclass(frozen=True)
class Cost:
    """What one daily run consumed of a store of so many heads."""

    heads: int
    job: Job
    consumed: Consumed

    @property
    def figures(self) -> tuple[float, float, float]:
        """Return items read, read units and write units."""
        return self.consumed.items, self.consumed.read, self.consumed.written


def measure(sizes: Sequence[int]) -> bool:
    """Print what the daily run costs at each size; return whether the costs are within a tenth."""
    costs = [_cost(size) for size in sizes]
    print_table(HEADER, [_row(cost) for cost in costs])
    spread = [max(each) / min(each) for each in zip(*(one.figures for one in costs), strict=True)]
    even = all(one <= WITHIN for one in spread)
    done = all(one.job.progress.changed == DUE for one in costs)
    names = ("items read", "read units", "write units")
    told = (f"{name} {ratio:.3f}" for name, ratio in zip(names, spread, strict=True))
    print_facts({"most to least": ", ".join(told), "within a tenth": even, "all done": done})
    return even and done


def _cost(size: int) -> Cost:
    meter = Meter()
    with tempfile.TemporaryDirectory() as folder:
        world = SmallWorld(Path(folder), 1, meter.around)
        tenant = world.tenants.create("cost")
        world.tenant_limits.set(
            tenant, dict.fromkeys(set(Limit) - {Limit.IMPORTANT}, MOST_MEMORIES)
        )
        _tell_due(world, tenant)
        _fill(world, tenant, size - DUE)
        world.clock.set(START + AGE)
        meter.taken()
        began = world.jobs.start.by_hand(JobName.LIFECYCLE)
        world.deliver_jobs()
        consumed = meter.taken()
        job = _job(world.jobs, began)
    return Cost(size, job, consumed)


def _tell_due(world: SmallWorld, tenant: TenantContext) -> None:
    """Tell what is going to fade, with all that belongs to it."""
    for number in range(DUE):
        source = Source(None, f"m{number}")
        fact = Fact(f"Fact number {number}", Ownership.USER, (source,), world.clock.now())
        world.write_structured(tenant, f"due{number % DUE_USERS}", EVERYWHERE, fact)


def _fill(world: SmallWorld, tenant: TenantContext, count: int) -> None:
    """Add heads of others that were recalled not long ago: nothing but their dates is looked at."""
    recalled = WeightAnchor(0.8, START + FRESH)
    like = _fresh(world, tenant)
    for start in range(0, count, AT_ONCE):
        rows = []
        for number in range(start, min(start + AT_ONCE, count)):
            partition = user_partition(tenant, f"fresh{number // OTHERS_PER_USER}")
            head = replace(like, memory_id=f"fresh{number:09d}", anchor=recalled, due=None)
            due = dated(None, head, START, AS_DELIVERED.dating)
            rows.append(Put(HEADS, head_row(partition, due)))
        world.stores.tables.transact(tenant, rows)


def _fresh(world: SmallWorld, tenant: TenantContext) -> Head:
    """Return a head like those of every fact."""
    heads, _ = world.memories.heads_page(tenant, "due0", None, 1)
    return next(head for head in heads if head.kind is Kind.FACT)


def _job(jobs: JobServices, job_id: str) -> Job:
    job = jobs.show.find(JobOwner(), job_id)
    if job is None:
        raise TypeError("the job is not there")
    return job


def _row(cost: Cost) -> list[str]:
    items, read, written = cost.figures
    progress = cost.job.progress
    return [
        f"{cost.heads:,}",
        f"{progress.read:,}",
        f"{progress.changed:,}",
        f"{items:,.0f}",
        f"{read:,.0f}",
        f"{written:,.0f}",
    ]
