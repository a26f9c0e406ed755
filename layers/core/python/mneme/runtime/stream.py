"""DynamoDB stream events as item changes."""

from typing import Any

from mneme.adapters.dynamodb_change_feed import item_change
from mneme.adapters.table_layout import TableLayout
from mneme.application.ports.change_feed import ItemChange


def item_changes(event: dict[str, Any], layout: TableLayout) -> list[ItemChange]:
    """Return the changes of a table's stream event, in order."""
    return [item_change(layout, record) for record in event["Records"]]
