"""The table store in DynamoDB."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mneme.adapters.aws_errors import outages_translated
from mneme.adapters.dynamodb_items import from_attributes
from mneme.adapters.dynamodb_refusals import refusals_translated
from mneme.adapters.dynamodb_requests import (
    Parameters,
    key_of_attributes,
    key_parameter,
    query_parameters,
    write_parameters,
)
from mneme.adapters.item_rules import check_key
from mneme.adapters.query_plan import plan_query
from mneme.adapters.table_layout import TableLayout
from mneme.adapters.transaction_rules import checked_batch, checked_transaction
from mneme.application.ports.table_store import Action, Item, Key, Page, Query
from mneme.domain.errors import Unavailable
from mneme.domain.tenancy import TenantContext

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.client import DynamoDBClient

OnCapacity = Callable[[str, str, float], None]
"""Told the operation, the table and the capacity units of each call."""

_SERVICE = "the table store"
_BATCH_ROUNDS = 4
_FIRST_PAUSE_SECONDS = 0.02


class DynamodbTableStore:
    """Tables in DynamoDB, through the low-level client.

    One action becomes one plain write: half the capacity of a transaction. The client may send
    such a write again by itself after a lost answer, so that an increase without a condition may
    count twice, and a condition may fail because the first sending fulfilled it; several actions
    travel under a token that makes the second sending harmless. The tenant is not looked at: keys
    carry it, and the repositories that make them have checked it.
    """

    def __init__(
        self,
        client: "DynamoDBClient",
        layouts: Mapping[str, TableLayout],
        *,
        on_capacity: OnCapacity | None = None,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._client = client
        self._layouts = layouts
        self._names = {layout.physical_name: layout.name for layout in layouts.values()}
        self._on_capacity = on_capacity
        self._pause = pause

    def get(
        self,
        tenant: TenantContext,  # noqa: ARG002
        table: str,
        key: Key,
        *,
        consistent: bool = True,
    ) -> Item | None:
        """Return the item, or None. Raises Unavailable."""
        layout = self._layouts[table]
        check_key(layout, key)
        parameters: Parameters = {
            "TableName": layout.physical_name,
            "Key": key_parameter(key),
            "ConsistentRead": consistent,
        }
        with outages_translated(_SERVICE):
            response = self._called("GetItem", self._client.get_item, parameters)
        return from_attributes(response["Item"]) if "Item" in response else None

    def batch_get(
        self,
        tenant: TenantContext,  # noqa: ARG002
        table: str,
        keys: Sequence[Key],
        *,
        consistent: bool = True,
    ) -> dict[Key, Item]:
        """Return those of up to 100 items that exist, each under its key. Raises Unavailable."""
        layout = self._layouts[table]
        wanted = [key_parameter(key) for key in checked_batch(layout, keys)]
        found: dict[Key, Item] = {}
        fruitless = 0
        while wanted:
            asked = {"Keys": wanted, "ConsistentRead": consistent}
            answered, left = self._read_batch(layout, asked)
            found |= answered
            fruitless = 0 if len(left) < len(wanted) else fruitless + 1
            self._rest(fruitless)
            wanted = left
        return found

    def query(self, tenant: TenantContext, query: Query) -> Page:  # noqa: ARG002
        """Return one page. Raises Unavailable; InvalidRequest for a cursor that is none."""
        plan = plan_query(self._layouts, query)
        if plan.empty:
            return Page((), None)
        with outages_translated(_SERVICE):
            response = self._called("Query", self._client.query, query_parameters(plan))
        items = tuple(from_attributes(attributes) for attributes in response["Items"])
        last = response.get("LastEvaluatedKey")
        return Page(items, plan.cursor(from_attributes(last)) if last else None)

    def transact(self, tenant: TenantContext, actions: Sequence[Action]) -> None:  # noqa: ARG002
        """Carry out up to 100 actions on distinct items, all or none; see the port."""
        steps = checked_transaction(self._layouts, actions)
        writes = [write_parameters(step) for step in steps]
        with refusals_translated():
            kind, parameters = writes[0]
            if len(writes) == 1 and kind != "ConditionCheck":
                single: dict[str, Callable[..., Any]] = {
                    "Put": self._client.put_item,
                    "Update": self._client.update_item,
                    "Delete": self._client.delete_item,
                }
                self._called(f"{kind}Item", single[kind], parameters)
            else:
                together: Parameters = {"TransactItems": [{k: p} for k, p in writes]}
                write = self._client.transact_write_items
                self._called("TransactWriteItems", write, together)

    def _read_batch(
        self, layout: TableLayout, asked: Mapping[str, Any]
    ) -> tuple[dict[Key, Item], list[Any]]:
        name = layout.physical_name
        with outages_translated(_SERVICE):
            response = self._called(
                "BatchGetItem", self._client.batch_get_item, {"RequestItems": {name: asked}}
            )
        answered: dict[Key, Item] = {
            key_of_attributes(layout, attributes): from_attributes(attributes)
            for attributes in response["Responses"].get(name, [])
        }
        return answered, response.get("UnprocessedKeys", {}).get(name, {}).get("Keys", [])

    def _rest(self, fruitless: int) -> None:
        if fruitless > _BATCH_ROUNDS:
            raise Unavailable(f"{_SERVICE} left a batch unanswered")
        if fruitless:
            self._pause(_FIRST_PAUSE_SECONDS * 2 ** (fruitless - 1))

    def _called(
        self, operation: str, call: Callable[..., Any], parameters: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        if self._on_capacity is None:
            plain: Mapping[str, Any] = call(**parameters)
            return plain
        response: Mapping[str, Any] = call(**parameters, ReturnConsumedCapacity="TOTAL")
        consumed = response.get("ConsumedCapacity", [])
        for each in consumed if isinstance(consumed, list) else [consumed]:
            name = self._names[each["TableName"]]
            self._on_capacity(operation, name, each["CapacityUnits"])
        return response
