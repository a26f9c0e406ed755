"""Waits, bounded, until what was sent is written and can be recalled."""

import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

from bench.client import Client

POLL_SECONDS = 0.02
FINAL = frozenset({"DONE", "FAILED", "DROPPED"})
SENTINEL_USER = "bench-sentinel"
SENTINEL = "The quokka of Rottnest keeps the lighthouse ledger."


class TooLateError(Exception):
    """What was waited for did not come in time."""


def until(
    condition: Callable[[], bool], deadline: float, what: str, pause: float = POLL_SECONDS
) -> None:
    """Poll until the condition holds or the monotonic clock passes. Raises TooLateError."""
    while not condition():
        if time.monotonic() > deadline:
            raise TooLateError(f"{what} took too long")
        time.sleep(pause)


def await_tasks(client: Client, user: str, tasks: Iterable[str], seconds: float) -> Counter[str]:
    """Return how many tasks ended in which state, once all have. Raises TooLateError."""
    deadline = time.monotonic() + seconds
    states: dict[str, str] = {}

    def ended(task: str) -> bool:
        states[task] = client.call("task", user_id=user, task_id=task)["state"]
        return states[task] in FINAL

    for task in tasks:
        until(partial(ended, task), deadline, f"task {task}")
    return Counter(states.values())


def await_index(client: Client, seconds: float) -> None:
    """Return when everything committed before this call can be recalled. Raises TooLateError.

    The embedded stack's change feed is one ordered sequence, so a memory that is committed now,
    of a user of its own, is indexed after all of it.
    """

    def found() -> bool:
        return bool(client.call("recall", user_id=SENTINEL_USER, query=SENTINEL)["hit"])

    client.call("add_structured", user_id=SENTINEL_USER, content=SENTINEL, skip_evolution=True)
    until(found, time.monotonic() + seconds, "indexing")
