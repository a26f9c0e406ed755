"""A table's changes as DynamoDB Streams shows them to a function."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from local.attribute_values import attribute_values
from local.cloud_names import REGION, stream_arn
from mneme.application.ports.change_feed import ItemChange
from mneme.application.ports.table_store import Key


def stream_event(changes: Sequence[ItemChange], made_at: datetime) -> dict[str, Any]:
    """Return the event of one batch; all of it counts as made at one time."""
    return {"Records": [_record(change, made_at) for change in changes]}


def _record(change: ItemChange, made_at: datetime) -> dict[str, Any]:
    record: dict[str, Any] = {
        "ApproximateCreationDateTime": int(made_at.timestamp()),
        "Keys": attribute_values(_key(change.key)),
        "SequenceNumber": change.sequence,
        "StreamViewType": "NEW_AND_OLD_IMAGES",
    }
    if change.after is not None:
        record["NewImage"] = attribute_values(change.after)
    if change.before is not None:
        record["OldImage"] = attribute_values(change.before)
    # Near enough: DynamoDB counts names and values, without the marks between them.
    record["SizeBytes"] = len(json.dumps(record))
    return {
        "eventID": f"{change.table}-{change.sequence}",
        "eventName": _name(change),
        "eventVersion": "1.1",
        "eventSource": "aws:dynamodb",
        "awsRegion": REGION,
        "dynamodb": record,
        "eventSourceARN": stream_arn(change.table),
    }


def _key(key: Key) -> dict[str, str]:
    return {"pk": key.partition} if key.sort is None else {"pk": key.partition, "sk": key.sort}


def _name(change: ItemChange) -> str:
    if change.before is None:
        return "INSERT"
    return "REMOVE" if change.after is None else "MODIFY"
