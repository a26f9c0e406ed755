"""The worker's wiring: every source of `infra` is fed to its function."""

from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from infra.functions import FUNCTIONS
from infra.queues import QUEUES
from infra.schedules import SCHEDULES
from local.functions_host import FunctionsHost, load_handler
from local.worker import OFFLINE, Sources, Worker, pumps
from mneme.application.ports.change_feed import ChangePage, ItemChange
from mneme.application.ports.table_store import Key
from mneme.application.ports.work_queue import ReceivedMessage
from tests.doubles import FixedClock


class Queues:
    """One message waits in every queue."""

    def receive(self, queue: str, limit: int) -> list[ReceivedMessage]:
        return [ReceivedMessage("m", "{}", "r", None, 1, 0)]

    def reclaim(self, queue: str) -> None:
        """Nothing is in anybody's hands."""

    def acknowledge(self, queue: str, receipt: str) -> None:
        pass

    def release(self, queue: str, receipt: str, delay_seconds: int = 0) -> None:
        pass


class Feed:
    """One change is always waiting."""

    def read(self, table: str, checkpoint: str | None, limit: int) -> ChangePage:
        change = ItemChange("1", table, Key("u", "m"), None, {"pk": "u", "sk": "m"})
        return ChangePage((change,), "1")

    def trim(self, table: str, checkpoint: str) -> None:
        pass


class Stores:
    """Nothing ever expires; where it was looked for is remembered."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, datetime]] = []

    def expire(self, place: str, at: datetime, limit: int) -> int:
        self.asked.append((place, at))
        return 0


def host(invoked: dict[str, Any], fails: bool = False) -> FunctionsHost:
    def load(name: str) -> Any:
        def handler(event: dict[str, Any], context: object) -> None:
            invoked[name] = event
            if fails:
                raise RuntimeError("crash")

        return handler

    return FunctionsHost([f for f in FUNCTIONS if f.trigger in OFFLINE], load)


def sources(queues: Queues, clock: FixedClock, feed: Any = None) -> Sources:
    stores: Any = Stores()
    return Sources(queues, feed or Feed(), stores, stores, clock)


def test_every_queue_stream_and_schedule_reaches_its_function(tmp_path: Path) -> None:
    invoked: dict[str, Any] = {}
    clock = FixedClock()

    for pump in pumps(sources(Queues(), clock), host(invoked), tmp_path):
        pump.step()
        clock.advance(10)
        pump.step()

    streams = {function.name for function in FUNCTIONS if function.stream_table}
    consumers = {queue.consumer for queue in QUEUES if queue.consumer}
    assert set(invoked) == streams | consumers | {schedule.function for schedule in SCHEDULES}


def test_what_expires_in_the_cloud_expires_here(tmp_path: Path) -> None:
    clock, stores = FixedClock(), Stores()
    given: Any = stores
    made = pumps(Sources(Queues(), Feed(), given, given, clock), host({}), tmp_path)

    for pump in made:
        if pump.name.startswith("expiry"):
            pump.step()

    now = clock.now()
    assert stores.asked == [
        ("operations", now),
        ("jobs", now),
        ("quotas", now),
        ("payloads", now - timedelta(days=29)),
        ("exports", now - timedelta(days=7)),
    ]


def test_a_store_in_which_nothing_can_expire_is_refused_at_once(tmp_path: Path) -> None:
    given: Any = object()
    stores = Sources(Queues(), Feed(), given, given, FixedClock())

    with pytest.raises(TypeError, match="expire"):
        pumps(stores, host({}), tmp_path)


def test_a_long_task_leaves_a_thread_for_other_users_of_its_queue(tmp_path: Path) -> None:
    made = Counter(pump.name for pump in pumps(sources(Queues(), FixedClock()), host({}), tmp_path))

    assert {name: made[name] for name in ("extraction", "evolution", "bulk-extraction")} == {
        "extraction": 2,
        "evolution": 2,
        "bulk-extraction": 1,
    }


def test_a_feed_that_cannot_be_trimmed_is_refused_at_once(tmp_path: Path) -> None:
    class ForEver:
        def read(self, table: str, checkpoint: str | None, limit: int) -> ChangePage:
            return ChangePage((), "0")

    with pytest.raises(TypeError, match="trimmed"):
        pumps(sources(Queues(), FixedClock(), ForEver()), host({}), tmp_path)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_every_function_of_the_list_has_a_handler(function: Any) -> None:
    assert callable(load_handler(function.name))


class Steps:
    """A pump that does as told, then asks for the end."""

    name = "steps"

    def __init__(self, *steps: bool | Exception) -> None:
        self.steps = list(steps)
        self.worker: Worker | None = None
        self.closed = 0

    def step(self) -> bool:
        step = self.steps.pop(0)
        if not self.steps and self.worker:
            self.worker.stop()
        if isinstance(step, Exception):
            raise step
        return step

    def close(self) -> None:
        self.closed += 1


def test_a_stopped_worker_lets_every_pump_give_back_what_it_holds() -> None:
    first, second = Steps(True), Steps(True)
    worker = Worker([first, second])
    first.worker = second.worker = worker
    started: list[bool] = []

    worker.run(lambda: started.append(True))

    assert started == [True]
    assert (first.closed, second.closed) == (1, 1)


def test_a_fault_in_one_pump_ends_the_whole_worker() -> None:
    class Endless(Steps):
        def step(self) -> bool:
            return False

    other = Endless()

    with pytest.raises(ZeroDivisionError):
        Worker([Steps(ZeroDivisionError()), other]).run(lambda: None)

    assert other.closed == 1
