"""Which calls the DynamoDB table store makes, and what it makes of the answers."""

from collections.abc import Mapping
from typing import Any, cast

import pytest

from mneme.adapters.dynamodb_table_store import DynamodbTableStore
from mneme.adapters.table_layout import TableLayout
from mneme.application.ports.table_store import (
    Action,
    Check,
    Delete,
    Key,
    Missing,
    Present,
    Put,
    Query,
    SetTo,
    Update,
)
from mneme.domain.errors import Unavailable
from mneme.domain.tenancy import internal_context
from tests.unit.adapters.scripted_client import ScriptedClient, refusal

TENANT = internal_context("acme")
LAYOUTS = {"heads": TableLayout("heads", "prod-heads", sorted=True, stream=True, indexes={})}
KEY = Key("p", "m")
PUT = Put("heads", {"pk": "p", "sk": "m"}, Missing("pk"))
OTHER = Put("heads", {"pk": "p", "sk": "n"})
WIRE_KEY = {"pk": {"S": "p"}, "sk": {"S": "m"}}


class Stores:
    """A table store over a scripted client, with what it reported."""

    def __init__(self, *answers: Mapping[str, Any] | Exception) -> None:
        self.client = ScriptedClient(*answers)
        self.capacity: list[tuple[str, str, float]] = []
        self.pauses: list[float] = []
        self.store = DynamodbTableStore(cast(Any, self.client), LAYOUTS, pause=self.pauses.append)

    def counting(self) -> DynamodbTableStore:
        def count(operation: str, table: str, units: float) -> None:
            self.capacity.append((operation, table, units))

        return DynamodbTableStore(cast(Any, self.client), LAYOUTS, on_capacity=count)


@pytest.mark.parametrize(
    ("action", "operation"),
    [
        (PUT, "put_item"),
        (Update("heads", KEY, (SetTo("a", 1),)), "update_item"),
        (Delete("heads", KEY), "delete_item"),
        (Check("heads", KEY, Present("pk")), "transact_write_items"),
    ],
)
def test_one_action_is_one_plain_write_if_there_is_one(action: Action, operation: str) -> None:
    stores = Stores({})

    stores.store.transact(TENANT, [action])

    assert stores.client.operations == [operation]


def test_several_actions_are_one_transaction_of_the_physical_table() -> None:
    stores = Stores({})

    stores.store.transact(TENANT, [PUT, Delete("heads", Key("p", "x"), Present("pk"))])

    assert stores.client.calls == [
        (
            "transact_write_items",
            {
                "TransactItems": [
                    {
                        "Put": {
                            "TableName": "prod-heads",
                            "Item": WIRE_KEY,
                            "ConditionExpression": "attribute_not_exists(#n0)",
                            "ExpressionAttributeNames": {"#n0": "pk"},
                        }
                    },
                    {
                        "Delete": {
                            "TableName": "prod-heads",
                            "Key": {"pk": {"S": "p"}, "sk": {"S": "x"}},
                            "ConditionExpression": "attribute_exists(#n0)",
                            "ExpressionAttributeNames": {"#n0": "pk"},
                        }
                    },
                ]
            },
        )
    ]


def test_reads_that_are_throttled_are_unavailable() -> None:
    error = refusal("ThrottlingException")
    store = Stores(error, error, error).store

    with pytest.raises(Unavailable):
        store.get(TENANT, "heads", KEY)
    with pytest.raises(Unavailable):
        store.batch_get(TENANT, "heads", [KEY])
    with pytest.raises(Unavailable):
        store.query(TENANT, Query("heads", "p"))


@pytest.mark.parametrize("consistent", [True, False])
def test_a_read_is_as_consistent_as_it_was_asked_to_be(consistent: bool) -> None:
    stores = Stores({}, {"Responses": {}}, {"Items": []})

    stores.store.get(TENANT, "heads", KEY, consistent=consistent)
    stores.store.batch_get(TENANT, "heads", [KEY], consistent=consistent)
    stores.store.query(TENANT, Query("heads", "p", consistent=consistent))

    get, batch, query = (parameters for _, parameters in stores.client.calls)
    asked = (get, batch["RequestItems"]["prod-heads"], query)
    assert [each["ConsistentRead"] for each in asked] == [consistent] * 3


def test_what_a_batch_left_out_is_asked_for_again() -> None:
    left = {"prod-heads": {"Keys": [WIRE_KEY]}}
    found = {"prod-heads": [WIRE_KEY]}
    stores = Stores(
        {"Responses": {}, "UnprocessedKeys": left},
        {"Responses": found, "UnprocessedKeys": {}},
    )

    assert stores.store.batch_get(TENANT, "heads", [KEY]) == {KEY: {"pk": "p", "sk": "m"}}
    assert len(stores.pauses) == 1


def test_a_batch_that_makes_progress_does_not_pause() -> None:
    other = {"pk": {"S": "p"}, "sk": {"S": "n"}}
    stores = Stores(
        {
            "Responses": {"prod-heads": [other]},
            "UnprocessedKeys": {"prod-heads": {"Keys": [WIRE_KEY]}},
        },
        {"Responses": {"prod-heads": [WIRE_KEY]}},
    )

    assert len(stores.store.batch_get(TENANT, "heads", [KEY, Key("p", "n")])) == 2
    assert stores.pauses == []


def test_a_batch_that_stays_unanswered_is_unavailable_in_the_end() -> None:
    nothing = {"Responses": {}, "UnprocessedKeys": {"prod-heads": {"Keys": [WIRE_KEY]}}}
    stores = Stores(*[nothing] * 10)

    with pytest.raises(Unavailable):
        stores.store.batch_get(TENANT, "heads", [KEY])

    assert len(stores.client.calls) == 5
    assert stores.pauses == sorted(stores.pauses)


def test_capacity_is_reported_under_the_tables_own_name() -> None:
    units = {"TableName": "prod-heads", "CapacityUnits": 2.0}
    stores = Stores(
        {"ConsumedCapacity": units},
        {"ConsumedCapacity": [units]},
        {"ConsumedCapacity": units, "Items": []},
    )
    store = stores.counting()

    store.get(TENANT, "heads", KEY)
    store.transact(TENANT, [PUT, OTHER])
    store.query(TENANT, Query("heads", "p"))

    assert stores.capacity == [
        ("GetItem", "heads", 2.0),
        ("TransactWriteItems", "heads", 2.0),
        ("Query", "heads", 2.0),
    ]
    assert {call["ReturnConsumedCapacity"] for _, call in stores.client.calls} == {"TOTAL"}
