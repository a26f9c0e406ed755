import json
from typing import Any

from local.stream_pump import ATTEMPTS, BATCH, TRIM_SECONDS, StreamPump
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

    def __call__(self, event: dict[str, Any]) -> object:
        numbers = [int(r["dynamodb"]["SequenceNumber"]) for r in event["Records"]]
        self.sizes.append(len(numbers))
        bad = [number for number in numbers if number in self.indigestible]
        if not bad:
            self.taken += numbers
            return None
        if not self.reports:
            raise ValueError("cannot digest this")
        self.taken += [number for number in numbers if number < bad[0]]
        return {"batchItemFailures": [{"itemIdentifier": str(bad[0])}]}


class Setting:
    """A pump between the two, and what it gave up."""

    def __init__(self, feed: Feed, indexer: Indexer) -> None:
        self.clock = FixedClock()
        self.gave_up: list[str] = []
        self.pump = StreamPump(
            table="heads",
            function="indexer",
            feed=feed,
            invoke=indexer,
            give_up=self.gave_up.append,
            clock=self.clock,
        )

    def steps(self, count: int) -> None:
        """Step, letting the longest pause pass in between."""
        for _ in range(count):
            self.pump.step()
            self.clock.advance(31)


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


def test_a_crash_is_narrowed_down_until_the_faulty_change_stands_alone() -> None:
    feed, indexer = Feed(40), Indexer(7)
    setting = Setting(feed, indexer)

    setting.steps(14)

    assert indexer.taken == [1, 2, 3, 4, 5, 6]
    assert setting.gave_up == []
    assert indexer.sizes[:5] == [40, 20, 10, 5, 10]
    assert indexer.sizes[-1] == 1


def test_a_change_that_fails_for_good_is_named_and_left_behind() -> None:
    feed, indexer = Feed(10), Indexer(4)
    setting = Setting(feed, indexer)

    setting.steps(40)

    assert indexer.taken == [1, 2, 3, 5, 6, 7, 8, 9, 10]
    [notice] = map(json.loads, setting.gave_up)
    assert notice["DDBStreamBatchInfo"]["startSequenceNumber"] == "4"
    assert notice["requestContext"]["approximateInvokeCount"] == ATTEMPTS


def test_a_reported_failure_keeps_what_came_before_it() -> None:
    feed, indexer = Feed(10), Indexer(4, reports=True)
    setting = Setting(feed, indexer)
    setting.pump.step()

    indexer.indigestible.clear()
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
