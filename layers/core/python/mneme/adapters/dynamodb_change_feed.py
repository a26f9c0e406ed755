"""The change feed over DynamoDB Streams.

In the cloud the platform reads the stream and hands its records to a function; this adapter reads
it directly, for operators, benches and the emulator.
"""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError

from mneme.adapters.aws_errors import error_code, outages_translated
from mneme.adapters.dynamodb_items import from_attributes
from mneme.adapters.dynamodb_requests import key_of_attributes
from mneme.adapters.table_layout import TableLayout
from mneme.application.ports.change_feed import ChangePage, ItemChange
from mneme.application.ports.table_store import Item

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.client import DynamoDBClient

_SEQUENCE_DIGITS = 40
_EMPTY_PAGES = 4
_RECORDS_LIMIT = 1000
_TRIMMED = "TrimmedDataAccessException"
_FINISHED = "finished"

_Record = Mapping[str, Any]
_Shard = Mapping[str, str]


def item_change(layout: TableLayout, record: _Record) -> ItemChange:
    """Return the change of one stream record, from the stream or from a function's event."""
    change = record["dynamodb"]
    return ItemChange(
        sequence=change["SequenceNumber"].zfill(_SEQUENCE_DIGITS),
        table=layout.name,
        key=key_of_attributes(layout, change["Keys"]),
        before=_image(change, "OldImage"),
        after=_image(change, "NewImage"),
    )


class DynamodbChangeFeed:
    """Reads a table's stream, a parent shard wholly before its children.

    A checkpoint is, as JSON, the last sequence number read of each shard.
    """

    def __init__(
        self,
        dynamodb_client: "DynamoDBClient",
        streams_client: Any,
        layouts: Mapping[str, TableLayout],
    ) -> None:
        self._dynamodb = dynamodb_client
        self._streams = streams_client
        self._layouts = layouts

    def read(self, table: str, checkpoint: str | None, limit: int) -> ChangePage:
        """Return up to `limit` changes after the checkpoint (None: from the oldest kept)."""
        layout = self._layouts[table]
        if not layout.stream:
            raise ValueError(f"{table} has no stream")
        with outages_translated("the change stream"):
            stream = self._stream(layout)
            shards = self._shards(stream)
            positions = _positions(checkpoint, shards)
            records: list[_Record] = []
            for shard in _parents_first(shards):
                if len(records) < limit and _ready(shard, positions, shards):
                    wanted = limit - len(records)
                    records += self._read_shard(stream, shard["ShardId"], positions, wanted)
        changes = tuple(item_change(layout, record) for record in records)
        return ChangePage(changes, json.dumps(positions, separators=(",", ":")))

    def _stream(self, layout: TableLayout) -> str:
        table = self._dynamodb.describe_table(TableName=layout.physical_name)["Table"]
        return table["LatestStreamArn"]

    def _shards(self, stream: str) -> list[_Shard]:
        shards: list[_Shard] = []
        start: dict[str, str] = {}
        while True:
            page = self._streams.describe_stream(StreamArn=stream, **start)["StreamDescription"]
            shards += page["Shards"]
            if "LastEvaluatedShardId" not in page:
                return shards
            start = {"ExclusiveStartShardId": page["LastEvaluatedShardId"]}

    def _read_shard(
        self, stream: str, shard: str, positions: dict[str, str], wanted: int
    ) -> list[_Record]:
        """Return up to `wanted` records behind the shard's position, and move the position."""
        iterator = self._iterator(stream, shard, positions.get(shard))
        records: list[_Record] = []
        empty = 0
        # An open shard gives empty pages too, sometimes before records that are there.
        while len(records) < wanted and empty < _EMPTY_PAGES:
            limit = min(wanted - len(records), _RECORDS_LIMIT)
            page = self._streams.get_records(ShardIterator=iterator, Limit=limit)
            records += page["Records"]
            empty = 0 if page["Records"] else empty + 1
            if records:
                positions[shard] = records[-1]["dynamodb"]["SequenceNumber"]
            if page.get("NextShardIterator") is None:
                positions[shard] = _FINISHED
                break
            iterator = page["NextShardIterator"]
        return records

    def _iterator(self, stream: str, shard: str, position: str | None) -> str:
        oldest = {"StreamArn": stream, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON"}
        if position is None:
            return self._iterator_at(oldest)
        after = {"ShardIteratorType": "AFTER_SEQUENCE_NUMBER", "SequenceNumber": position}
        try:
            return self._iterator_at(oldest | after)
        except ClientError as exc:
            if error_code(exc) != _TRIMMED:
                raise
        return self._iterator_at(oldest)

    def _iterator_at(self, parameters: Mapping[str, str]) -> str:
        iterator: str = self._streams.get_shard_iterator(**parameters)["ShardIterator"]
        return iterator


def _positions(checkpoint: str | None, shards: Sequence[_Shard]) -> dict[str, str]:
    """Return the checkpoint's positions in the shards that are still there."""
    positions = {} if checkpoint is None else json.loads(checkpoint)
    if not isinstance(positions, dict):
        raise ValueError("the checkpoint is none")  # noqa: TRY004  it is text that a caller kept
    kept = {shard["ShardId"] for shard in shards}
    return {shard: position for shard, position in positions.items() if shard in kept}


def _ready(shard: _Shard, positions: Mapping[str, str], shards: Sequence[_Shard]) -> bool:
    """Return whether the shard has more to give, and its parent nothing any more."""
    parent = shard.get("ParentShardId")
    listed = any(each["ShardId"] == parent for each in shards)
    parent_read = not listed or positions.get(parent or "") == _FINISHED
    return parent_read and positions.get(shard["ShardId"]) != _FINISHED


def _parents_first(shards: Sequence[_Shard]) -> list[_Shard]:
    parents = {shard["ShardId"]: shard.get("ParentShardId") for shard in shards}

    def depth(shard: _Shard) -> int:
        generations = 0
        parent = shard.get("ParentShardId")
        while parent in parents:
            generations += 1
            parent = parents[parent]
        return generations

    return sorted(shards, key=depth)


def _image(change: Mapping[str, Any], name: str) -> Item | None:
    return from_attributes(change[name]) if name in change else None
