"""A table's changes in batches, in order: an outage is waited for, a faulty change only so long."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from aws_lambda_powertools import Logger

from mneme.application.ports.change_feed import ItemChange
from mneme.application.ports.work_queue import QueueMessage
from mneme.application.repositories.head_rows import changed_at_of
from mneme.domain.errors import Unavailable
from mneme.domain.measures import Measure, Measured
from mneme.domain.tenancy import SYSTEM, internal_context
from mneme.runtime.faults import fault_site
from mneme.runtime.index_services import IndexServices
from mneme.runtime.stream import item_changes

FAILURES = "index-failures"
HELD = timedelta(minutes=15)
"""How long a faulty change is tried again and holds up those behind it: time enough to take back a
faulty version of the code."""

RESOLUTION = timedelta(seconds=1)
"""The stream tells instants in whole seconds, rounded down."""

_Apply = Callable[[Sequence[ItemChange]], int]


@dataclass(frozen=True)
class _Record:
    """A change, by which number the stream knows it, and when it was made."""

    change: ItemChange
    sequence: str
    made_at: datetime


class StreamBatch:
    """Applies the changes of a stream event; what it reports is given again with all behind it.

    The platform repeats what is reported for as long as the stream keeps it. So an outage, however
    long, costs nothing; a fault that is no outage is narrowed down to its change, which is named in
    a queue once it is older than `HELD`, and left behind.
    """

    def __init__(self, table: str) -> None:
        self._table = table
        self._logger = Logger()

    def __call__(self, event: dict[str, Any], made: IndexServices) -> dict[str, Any]:
        """Return the first change to be given again, if any.

        Raises InternalFault while nothing at all can be applied, such as to an index of another
        schema: then the batch is given again whole.
        """
        records = self._records(event, made)
        try:
            left = self._apply(records, made)
        except Unavailable as outage:
            self._logger.warning("index outage", extra={"fault": fault_site(outage)})
            left = records[0]
        return {"batchItemFailures": [{"itemIdentifier": left.sequence}] if left else []}

    def _records(self, event: dict[str, Any], made: IndexServices) -> list[_Record]:
        told = [record["dynamodb"] for record in event["Records"]]
        changes = item_changes(event, made.settings.tables[self._table])
        return [
            _Record(
                change,
                one["SequenceNumber"],
                datetime.fromtimestamp(one["ApproximateCreationDateTime"], UTC),
            )
            for one, change in zip(told, changes, strict=True)
        ]

    def _apply(self, records: Sequence[_Record], made: IndexServices) -> _Record | None:
        """Return the first record that was not applied, None if all were. Raises Unavailable."""
        apply = made.index_changes
        try:
            written = apply([record.change for record in records])
        except Unavailable:
            raise
        except Exception:  # noqa: BLE001
            # One by one it shows which change is faulty, and that one's fault is logged.
            return self._one_by_one(apply, records, made)
        self._logger.info("indexed", extra={"entries": written})
        self._measure_lag(records, made)
        return None

    def _measure_lag(self, records: Sequence[_Record], made: IndexServices) -> None:
        oldest = min(map(_instant, records), default=None)
        if oldest is not None:
            lag = max(0.0, (made.clock.now() - oldest).total_seconds() * 1000)
            made.metrics.record(SYSTEM, [Measure(Measured.INDEX_LAG_MS, lag)])

    def _one_by_one(
        self, apply: _Apply, records: Sequence[_Record], made: IndexServices
    ) -> _Record | None:
        return next((one for one in records if not self._done(apply, one, made)), None)

    def _done(self, apply: _Apply, record: _Record, made: IndexServices) -> bool:
        """Apply a change or leave it behind; return False to hold it. Raises Unavailable."""
        try:
            apply([record.change])
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001
            # Whatever is wrong with one change must not keep the others from the index for good.
            log = {"sequence": record.sequence, "fault": fault_site(error)}
            self._logger.error("change not indexed", extra=log)
            if made.clock.now() - record.made_at < HELD:
                return False
            body = json.dumps({"table": self._table, **log}, separators=(",", ":"))
            made.backend.queue.send(internal_context("stream"), FAILURES, QueueMessage(body))
        return True


def _instant(record: _Record) -> datetime:
    """Return when a change was made, as its row says it if the stream does not contradict it."""
    row = record.change.after
    told = None if row is None else changed_at_of(row)
    if told is None:
        return record.made_at
    return min(max(told, record.made_at), record.made_at + RESOLUTION)
