"""The daily job as the platform runs it, on a day that a test chooses."""

from collections.abc import Iterable

from mneme.application.jobs.job_messages import JOBS_QUEUE, TRANSFERS_QUEUE, job_message
from mneme.application.repositories.row_keys import HEADS
from mneme.domain.job import Job, JobName, JobOwner
from tests.doubles.world import World

EVERYBODY = JobOwner()
MOST_STEPS = 10_000


def lived(world: World, days: float = 0, index: bool = True) -> Job:
    """Let days pass, run the daily job to its end, and bring the index up to date."""
    world.durable.clock.advance(days=days)
    job = done(world, world.jobs.start.by_hand(JobName.LIFECYCLE))
    if index:
        world.index_changes(world.change_feed.read(HEADS, None, 1000).changes)
    return job


def done(world: World, job_id: str, owner: JobOwner = EVERYBODY) -> Job:
    """Deliver pages until a job has ended; time stands still but for the pauses."""
    for _ in range(MOST_STEPS):
        deliver_pages(world)
        job = world.jobs.show.find(owner, job_id)
        assert job is not None
        if job.state.final:
            return job
        world.durable.clock.advance(seconds=1)
    raise AssertionError("the job does not end")


def deliver_pages(world: World, queues: Iterable[str] = (JOBS_QUEUE, TRANSFERS_QUEUE)) -> None:
    """Deliver the pages that are waiting now."""
    consumer = world.backend.queue_consumer
    for queue in queues:
        for record in consumer.receive(queue, 10):
            delivered = world.jobs.do_page(job_message(record.body))
            if delivered.again_after is None:
                consumer.acknowledge(queue, record.receipt)
            else:
                consumer.release(queue, record.receipt, delivered.again_after)
