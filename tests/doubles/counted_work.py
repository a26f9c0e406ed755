"""A job's work on a list of numbers, of which it keeps account as a store would, and its runs."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import date

from mneme.application.jobs.do_page import Outcome
from mneme.application.jobs.job_messages import JOBS_QUEUE, job_message
from mneme.domain.job import Job, JobName, JobOwner, JobShard, PageDone, Progress
from tests.doubles.world import World

PER_PAGE = 3
EVERYBODY = JobOwner()
TODAY = "lifecycle-2026-03-01"


@dataclass
class CountedWork:
    """Takes each of `items` out of `waiting` once; shard n has those that leave n."""

    items: int = 20
    shards: int = 2
    taken: Counter[int] = field(default_factory=Counter)
    pages: list[tuple[int, int]] = field(default_factory=list)
    faults: list[Exception] = field(default_factory=list)

    def first_cursor(self, day: date | None) -> str | None:
        """Begin at the beginning."""
        return None

    def page(self, owner: JobOwner, shard: JobShard) -> PageDone:
        """Take the next three."""
        self.pages.append((shard.number, shard.page))
        if self.faults:
            raise self.faults.pop()
        mine = list(range(shard.number, self.items, self.shards))
        start = int(shard.cursor or 0)
        page = mine[start : start + PER_PAGE]
        news = [item for item in page if not self.taken[item]]
        self.taken.update(news)
        more = start + PER_PAGE < len(mine)
        cursor = str(start + PER_PAGE) if more else None
        return PageDone(cursor, Progress(len(page), len(news)))


def working(world: World, work: CountedWork) -> World:
    """Let a process do this work in the place of the lifecycle's."""
    world.jobs.__dict__["works"] = {JobName.LIFECYCLE: work}
    return world


def begun(world: World, work: CountedWork) -> World:
    """Begin the day's job of this work."""
    working(world, work).jobs.start.daily(JobName.LIFECYCLE)
    return world


def deliver(world: World) -> list[Outcome]:
    """Deliver what can be delivered now, as the platform does; what dies comes again later."""
    consumer = world.backend.queue_consumer
    outcomes = []
    for record in consumer.receive(JOBS_QUEUE, 10):
        delivered = world.jobs.do_page(job_message(record.body))
        outcomes.append(delivered.outcome)
        if delivered.again_after is None:
            consumer.acknowledge(JOBS_QUEUE, record.receipt)
        else:
            consumer.release(JOBS_QUEUE, record.receipt, delivered.again_after)
    return outcomes


def run(world: World, hours: int = 3) -> Job:
    """Let time pass and the platform deliver until the job is over."""
    for _ in range(hours * 60):
        deliver(world)
        job = world.jobs.show.find(EVERYBODY, TODAY)
        assert job is not None
        if job.state.final:
            return job
        world.durable.clock.advance(minutes=1)
        world.jobs.watch()
    raise AssertionError("the job does not end")


def each_once(work: CountedWork) -> bool:
    """Return whether each item was taken, and once."""
    return work.taken == Counter(range(work.items))
