"""Do one page of a job: take the shard, work, move its cursor, and send for the next page.

Who is cut off anywhere is followed by its own message, which comes again: what was not done is
done, and what was done is found done.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from mneme.application.jobs.job_messages import JobMessage, page_message, queue_of_job
from mneme.application.jobs.job_work import JobWork
from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.metrics import NO_METRICS, Metrics
from mneme.application.ports.work_queue import WorkQueue
from mneme.application.repositories.jobs import Jobs, context_of
from mneme.domain.errors import InternalFault, WriteConflict
from mneme.domain.job import JobName, JobOwner, JobShard, JobState
from mneme.domain.measures import Measure, Measured

PAUSE_SECONDS = 1
"""The least time between two pages of a shard: jobs leave the stores to callers."""


class Outcome(StrEnum):
    """What became of a message."""

    DONE = "done"
    PASSED = "passed"
    """There was nothing to do: somebody did it, or the job is over or gone."""
    HELD = "held"
    """Somebody is at it: come again when they must have ended."""
    GIVEN_UP = "given_up"


@dataclass(frozen=True, slots=True)
class Delivered:
    """What became of a message; `again_after` are the seconds after which it must come again."""

    outcome: Outcome
    again_after: int | None = None


_PASSED = Delivered(Outcome.PASSED)


@dataclass(frozen=True)
class DoPage:
    """The job worker's use case."""

    jobs: Jobs
    works: Mapping[JobName, JobWork]
    queue: WorkQueue
    clock: Clock
    ids: Ids
    metrics: Metrics = NO_METRICS

    def __call__(self, message: JobMessage) -> Delivered:
        """Return what became of the message; raise what the page raised, which may be tried again.

        A message may come twice, late, or beside another one for the same page.
        """
        owner = message.place.owner
        shard = self.jobs.find(message.place)
        if shard is None or shard.state.final:
            return _PASSED
        if message.page != shard.page:
            return self._late(owner, shard, message.page)
        if shard.held(self.clock.now()):
            return self._wait(shard)
        try:
            return self._taken(owner, shard)
        except WriteConflict:
            # Somebody has taken it just now: they may be killed, so this message stays.
            return Delivered(Outcome.HELD, PAUSE_SECONDS)

    def _late(self, owner: JobOwner, shard: JobShard, page: int) -> Delivered:
        """Send for the page that is next, if who did the one before was cut off before it could.

        Once that page was begun its message has come, and one more would only double the work.
        """
        if page == shard.page - 1 and shard.begun_page < shard.page:
            self._send(owner, shard)
        return _PASSED

    def _wait(self, shard: JobShard) -> Delivered:
        left = 0.0
        if shard.held_until is not None:
            left = (shard.held_until - self.clock.now()).total_seconds()
        return Delivered(Outcome.HELD, int(left) + PAUSE_SECONDS)

    def _taken(self, owner: JobOwner, shard: JobShard) -> Delivered:
        if shard.given_up:
            self.jobs.fail(owner, shard, InternalFault.code)
            self._ended(owner, JobState.FAILED)
            return Delivered(Outcome.GIVEN_UP)
        mine = self.jobs.take(owner, shard, self.ids.new())
        try:
            done = self.works[mine.name].page(owner, mine)
        except Exception:
            self.jobs.give_back(owner, mine)
            raise
        after = self.jobs.advance(owner, mine, done)
        if after.state.final:
            self._ended(owner, after.state)
        else:
            self._send(owner, after, max(PAUSE_SECONDS, done.rest_seconds))
        return Delivered(Outcome.DONE)

    def _ended(self, owner: JobOwner, state: JobState) -> None:
        self.metrics.record(context_of(owner), [Measure(Measured.SHARD_ENDED, kind=state)])

    def _send(self, owner: JobOwner, shard: JobShard, delay_seconds: int = 0) -> None:
        message = page_message(owner, shard).encode(delay_seconds)
        self.queue.send(context_of(owner), queue_of_job(shard.name), message)
