"""The worker: every source of `infra` that feeds a function, each in threads of its own."""

import threading
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from infra.buckets import BUCKETS
from infra.function import Trigger
from infra.functions import FUNCTIONS
from infra.queues import QUEUES, Lane
from infra.schedules import SCHEDULES
from infra.tables import TABLES
from local.expiry_pump import Expire, Expiring, ExpiryPump
from local.functions_host import FunctionsHost
from local.kept_file import KeptFile
from local.log_pump import LogPump, Settling
from local.pacing import Activity, Pump, run
from local.queue_pump import OwnQueues, QueuePump
from local.schedule_pump import SchedulePump
from local.stream_pump import Outbox, StreamPump
from mneme.application.ports.blob_store import BlobStore
from mneme.application.ports.change_feed import ChangeFeed
from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import TableStore
from mneme.application.ports.work_queue import QueueConsumer

TABLE_SECONDS = 60.0
BUCKET_SECONDS = 3600.0
LIVE_THREADS = 2
"""Who has a conversation of a megabyte read for seconds does not keep everybody else from it."""
Invoke = Callable[[dict[str, Any]], object]
OFFLINE = frozenset({Trigger.QUEUE, Trigger.STREAM, Trigger.SCHEDULE})


@dataclass(frozen=True)
class Sources:
    """What the worker reads from, of the composition root."""

    consumer: QueueConsumer
    feed: ChangeFeed
    tables: TableStore
    blobs: BlobStore
    clock: Clock
    files: Mapping[str, object] = field(default_factory=dict)
    """Stores by name, of which some may be files that have a log."""


def pumps(sources: Sources, host: FunctionsHost, folder: Path) -> Sequence[Pump]:
    """Return the pumps of every queue with a consumer, every stream and every schedule.

    And for what expires in the cloud by itself: of every such table, of every such bucket.
    """

    def call(function: str) -> Invoke:
        return lambda event: host.invoke(function, event, str(uuid.uuid4()))

    return [
        *_queue_pumps(sources, call),
        *_stream_pumps(sources, call),
        *_schedule_pumps(sources, call, folder),
        *_expiry_pumps(sources),
        *_log_pumps(sources),
    ]


def _queue_pumps(sources: Sources, call: Callable[[str], Invoke]) -> Iterator[Pump]:
    if not isinstance(sources.consumer, OwnQueues):
        raise TypeError("the queues of a local stack must be ones that can be reclaimed")
    for queue in QUEUES:
        if queue.consumer:
            for _ in range(LIVE_THREADS if queue.lane is Lane.LIVE else 1):
                yield QueuePump(queue, sources.consumer, call(queue.consumer), sources.clock)


def _stream_pumps(sources: Sources, call: Callable[[str], Invoke]) -> Iterator[Pump]:
    if not isinstance(sources.feed, Outbox):
        raise TypeError("the change feed of a local stack must be one that can be trimmed")

    for function in FUNCTIONS:
        if function.stream_table:
            yield StreamPump(
                table=function.stream_table,
                feed=sources.feed,
                invoke=call(function.name),
                clock=sources.clock,
            )


def _schedule_pumps(
    sources: Sources, call: Callable[[str], Invoke], folder: Path
) -> Iterator[Pump]:
    for schedule in SCHEDULES:
        last_turn = KeptFile(folder / f"last-{schedule.name}")
        yield SchedulePump(schedule, call(schedule.function), sources.clock, last_turn)


def _expiry_pumps(sources: Sources) -> Iterator[Pump]:
    tables, blobs, clock = sources.tables, sources.blobs, sources.clock
    if not isinstance(tables, Expiring) or not isinstance(blobs, Expiring):
        raise TypeError("the stores of a local stack must be ones that can let things expire")
    for table in TABLES:
        if table.expiring:
            yield ExpiryPump(table.name, partial(tables.expire, table.name), TABLE_SECONDS, clock)
    for bucket in BUCKETS:
        # What is locked in the cloud is no object here: it stays as long as the folder.
        if bucket.expire_days is not None and bucket.locked_days is None:
            kept = timedelta(days=bucket.expire_days)
            yield ExpiryPump(bucket.name, _aged(blobs, bucket.name, kept), BUCKET_SECONDS, clock)


def _log_pumps(sources: Sources) -> Iterator[Pump]:
    for name, store in sources.files.items():
        if isinstance(store, Settling):
            yield LogPump(name, store, TABLE_SECONDS, sources.clock)


def _aged(blobs: Expiring, bucket: str, kept: timedelta) -> Expire:
    def expire(now: datetime, limit: int) -> int:
        return blobs.expire(bucket, now - kept, limit)

    return expire


class Worker:
    """Runs pumps, each in its thread. A fault of ours in one ends all: the process starts anew."""

    def __init__(self, pumps: Sequence[Pump]) -> None:
        self._pumps = pumps
        self._activity = Activity()
        self._fault: BaseException | None = None

    def stop(self) -> None:
        """Let every pump finish its present step and give back what it holds."""
        self._activity.stop()

    def run(self, when_started: Callable[[], None]) -> None:
        """Run until stopped. Raises what a pump raised beyond an outage."""
        threads = [
            threading.Thread(target=self._run, args=(pump,), name=pump.name) for pump in self._pumps
        ]
        for thread in threads:
            thread.start()
        when_started()
        for thread in threads:
            thread.join()
        if self._fault:
            raise self._fault

    def _run(self, pump: Pump) -> None:
        try:
            run(pump, self._activity)
        except BaseException as fault:  # noqa: BLE001 - raised again by the thread that waits
            self._fault = fault
            self.stop()
