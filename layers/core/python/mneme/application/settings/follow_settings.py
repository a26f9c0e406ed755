"""The thresholds of a process: read anew now and then, and the last good ones kept meanwhile."""

import logging
import threading

from mneme.application.ports.clock import Clock
from mneme.application.ports.errands import Errand, Errands
from mneme.application.ports.metrics import NO_METRICS, Metrics
from mneme.application.ports.settings import Settings
from mneme.domain.errors import InvalidRequest, Late, Unavailable
from mneme.domain.measures import Measure, Measured, Unset
from mneme.domain.tenancy import SYSTEM
from mneme.domain.thresholds import Thresholds

EVERY_SECONDS = 60.0

PATIENCE_SECONDS = 0.25
"""How long a piece of work waits for what was set meanwhile; later it comes to the next one."""

FIRST_PATIENCE_SECONDS = 1.0
"""The same of a process that has read nothing yet: connections are still to be made."""

AGAIN_SECONDS = 5.0
"""How soon such a process asks again."""

_log = logging.getLogger(__name__)


class FollowSettings:
    """Hands out thresholds, the same ones all through a piece of work.

    Once something was read it is kept, whatever becomes of where it was read from; until then the
    `deployed` ones hold. Nobody who asks is ever refused.
    """

    def __init__(
        self,
        settings: Settings,
        deployed: Thresholds,
        errands: Errands,
        clock: Clock,
        metrics: Metrics = NO_METRICS,
        every_seconds: float = EVERY_SECONDS,
    ) -> None:
        self._settings = settings
        self._errands = errands
        self._clock = clock
        self._metrics = metrics
        self._every_seconds = every_seconds
        self._newest = deployed
        self._read = False
        self._due_at: float | None = None
        self._asked: Errand[Thresholds] | None = None
        self._told: tuple[Unset, str | None] | None = None
        self._lock = threading.Lock()
        self._of_work = threading.local()

    def begin(self) -> None:
        """Let a piece of work begin in this thread: what holds now, holds until the next begins.

        Waits for at most `PATIENCE_SECONDS`, once in `every_seconds`; at first for
        `FIRST_PATIENCE_SECONDS`.
        """
        # What is being read by another thread now, comes to this one later; but not at first.
        if self._lock.acquire(blocking=not self._read):
            try:
                self._renew()
            finally:
                self._lock.release()
        self._of_work.thresholds = self._newest

    def now(self) -> Thresholds:
        """Return what held when the work of this thread began; the newest, if none did here."""
        if self._due_at is None:
            self.begin()
        held: Thresholds = getattr(self._of_work, "thresholds", self._newest)
        return held

    def _renew(self) -> None:
        now, patience = self._clock.monotonic(), 0.0
        if self._due_at is None or now >= self._due_at:
            patience = PATIENCE_SECONDS if self._read else FIRST_PATIENCE_SECONDS
            self._due_at = now + (self._every_seconds if self._read else AGAIN_SECONDS)
            self._asked = self._errands.start(self._settings.thresholds)
        if self._asked is not None:
            self._take(self._asked, patience)

    def _take(self, asked: Errand[Thresholds], patience: float) -> None:
        try:
            told = asked.result(patience)
        except Late:
            # It may come yet: who begins next looks again, without waiting.
            if patience:
                self._keep(Unset.UNREAD)
            return
        except Unavailable:
            self._keep(Unset.UNREAD)
        except InvalidRequest as error:
            self._keep(Unset.UNFIT, error.field)
        else:
            self._newest, self._told = told, None
            if not self._read:
                self._read, self._due_at = True, self._clock.monotonic() + self._every_seconds
        self._asked = None

    def _keep(self, why: Unset, field: str | None = None) -> None:
        if self._told != (why, field):  # once, not every time
            _log.warning("thresholds kept", extra={"reason": why.value, "field": field})
        self._told = (why, field)
        self._metrics.record(SYSTEM, [Measure(Measured.THRESHOLDS_KEPT, kind=why)])
