"""How the change feed walks the shards of a DynamoDB stream."""

import json
from collections.abc import Mapping
from typing import Any, cast

import pytest

from mneme.adapters.dynamodb_change_feed import DynamodbChangeFeed, item_change
from mneme.adapters.table_layout import TableLayout
from mneme.domain.errors import Unavailable
from tests.unit.adapters.scripted_client import ScriptedClient, refusal

LAYOUT = TableLayout("heads", "prod-heads", sorted=True, stream=True, indexes={})
TABLE = {"Table": {"LatestStreamArn": "arn"}}


def record(sequence: int) -> dict[str, Any]:
    keys = {"pk": {"S": "p"}, "sk": {"S": f"m{sequence}"}}
    return {
        "eventName": "INSERT",
        "dynamodb": {"SequenceNumber": str(sequence), "Keys": keys, "NewImage": keys},
    }


class Streams:
    """A stream of shards: each has a parent or none, records, and may be closed.

    `empty_pages` come before the records of every read, as a real shard may give them.
    """

    def __init__(self, *, page: int = 100, empty_pages: int = 0) -> None:
        self.shards: dict[str, tuple[str | None, list[int], bool]] = {}
        self.trimmed: set[str] = set()
        self._page = page
        self._empty_pages = empty_pages

    def shard(self, name: str, *records: int, parent: str | None = None, closed: bool) -> None:
        self.shards[name] = (parent, list(records), closed)

    def describe_stream(self, **parameters: Any) -> Mapping[str, Any]:
        names = list(self.shards)
        start = parameters.get("ExclusiveStartShardId")
        first = 0 if start is None else names.index(start) + 1
        name = names[first]
        parent = self.shards[name][0]
        page: dict[str, Any] = {"Shards": [{"ShardId": name}]}
        if parent is not None:
            page["Shards"][0]["ParentShardId"] = parent
        if first + 1 < len(names):
            page["LastEvaluatedShardId"] = name
        return {"StreamDescription": page}

    def get_shard_iterator(self, **parameters: Any) -> Mapping[str, Any]:
        sequence = parameters.get("SequenceNumber", "0")
        if sequence in self.trimmed:
            raise refusal("TrimmedDataAccessException")
        return {"ShardIterator": f"{parameters['ShardId']}/{sequence}/{self._empty_pages}"}

    def get_records(self, **parameters: Any) -> Mapping[str, Any]:
        name, sequence, empty = parameters["ShardIterator"].split("/")
        if int(empty):
            return {"Records": [], "NextShardIterator": f"{name}/{sequence}/{int(empty) - 1}"}
        _, records, closed = self.shards[name]
        rest = [number for number in records if number > int(sequence)]
        given = rest[: min(self._page, parameters["Limit"])]
        page: dict[str, Any] = {"Records": [record(number) for number in given]}
        if not closed or len(given) < len(rest):
            page["NextShardIterator"] = f"{name}/{given[-1] if given else sequence}/0"
        return page


def feed_of(streams: Any) -> DynamodbChangeFeed:
    return DynamodbChangeFeed(cast(Any, ScriptedClient(*[TABLE] * 20)), streams, {"heads": LAYOUT})


def read_all(feed: DynamodbChangeFeed, checkpoint: str | None, limit: int) -> list[int]:
    """Return the sequence numbers of all pages up to the first empty one."""
    found: list[int] = []
    while True:
        page = feed.read("heads", checkpoint, limit)
        checkpoint = page.checkpoint
        if not page.changes:
            return found
        assert len(page.changes) <= limit
        found += [int(change.sequence) for change in page.changes]


@pytest.mark.parametrize("limit", [1, 2, 3, 100])
@pytest.mark.parametrize("page", [1, 100])
def test_a_parent_is_read_wholly_before_its_children(limit: int, page: int) -> None:
    streams = Streams(page=page)
    streams.shard("child", 4, 5, parent="parent", closed=False)
    streams.shard("parent", 1, 2, 3, parent="gone", closed=True)
    streams.shard("grandchild", 6, parent="child", closed=False)

    found = read_all(feed_of(streams), None, limit)

    # The child is open, so that its own child may not be read yet.
    assert found == [1, 2, 3, 4, 5]


def test_empty_pages_of_an_open_shard_do_not_hide_what_follows() -> None:
    streams = Streams(empty_pages=3)
    streams.shard("only", 1, 2, closed=False)

    assert read_all(feed_of(streams), None, 10) == [1, 2]


def test_a_checkpoint_forgets_shards_that_are_gone() -> None:
    streams = Streams()
    streams.shard("old", 1, closed=True)
    streams.shard("new", 2, parent="old", closed=False)
    feed = feed_of(streams)
    checkpoint = feed.read("heads", None, 10).checkpoint
    del streams.shards["old"]
    streams.shard("new", 2, 3, parent="old", closed=False)

    page = feed.read("heads", checkpoint, 10)

    assert [int(change.sequence) for change in page.changes] == [3]
    assert json.loads(page.checkpoint) == {"new": "3"}


def test_a_position_that_was_trimmed_goes_on_at_the_oldest_record() -> None:
    streams = Streams()
    streams.shard("only", 7, 8, closed=False)
    streams.trimmed.add("3")

    page = feed_of(streams).read("heads", '{"only":"3"}', 10)

    assert [int(change.sequence) for change in page.changes] == [7, 8]


def test_sequences_of_any_length_stand_in_order_as_text() -> None:
    changes = [item_change(LAYOUT, record(number)) for number in (9, 10, 10**25)]

    sequences = [change.sequence for change in changes]
    assert sequences == sorted(sequences)


def test_a_throttled_stream_is_unavailable() -> None:
    throttled = ScriptedClient(refusal("ThrottlingException"))

    with pytest.raises(Unavailable):
        feed_of(throttled).read("heads", None, 10)


def test_another_refusal_of_the_stream_passes_as_it_is() -> None:
    streams = ScriptedClient(
        {"StreamDescription": {"Shards": [{"ShardId": "s"}]}}, refusal("AccessDeniedException")
    )

    with pytest.raises(Exception, match="AccessDenied"):
        feed_of(streams).read("heads", '{"s":"1"}', 10)
