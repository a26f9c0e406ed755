"""What one process does all its work with: made at first use."""

from typing import ClassVar, Generic, TypeVar

from mneme.adapters.system_clock import SystemClock
from mneme.adapters.system_ids import SystemIds
from mneme.domain.measures import Measure, Measured
from mneme.domain.tenancy import SYSTEM
from mneme.runtime.settings import deployed, settings
from mneme.runtime.technology import Technology

Made = TypeVar("Made", bound=Technology)


class Process(Generic[Made]):
    """Makes the services of this process once, as far as a function needs them.

    Functions that run in one process share what was made first for one that needs it all. Whoever
    asks for services begins a piece of work, for which the thresholds of now hold.
    """

    _made: ClassVar[list[Technology]] = []

    def __init__(self, kind: type[Made]) -> None:
        self._kind = kind

    def __call__(self) -> Made:
        """Return them. Raises ValueError for settings that are wrong, and InvalidRequest."""
        kind = self._kind
        made = next((one for one in self._made if isinstance(one, kind)), None)
        if made is None:
            made = self._new()
        made.live_settings.begin()
        return made

    def _new(self) -> Made:
        made = self._kind(settings(), SystemClock(), SystemIds())
        if deployed():
            made.metrics.record(SYSTEM, [Measure(Measured.COLD_STARTED)])
        self._made.append(made)
        return made

    def cache_clear(self) -> None:
        """Forget all that this process made: what it was made of has changed."""
        self._made.clear()
