"""A job: off-line work, cut into shards, each of which goes page by page and can stop at any."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from mneme.domain.transfer import REFUSED_TOLD, RefusedLine

LEASE = timedelta(seconds=150)
"""How long one worker has a shard for itself: longer than a worker may run."""

LATENESS = timedelta(minutes=15)
"""How long a shard may show no progress before its page is sent again: longer than a lease, and
than the rests of a page that failed."""

TRIES = 5
"""How often a page is begun before its shard is FAILED. The last try passes over what is at fault,
as far as that is a single item."""

REST = timedelta(days=1)
"""How long a shard rests that FAILED, and that is begun again."""

REVIVALS = 30
"""How often it is: for as long as a purge has time until all it hid is destroyed."""

UNBOUND = 1_000
"""A shard whose pages could grow to so many items takes whole ones again."""

KEPT = timedelta(days=90)
"""How long what became of a job can be asked for."""


class JobName(StrEnum):
    """What there is to do."""

    LIFECYCLE = "lifecycle"
    RECONCILE = "reconcile"
    EVICT = "evict"
    REDATE = "redate"
    PURGE = "purge"
    ERASE = "erase"
    RESEAL = "reseal"
    CERTIFY = "certify"
    EXPUNGE = "expunge"
    COMPRESS = "compress"
    EXPORT = "export"
    IMPORT = "import"
    OFFBOARD = "offboard"


OF_PURGES = frozenset({JobName.PURGE, JobName.ERASE})
"""Nobody begins one a second time: where it FAILED, what was to be erased is still there. So it is
begun again where it stood.
"""

OF_PRIVACY = OF_PURGES | {JobName.EXPORT, JobName.IMPORT}
"""Jobs that are begun by verbs of privacy: whoever may begin them sees them."""


class JobState(StrEnum):
    """Where a job, or a shard of one, stands; DONE and FAILED are final.

    All but one: a purge that FAILED runs again some day.
    """

    RUNNING = "RUNNING"
    DONE = "DONE"
    FAILED = "FAILED"

    @property
    def final(self) -> bool:
        """Return whether nothing more will happen."""
        return self is not JobState.RUNNING


@dataclass(frozen=True, slots=True)
class JobOwner:
    """Whose work it is: one user's, or, with empty names, that of the whole deployment."""

    tenant_id: str = ""
    user_id: str = ""

    @property
    def everybody(self) -> bool:
        """Return whether it is the deployment's."""
        return not self.tenant_id


@dataclass(frozen=True, slots=True)
class Progress:
    """Items: how many were read, how many of them changed, and how many could not be handled.

    Of a page that was cut off and done again, what was changed before the cut is not counted.
    """

    read: int = 0
    changed: int = 0
    failed: int = 0

    def __add__(self, more: "Progress") -> "Progress":
        return Progress(
            self.read + more.read, self.changed + more.changed, self.failed + more.failed
        )


@dataclass(frozen=True, slots=True)
class JobShard:
    """One shard of a job: `page` (from 1) is the one to be done next, from `cursor` on.

    `tries` counts how often that page was begun, `begun_page` is the last page that was. `holder`
    is who works on it until `held_until`. `error` is the code of what it FAILED for. `most` is how
    many items a page may have since one killed its worker; None: as many as the work takes. It is
    about the app and the session, or, without either, about all there is of its owner. `revivals`
    counts how often it was begun again after it had FAILED. `refused` are the first lines of an
    import that did not come in.
    """

    job_id: str
    name: JobName
    number: int
    shards: int
    started_at: datetime
    updated_at: datetime
    state: JobState = JobState.RUNNING
    page: int = 1
    cursor: str | None = None
    tries: int = 0
    begun_page: int = 0
    holder: str | None = None
    held_until: datetime | None = None
    progress: Progress = Progress()
    error: int | None = None
    most: int | None = None
    app_id: str | None = None
    session_id: str | None = None
    revivals: int = 0
    refused: tuple[RefusedLine, ...] = ()

    @property
    def has_failed(self) -> bool:
        """Return whether it was given up."""
        return self.state is JobState.FAILED

    @property
    def comes_again(self) -> bool:
        """Return whether it is begun again, after a rest, should it FAIL or have FAILED."""
        return self.name in OF_PURGES and self.revivals < REVIVALS

    @property
    def is_to_be_done(self) -> bool:
        """Return whether it runs, or will by itself, so that an end of it can be waited for."""
        return self.state is JobState.RUNNING or (self.has_failed and self.comes_again)

    @property
    def killed_its_worker(self) -> bool:
        """Return whether who had it never let go of it, once nobody may have it any more."""
        return self.holder is not None

    @property
    def given_up(self) -> bool:
        """Return whether its page is not to be begun once more, not even with fewer items."""
        smaller = self.killed_its_worker and self.most != 1
        return self.tries >= TRIES and not smaller

    @property
    def last_try(self) -> bool:
        """Return whether the page is not begun once more if it does not end."""
        return self.tries >= TRIES

    @property
    def is_deadly(self) -> bool:
        """Return whether the page's one item is to be let alone: it kills whoever touches it."""
        return self.last_try and self.most == 1

    def portion(self, items: int) -> int:
        """Return how many items the page takes of as many as the work takes."""
        return items if self.most is None else min(items, self.most)

    def begun_by(self, holder: str, now: datetime) -> "JobShard":
        """Return the shard as somebody begins its page.

        Who had it before and never let go was killed: from then on a page has one item, and twice
        as many with each that ends, so that what is deadly is met alone.
        """
        killed = self.killed_its_worker
        shrinks = killed and self.most != 1
        return replace(
            self,
            holder=holder,
            held_until=now + LEASE,
            tries=1 if shrinks else self.tries + 1,
            begun_page=self.page,
            most=1 if killed else self.most,
            updated_at=now,
        )

    def advanced(self, done: "PageDone", now: datetime) -> "JobShard":
        """Return the shard behind the page that its holder has done."""
        grown = None if self.most is None else self.most * 2
        return replace(
            self,
            state=done.state,
            error=done.error,
            page=self.page + 1,
            cursor=done.cursor,
            tries=0,
            holder=None,
            held_until=None,
            most=None if grown is None or grown >= UNBOUND else grown,
            progress=self.progress + done.progress,
            refused=(*self.refused, *done.refused)[:REFUSED_TOLD],
            updated_at=now,
        )

    def revived(self, now: datetime) -> "JobShard":
        """Return the shard that FAILED, begun again where it stood."""
        running, again = JobState.RUNNING, self.revivals + 1
        return replace(self, state=running, tries=0, error=None, revivals=again, updated_at=now)

    def held(self, now: datetime) -> bool:
        """Return whether somebody works on it, as far as can be known."""
        return self.held_until is not None and now < self.held_until


@dataclass(frozen=True, slots=True)
class PageDone:
    """What a page did, and where the next one begins: None at the end of the shard.

    `error` is the code of what the shard ended FAILED for: trying again would not help. The next
    page is not done for `rest_seconds`, of 5 minutes at most: what is late is sent again.
    """

    cursor: str | None
    progress: Progress
    error: int | None = None
    refused: tuple[RefusedLine, ...] = ()
    rest_seconds: int = 0

    @property
    def state(self) -> JobState:
        """Where the shard stands behind the page."""
        if self.error is not None:
            return JobState.FAILED
        return JobState.DONE if self.cursor is None else JobState.RUNNING


@dataclass(frozen=True, slots=True)
class Job:
    """A job as a whole. `pages` were done; `error` is a code of what a shard FAILED for."""

    job_id: str
    name: JobName
    state: JobState
    started_at: datetime
    updated_at: datetime
    shards: int
    shards_done: int
    pages: int
    progress: Progress
    error: int | None
    app_id: str | None = None
    session_id: str | None = None
    refused: tuple[RefusedLine, ...] = ()


def job_of(shards: Sequence[JobShard]) -> Job:
    """Return the job of its shards, of which there is at least one.

    It is RUNNING as long as one of them is, and FAILED if one of them is in the end.
    """
    first = shards[0]
    states = {shard.state for shard in shards}
    if JobState.RUNNING in states:
        state = JobState.RUNNING
    else:
        state = JobState.FAILED if JobState.FAILED in states else JobState.DONE
    return Job(
        job_id=first.job_id,
        name=first.name,
        state=state,
        started_at=first.started_at,
        updated_at=max(shard.updated_at for shard in shards),
        shards=first.shards,
        shards_done=sum(shard.state is JobState.DONE for shard in shards),
        pages=sum(shard.page - 1 for shard in shards),
        progress=sum((shard.progress for shard in shards), Progress()),
        error=next((shard.error for shard in shards if shard.error is not None), None),
        app_id=first.app_id,
        session_id=first.session_id,
        refused=first.refused,
    )
