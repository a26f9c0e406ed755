import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from infra.tables import TABLES, layouts_json
from local.stream_events import stream_event
from mneme.adapters.table_layout import parse_layouts
from mneme.application.ports.change_feed import ItemChange
from mneme.application.ports.table_store import Item, Key
from mneme.runtime.stream import item_changes

HEADS = parse_layouts(layouts_json({table.name: table.name for table in TABLES}))["heads"]
AT = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
BEFORE: Item = {"pk": "u", "sk": "m", "index_version": 1}
AFTER: Item = {"pk": "u", "sk": "m", "index_version": 2, "name": "secret words"}


def change(sequence: str = "0001", **changes: Any) -> ItemChange:
    parts: dict[str, Any] = {"before": BEFORE, "after": AFTER, "key": Key("u", "m")}
    return ItemChange(sequence=sequence, table="heads", **{**parts, **changes})


def test_a_change_becomes_a_record_of_the_stream() -> None:
    [record] = stream_event([change()], AT)["Records"]

    assert record["dynamodb"].pop("SizeBytes") > 0
    assert record == {
        "eventID": "heads-0001",
        "eventName": "MODIFY",
        "eventVersion": "1.1",
        "eventSource": "aws:dynamodb",
        "awsRegion": "local",
        "dynamodb": {
            "ApproximateCreationDateTime": 1772366400,
            "Keys": {"pk": {"S": "u"}, "sk": {"S": "m"}},
            "NewImage": {
                "pk": {"S": "u"},
                "sk": {"S": "m"},
                "index_version": {"N": "2"},
                "name": {"S": "secret words"},
            },
            "OldImage": {"pk": {"S": "u"}, "sk": {"S": "m"}, "index_version": {"N": "1"}},
            "SequenceNumber": "0001",
            "StreamViewType": "NEW_AND_OLD_IMAGES",
        },
        "eventSourceARN": "arn:aws:dynamodb:local:000000000000:table/heads/stream/local",
    }


@pytest.mark.parametrize(
    ("changes", "name", "images"),
    [
        ({"before": None}, "INSERT", {"NewImage"}),
        ({"after": None}, "REMOVE", {"OldImage"}),
        ({}, "MODIFY", {"NewImage", "OldImage"}),
    ],
)
def test_the_kind_of_change_shows_in_name_and_images(
    changes: dict[str, Any], name: str, images: set[str]
) -> None:
    [record] = stream_event([change(**changes)], AT)["Records"]

    assert record["eventName"] == name
    assert {key for key in record["dynamodb"] if key.endswith("Image")} == images


def test_functions_read_back_the_very_changes_that_were_written() -> None:
    item: Item = {
        "pk": "u",
        "sk": "m",
        "weight": 0.8,
        "count": 3,
        "flag": False,
        "none": None,
        "raw": b"\x00\x01",
        "apps": frozenset({"a", "b"}),
        "list": [1, "x", {"deep": 0.5}],
    }
    changes = [change("1", after=item), change("2", before=None), change("3", after=None)]

    event = json.loads(json.dumps(stream_event(changes, AT)))

    read = item_changes(event, HEADS)
    assert [replace(change, sequence=change.sequence.lstrip("0")) for change in read] == changes
