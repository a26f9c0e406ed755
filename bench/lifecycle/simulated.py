"""A deployment in this process whose clock jumps from day to day."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import MappingProxyType

from bench.in_process import InProcess
from mneme.application.jobs.job_messages import JOBS_QUEUE, job_message
from mneme.application.ports.table_store import Item
from mneme.application.repositories.head_rows import head_of
from mneme.application.repositories.row_keys import HEADS
from mneme.domain.job import Job, JobName, JobOwner
from mneme.domain.memory import Head

FIRST_DAY = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)
EVERYBODY = JobOwner()
PAGE = 1000


class JumpingClock:
    """A `Clock` that shows the instant it was moved to."""

    def __init__(self) -> None:
        self._now = FIRST_DAY

    def now(self) -> datetime:
        """Return the instant."""
        return self._now

    def monotonic(self) -> float:
        """Return the seconds since 1970 of that instant: it never goes back."""
        return self._now.timestamp()

    def sleep(self, seconds: float) -> None:
        """Move on by so much."""
        self._now += timedelta(seconds=seconds)

    def chance(self) -> float:
        """Return the middle."""
        return 0.5


class Simulated(InProcess):
    """The services of a deployment, and the platform that runs its jobs and its indexer."""

    def __init__(self, folder: Path, limits: str) -> None:
        environment: Mapping[str, str] = MappingProxyType({"MNEME_CAPACITY": limits})
        super().__init__(folder, environment=environment)
        self.clock = JumpingClock()

    def run(self, name: JobName) -> Job:
        """Run the deployment's job of the day, and whatever other jobs wait, to their ends."""
        self.jobs.start.daily(name)
        job_id = f"{name.value}-{self.clock.now():%Y-%m-%d}"
        while self.waiting(JOBS_QUEUE):
            for record in self.queue_consumer.receive(JOBS_QUEUE, 10):
                self.jobs.do_page(job_message(record.body))
                self.queue_consumer.acknowledge(JOBS_QUEUE, record.receipt)
            self.clock.sleep(1)
        job = self.jobs.show.find(EVERYBODY, job_id)
        if job is None:
            raise RuntimeError("the day's job is gone")
        return job

    def rows(self, table: str) -> Iterator[Item]:
        """Yield every row of a table."""
        cursor: str | None = None
        while True:
            page = self.backend.whole_tables.page(table, cursor, PAGE)
            yield from page.items
            cursor = page.cursor
            if cursor is None:
                return

    def heads(self) -> dict[tuple[str, str], Head]:
        """Return every head by partition and id."""
        return {(str(row["pk"]), str(row["sk"])): head_of(row) for row in self.rows(HEADS)}
