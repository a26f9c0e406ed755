"""Callers that are not put off: what got no answer is sent again under the same key."""

import http.client
import random
import threading
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from bench.client import ApiError, Client
from bench.soak.plan import Telling
from bench.stack import Stack
from bench.waiting import TooLateError

PATIENCE_SECONDS = 300.0
PAUSE_SECONDS = 0.1
SENT_AGAIN = 0.1
_PASSING = frozenset({50000, 50002, 50401, 42900})
_LOST = (OSError, http.client.HTTPException, ValueError)
"""No answer, or half of one."""


@dataclass
class Accepted:
    """Tasks by idempotency key, as the callers were told; shared by all of them."""

    tasks: dict[str, tuple[Telling, str]] = field(default_factory=dict)
    renamed: list[str] = field(default_factory=list)
    troubles: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, telling: Telling, task: str) -> None:
        """Note an answer; one key that names two tasks is noted as a violation."""
        with self._lock:
            known = self.tasks.setdefault(telling.key, (telling, task))
            if known[1] != task:
                self.renamed.append(telling.key)

    def trouble(self, kind: str, times: int = 1) -> None:
        """Count requests that came to nothing."""
        with self._lock:
            self.troubles[kind] += times

    def listed(self) -> list[tuple[Telling, str]]:
        """Return what is accepted so far."""
        with self._lock:
            return list(self.tasks.values())


def tell(stack: Stack, tellings: Iterable[Telling], accepted: Accepted, seed: int) -> None:
    """Send the tellings in order, each until it is accepted; some are sent again for no reason."""
    client, choose = stack.connect(), random.Random(seed)
    for telling in tellings:
        for _ in range(2 if choose.random() < SENT_AGAIN else 1):
            accepted.add(telling, _accept(client, telling, accepted))
    accepted.trouble("without an answer", client.sent_again)
    client.close()


def _accept(client: Client, telling: Telling, accepted: Accepted) -> str:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        try:
            answer = client.call(
                "add",
                user_id=telling.user,
                messages=telling.messages,
                idempotency_key=telling.key,
            )
        except ApiError as refusal:
            if refusal.code not in _PASSING:
                raise
            accepted.trouble(f"answered {refusal.code}")
        except _LOST:
            client.close()
            accepted.trouble("without an answer")
        else:
            task: str = answer["task_id"]
            return task
        time.sleep(PAUSE_SECONDS)
    raise TooLateError(f"having `{telling.key}` accepted")
