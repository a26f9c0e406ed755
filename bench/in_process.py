"""Mneme's use cases in this process, wired as everywhere, over an embedded store in a folder."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from bench.raised_limits import ENVIRONMENT
from bench.stack import ASKED_ANEW
from local.environment import child_environment
from mneme.adapters.sqlite_work_queue import SqliteWorkQueue
from mneme.adapters.system_clock import SystemClock
from mneme.adapters.system_ids import SystemIds
from mneme.application.repositories.row_keys import HEADS
from mneme.application.tasks.queue_messages import EXTRACTION, task_message
from mneme.runtime.backend import Backend
from mneme.runtime.bootstrap import Services
from mneme.runtime.embedded_backend import embedded_backend
from mneme.runtime.settings import settings_from

RECEIVED = 10
FEED_PAGE = 1000
Around = Callable[[Backend], Backend]


class InProcess(Services):
    """The services of a local stack's process; `around` may put a meter before its stores.

    `environment` is what a user of the stack would have set. Limits are raised, as in its stack.
    """

    def __init__(
        self,
        folder: Path,
        around: Around = lambda stores: stores,
        environment: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        inherited = ENVIRONMENT | ASKED_ANEW | dict(environment)
        named = child_environment(folder, "WARNING", inherited)
        super().__init__(settings_from(named), SystemClock(), SystemIds())
        self._folder = folder
        self._around = around
        self._indexed: str | None = None

    @cached_property
    def backend(self) -> Backend:
        """The stores, every commit durable, with what stands before them."""
        return self._around(embedded_backend(self.settings, self._folder, self.clock, self.ids))

    def waiting(self, queue: str) -> int:
        """Return how many messages of a queue are not acknowledged, those in hands included."""
        stored = self.backend.queue
        if not isinstance(stored, SqliteWorkQueue):
            raise TypeError("only an embedded queue tells how many messages it holds")
        return stored.waiting(queue)

    # --- the platform that delivers ---------------------------------------------------------

    def deliver(
        self, queue: str, around: Callable[[], AbstractContextManager[None]] = nullcontext
    ) -> None:
        """Hand the messages of a task queue to their worker; the work itself is done `around`."""
        work = self.extract_task if queue == EXTRACTION else self.evolve_task
        for record in self.queue_consumer.receive(queue, RECEIVED):
            with around():
                self.work_on_task(task_message(record.body), work)
            self.queue_consumer.acknowledge(queue, record.receipt)

    def index(self, around: Callable[[], AbstractContextManager[None]] = nullcontext) -> None:
        """Carry to the index what has changed since this was last asked."""
        while (page := self.change_feed.read(HEADS, self._indexed, FEED_PAGE)).changes:
            with around():
                self.index_changes(page.changes)
            self._indexed = page.checkpoint
