"""Callers that are not put off: what got no answer is sent again under the same key."""

import http.client
import random
import threading
import time
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from bench.client import ApiError, Client
from bench.soak.plan import Telling
from bench.stack import Stack
from bench.waiting import FINAL, TooLateError, until

PATIENCE_SECONDS = 300.0
PAUSE_SECONDS = 0.1
SENT_AGAIN = 0.1
ON_THEIR_WAY = 20
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


class Persistent:
    """A client that asks until it is answered. Not for several threads at once."""

    def __init__(self, client: Client, accepted: Accepted) -> None:
        self._client = client
        self._accepted = accepted

    def call(self, verb: str, **fields: object) -> dict[str, Any]:
        """Return the answer's data. Raises ApiError for what will not pass, and TooLateError."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            try:
                return self._client.call(verb, **fields)
            except ApiError as refusal:
                if refusal.code not in _PASSING:
                    raise
                self._accepted.trouble(f"answered {refusal.code}")
            except _LOST:
                self._client.close()
                self._accepted.trouble("without an answer")
            time.sleep(PAUSE_SECONDS)
        raise TooLateError(f"an answer to `{verb}`")

    def close(self) -> None:
        """Close the connection, and note what it had to send again by itself."""
        self._accepted.trouble("without an answer", self._client.sent_again)
        self._client.close()


def tell(stack: Stack, tellings: Iterable[Telling], accepted: Accepted, seed: int) -> None:
    """Send the tellings in order, each until it is accepted; some are sent again for no reason.

    Waits for the oldest when too many are on their way, so that there is always work that a crash
    can hit, and a caller that it can hit.
    """
    client, choose = Persistent(stack.connect(), accepted), random.Random(seed)
    on_their_way: deque[tuple[str, str]] = deque()
    for telling in tellings:
        for _ in range(2 if choose.random() < SENT_AGAIN else 1):
            task = _accept(client, telling)
            accepted.add(telling, task)
        on_their_way.append((telling.user, task))
        while len(on_their_way) > ON_THEIR_WAY and _over(client, *on_their_way[0]):
            on_their_way.popleft()
    client.close()


def _accept(client: Persistent, telling: Telling) -> str:
    answer = client.call(
        "add",
        user_id=telling.user,
        messages=telling.messages,
        idempotency_key=telling.key,
    )
    task: str = answer["task_id"]
    return task


def _over(client: Persistent, user: str, task: str) -> bool:
    """Return true once the task has ended. Raises TooLateError."""

    def ended() -> bool:
        return client.call("task", user_id=user, task_id=task)["state"] in FINAL

    until(ended, time.monotonic() + PATIENCE_SECONDS, f"task {task}", PAUSE_SECONDS)
    return True
