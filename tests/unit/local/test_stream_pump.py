from datetime import timedelta
from typing import Any

import pytest

from local.stream_pump import BATCH, TRIM_SECONDS, StreamPump
from mneme.application.ports.change_feed import ChangePage, ItemChange
from mneme.application.ports.table_store import Key
from tests.doubles import FixedClock


class Feed:
    """An outbox in memory that holds changes 1 … n."""

    def __init__(self, count: int) -> None:
        self.kept = list(range(1, count + 1))
        self.trims: list[str] = []

    def read(self, table: str, checkpoint: str | None, limit: int) -> ChangePage:
        start = int(checkpoint or 0)
        numbers = [number for number in self.kept if number > start][:limit]
        changes = tuple(
            ItemChange(str(n), table, Key("u", str(n)), None, {"pk": "u", "sk": str(n)})
            for n in numbers
        )
        return ChangePage(changes, str(numbers[-1] if numbers else start))

    def trim(self, table: str, checkpoint: str) -> None:
        self.trims.append(checkpoint)
        self.kept = [number for number in self.kept if number > int(checkpoint)]


class Indexer:
    """Takes every change but those it cannot digest; those crash it or are reported."""

    def __init__(self, *indigestible: int, reports: bool = False) -> None:
        self.indigestible = set(indigestible)
        self.reports = reports
        self.taken: list[int] = []
        self.sizes: list[int] = []
        self.made_at: list[int] = []

    def __call__(self, event: dict[str, Any]) -> object:
        numbers = [int(r["dynamodb"]["SequenceNumber"]) for r in event["Records"]]
        self.sizes.append(len(numbers))
        self.made_at.append(event["Records"][0]["dynamodb"]["ApproximateCreationDateTime"])
        bad = [number for number in numbers if number in self.indigestible]
        if not bad:
            self.taken += numbers
            return None
        if not self.reports:
            raise ValueError("cannot digest this")
        self.taken += [number for number in numbers if number < bad[0]]
        return {"batchItemFailures": [{"itemIdentifier": str(bad[0])}]}


class Setting:
    """A pump between the two."""

    def __init__(self, feed: Feed, indexer: Indexer) -> None:
        self.clock = FixedClock()
        self.pump = StreamPump(table="heads", feed=feed, invoke=indexer, clock=self.clock)


def test_changes_are_handed_over_in_order_and_once() -> None:
    feed, indexer = Feed(BATCH + 5), Indexer()
    pump = Setting(feed, indexer).pump

    assert [pump.step() for _ in range(3)] == [True, True, False]

    assert indexer.taken == list(range(1, BATCH + 6))


def test_the_outbox_is_trimmed_behind_what_succeeded_and_only_now_and_then() -> None:
    feed = Feed(3)
    setting = Setting(feed, Indexer())
    setting.pump.step()
    assert feed.trims == []

    setting.clock.advance(TRIM_SECONDS)
    setting.pump.step()
    setting.clock.advance(TRIM_SECONDS)
    setting.pump.step()

    assert feed.trims == ["3"]


def test_a_new_worker_goes_on_where_the_last_one_stopped() -> None:
    feed, indexer = Feed(3), Indexer()
    first = Setting(feed, Indexer()).pump
    first.step()
    first.close()
    feed.kept.append(4)

    Setting(feed, indexer).pump.step()

    assert indexer.taken == [4]


def test_a_killed_worker_leaves_what_it_did_not_finish_to_the_next() -> None:
    feed, indexer = Feed(3), Indexer()
    Setting(feed, Indexer(2)).pump.step()

    Setting(feed, indexer).pump.step()

    assert indexer.taken == [1, 2, 3]


@pytest.mark.parametrize("reports", [True, False])
def test_an_outage_of_days_loses_no_change(reports: bool) -> None:
    feed, indexer = Feed(10), Indexer(*range(1, 11), reports=reports)
    setting = Setting(feed, indexer)
    for _ in range(2000):
        setting.pump.step()
        setting.clock.advance(100)

    indexer.indigestible.clear()
    setting.pump.step()

    assert indexer.taken == list(range(1, 11))


def test_a_change_counts_as_made_when_it_was_first_given() -> None:
    feed, indexer = Feed(2), Indexer(1, 2, reports=True)
    setting = Setting(feed, indexer)
    began = setting.clock.now()
    setting.pump.step()
    setting.clock.advance(900)
    setting.pump.step()
    indexer.indigestible = {2}
    setting.clock.advance(31)
    setting.pump.step()
    setting.clock.advance(31)
    setting.pump.step()

    first, again, both, second = indexer.made_at
    assert first == again == both == int(began.timestamp())
    assert second == int((began + timedelta(seconds=962)).timestamp())


def test_a_reported_failure_keeps_what_came_before_it() -> None:
    feed, indexer = Feed(10), Indexer(4, reports=True)
    setting = Setting(feed, indexer)
    setting.pump.step()

    indexer.indigestible.clear()
    setting.clock.advance(0.4)
    setting.pump.step()

    assert indexer.taken == list(range(1, 11))


def test_a_failing_change_is_not_tried_again_at_once() -> None:
    indexer = Indexer(1)
    setting = Setting(Feed(1), indexer)

    assert [setting.pump.step() for _ in range(3)] == [True, False, False]
    assert indexer.sizes == [1]

    setting.clock.advance(0.4)
    setting.pump.step()
    setting.clock.advance(0.4)
    setting.pump.step()
    assert indexer.sizes == [1, 1]
