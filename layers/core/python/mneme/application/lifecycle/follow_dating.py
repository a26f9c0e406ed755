"""Begin to date all memories anew, once what dates are reckoned with has changed."""

from dataclasses import dataclass
from datetime import timedelta

from mneme.application.jobs.start_job import EVERYBODY, StartJob
from mneme.application.ports.clock import Clock
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.repositories.dating_row import DatingRow, SeenDating
from mneme.domain.errors import WriteConflict
from mneme.domain.job import JobName

SETTLED = timedelta(hours=1)
"""For so long it must be the same: thresholds reach processes one after the other, and who has the
old ones would go on dating by them."""


@dataclass(frozen=True)
class FollowDating:
    """The schedule's use case: one read, unless something has changed.

    What holds again is dated again: meanwhile memories were dated by what held in between.
    """

    row: DatingRow
    start: StartJob
    clock: Clock
    thresholds: ThresholdsNow = as_delivered

    def __call__(self) -> bool:
        """Return whether the job was begun. Raises Unavailable."""
        now, version = self.clock.now(), self.thresholds().dating.version
        seen = self.row.seen()
        if seen is None or seen.version != version:
            self.row.see(seen, SeenDating(version, now))
            return False
        if seen.done or now - seen.since < SETTLED:
            return False
        # By this id it is begun once, however often whoever begins it is cut off.
        job_id = f"{JobName.REDATE.value}-{seen.since:%Y-%m-%dT%H%M%S.%f}"
        begun = self.start.once(JobName.REDATE, EVERYBODY, job_id, None)
        try:
            self.row.finish(seen)
        except WriteConflict:
            return begun  # another version holds since: it is dated by in its turn
        return begun
