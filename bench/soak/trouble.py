"""What goes wrong during the soak: processes are killed, and messages are delivered again."""

import os
import random
import signal
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from bench.cpu import children
from bench.in_process import InProcess
from bench.soak.telling import Accepted
from bench.stack import Stack
from local.first_tenant import FIRST_TENANT
from mneme.application.tasks.queue_messages import EVOLUTION, EXTRACTION, TaskMessage
from mneme.domain.tenancy import internal_context

TENANT = internal_context(FIRST_TENANT)


class Trouble(threading.Thread):
    """Makes trouble at random intervals, so many times or until stopped.

    `make` returns whether it could make any.
    """

    def __init__(self, make: Callable[[], bool], times: int, longest: float, seed: int) -> None:
        super().__init__(daemon=True)
        self._make = make
        self._times = times
        self._longest = longest
        self._choose = random.Random(seed)
        self._stopped = threading.Event()
        self._fault: Exception | None = None

    def run(self) -> None:
        """Make trouble."""
        left = self._times
        try:
            while left and not self._stopped.wait(self._choose.uniform(0, self._longest)):
                left -= self._make()
        except Exception as fault:  # noqa: BLE001 - raised again by whoever stops this thread
            self._fault = fault

    def stop(self) -> None:
        """Stop, and raise what went wrong with the trouble itself."""
        self._stopped.set()
        self.join()
        if self._fault:
            raise self._fault


class Killer:
    """Kills one process of the stack, without any chance to tidy up. The supervisor stays."""

    def __init__(self, stack: Stack, seed: int) -> None:
        self.killed: Counter[str] = Counter()
        self._stack = stack
        self._choose = random.Random(seed)

    def __call__(self) -> bool:
        """Kill one; False if there is none."""
        found = children(self._stack.supervisor)
        if not found:
            return False
        victim = self._choose.choice(found)
        try:
            os.kill(victim.pid, signal.SIGKILL)
        except ProcessLookupError:
            return False
        self.killed[victim.module] += 1
        return True


class Repeater:
    """Delivers messages of accepted tasks again, whatever their tasks have come to meanwhile."""

    def __init__(self, mneme: InProcess, accepted: Accepted, seed: int) -> None:
        self.repeated: Counter[str] = Counter()
        self._mneme = mneme
        self._accepted = accepted
        self._choose = random.Random(seed)

    def __call__(self) -> bool:
        """Deliver the message of one task again, past the queue's own deduplication.

        False if there is no task yet.
        """
        known = self._accepted.listed()
        if not known:
            return False
        telling, task_id = self._choose.choice(known)
        task = self._mneme.tasks.find(TENANT, telling.user, task_id)
        if task is None:
            return False
        queues = [EXTRACTION]
        if task.fact_count is not None:
            queues.append(EVOLUTION)
        queue = self._choose.choice(queues)
        message = TaskMessage(TENANT.tenant_id, telling.user, task_id, task.attempt).encode()
        again = replace(message, deduplication_id=self._mneme.ids.new())
        self._mneme.backend.queue.send(TENANT, queue, again)
        self.repeated[queue] += 1
        return True
