"""A table of DynamoDB from end to end."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mneme.adapters.aws_errors import outages_translated
from mneme.adapters.dynamodb_items import from_attributes
from mneme.adapters.dynamodb_requests import key_of_attributes, key_parameter
from mneme.adapters.table_layout import TableLayout
from mneme.application.ports.table_store import Key, Page

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.client import DynamoDBClient


class DynamodbWholeTable:
    """Scans a table, consistently."""

    def __init__(self, client: "DynamoDBClient", layouts: Mapping[str, TableLayout]) -> None:
        self._client = client
        self._layouts = layouts

    def page(self, table: str, cursor: str | None, limit: int) -> Page:
        """Return up to `limit` rows behind the cursor. Raises Unavailable."""
        layout = self._layouts[table]
        start: dict[str, Any] = {}
        if cursor is not None:
            start["ExclusiveStartKey"] = key_parameter(Key(*json.loads(cursor)))
        with outages_translated("the table store"):
            response = self._client.scan(
                TableName=layout.physical_name, ConsistentRead=True, Limit=limit, **start
            )
        last: Any = response.get("LastEvaluatedKey")
        more = None
        if last:
            key = key_of_attributes(layout, last)
            more = json.dumps([key.partition, key.sort])
        return Page(tuple(from_attributes(attributes) for attributes in response["Items"]), more)
