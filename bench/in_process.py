"""Mneme's use cases in this process, wired as everywhere, over an embedded store in a folder."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from local.environment import child_environment
from mneme.adapters.system_clock import SystemClock
from mneme.adapters.system_ids import SystemIds
from mneme.runtime.backend import Backend
from mneme.runtime.bootstrap import Services
from mneme.runtime.embedded_backend import embedded_backend
from mneme.runtime.settings import settings_from

Around = Callable[[Backend], Backend]


class InProcess(Services):
    """The services of a local stack's process; `around` may put a meter before its stores."""

    def __init__(self, folder: Path, around: Around = lambda stores: stores) -> None:
        super().__init__(
            settings_from(child_environment(folder, "WARNING", {})), SystemClock(), SystemIds()
        )
        self._folder = folder
        self._around = around

    @cached_property
    def backend(self) -> Backend:
        """The stores, every commit durable, with what stands before them."""
        return self._around(embedded_backend(self.settings, self._folder, self.clock, self.ids))
