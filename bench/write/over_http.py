"""Adds over HTTP by one caller or several: how fast accepted, how fast done, how soon recalled."""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from bench.callers import all_at_once
from bench.client import ApiError, Client
from bench.latency import Latencies, merged
from bench.made_talk import Talk, talk, told_fact
from bench.quality.evidence import source_ranking
from bench.stack import Stack
from bench.waiting import FINAL, POLL_SECONDS, await_index, await_tasks, until

LAG_SECONDS = 60.0
TASK_SECONDS = 300.0
INDEX_SECONDS = 60.0
OUT_OF_TIME = 50401


@dataclass(frozen=True)
class Mode:
    """How many callers there are, and whether they all write for one user."""

    name: str
    callers: int
    one_user: bool = False

    @property
    def pause(self) -> float:
        """Seconds between two looks: the polling of all callers together stays a light load."""
        return POLL_SECONDS * max(1, self.callers // 2)

    def user(self, caller: int) -> str:
        """Return the user that a caller writes for."""
        return self.name if self.one_user else f"{self.name}, caller {caller}"


MODES = (
    Mode("1 caller", 1),
    Mode("8 callers, 8 users", 8),
    Mode("8 callers, 1 user", 8, one_user=True),
)


@dataclass(frozen=True)
class Written:
    """What one mode measured. `seconds` is from the first add to the end of the last task."""

    accepted: Latencies
    lag: Latencies
    seconds: float
    states: Counter[str]
    facts: int


def write(stack: Stack, mode: Mode, place: int, adds: int, lags: int) -> Written:
    """Send a flood of adds as fast as they are accepted; then adds, each awaited in recall."""
    first = place * 10_000
    started = time.perf_counter()
    flood = all_at_once(
        partial(_flood, stack, mode, first, -(-adds // mode.callers)), range(mode.callers)
    )
    states: Counter[str] = Counter()
    for caller, (_, tasks) in enumerate(flood):
        states += await_tasks(stack.client, mode.user(caller), tasks, TASK_SECONDS)
    seconds = time.perf_counter() - started
    await_index(stack.client, INDEX_SECONDS)
    awaited = all_at_once(
        partial(_lag, stack, mode, first + 5_000, -(-lags // mode.callers)), range(mode.callers)
    )
    return Written(
        accepted=merged(f"add accepted, {mode.name}", [times for times, _ in flood]),
        lag=merged(f"add until recalled, {mode.name}", awaited),
        seconds=seconds,
        states=states,
        facts=sum(
            _facts(stack.client, mode.user(caller), tasks)
            for caller, (_, tasks) in enumerate(flood)
        ),
    )


def structured(stack: Stack, requests: int) -> list[Latencies]:
    """Time `add_structured`: written before the answer, accepted, and accepted until decided."""
    client, user = stack.client, "structured"
    written = Latencies("add_structured, written at once")
    accepted = Latencies("add_structured, accepted")
    decided = Latencies("add_structured, until decided")
    for number in range(requests):
        with written.measure():
            _told(client, user, 1_000_000 + number, skip_evolution=True)
        with decided.measure():
            with accepted.measure():
                answer = _told(client, user, 2_000_000 + number, skip_evolution=False)
            until(
                partial(_ended, client, user, answer["task_id"]),
                time.monotonic() + TASK_SECONDS,
                "a structured memory",
            )
    return [written, accepted, decided]


def _told(client: Client, user: str, number: int, *, skip_evolution: bool) -> dict[str, Any]:
    text = told_fact(number, chinese=number % 2 == 1)
    return client.call("add_structured", user_id=user, content=text, skip_evolution=skip_evolution)


def _flood(
    stack: Stack, mode: Mode, first: int, adds: int, caller: int
) -> tuple[Latencies, list[str]]:
    client, times, tasks = stack.connect(), Latencies("add"), []
    for number in range(adds):
        said = _talk(first, mode, caller, number)
        with times.measure():
            tasks.append(_add(client, mode.user(caller), said))
    client.close()
    return times, tasks


def _lag(stack: Stack, mode: Mode, first: int, adds: int, caller: int) -> Latencies:
    client, times, user = stack.connect(), Latencies("lag"), mode.user(caller)
    for number in range(adds):
        said = _talk(first, mode, caller, number)
        deadline = time.monotonic() + LAG_SECONDS
        with times.measure():
            task = _add(client, user, said)
            until(partial(_ended, client, user, task), deadline, "a task", mode.pause)
            found = partial(_recalled, client, user, said)
            until(found, deadline, f"recalling `{said.told}`", mode.pause)
    client.close()
    return times


def _talk(first: int, mode: Mode, caller: int, number: int) -> Talk:
    unlike = first + number * mode.callers + caller
    return talk(unlike, chinese=number % 2 == 1)


def _add(client: Client, user: str, said: Talk) -> str:
    task: str = client.call("add", user_id=user, messages=said.messages)["task_id"]
    return task


def _ended(client: Client, user: str, task: str) -> bool:
    return client.call("task", user_id=user, task_id=task)["state"] in FINAL


def _recalled(client: Client, user: str, said: Talk) -> bool:
    try:
        answer = client.call("recall", user_id=user, query=said.told, timeout_ms=2000)
    except ApiError as refusal:
        if refusal.code != OUT_OF_TIME:
            raise
        return False
    return said.told_in in source_ranking(answer["memories"])


def _facts(client: Client, user: str, tasks: Sequence[str]) -> int:
    return sum(len(client.call("task", user_id=user, task_id=task)["results"]) for task in tasks)
