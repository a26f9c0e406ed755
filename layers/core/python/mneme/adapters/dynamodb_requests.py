"""Keys, queries and steps of a transaction as parameters of the low-level DynamoDB client."""

from collections.abc import Mapping
from typing import Any

from mneme.adapters.dynamodb_expressions import (
    Placeholders,
    condition_expression,
    update_expression,
)
from mneme.adapters.dynamodb_items import (
    AttributeValue,
    from_attributes,
    to_attributes,
)
from mneme.adapters.item_rules import key_of
from mneme.adapters.query_plan import QueryPlan
from mneme.adapters.table_layout import TableLayout
from mneme.adapters.transaction_rules import Step, key_attributes
from mneme.application.ports.table_store import Check, Delete, Key, Put, Update, Value

Parameters = dict[str, Any]


def key_parameter(key: Key) -> dict[str, AttributeValue]:
    """Return the key as attribute values."""
    return to_attributes(key_attributes(key))


def key_of_attributes(layout: TableLayout, attributes: Mapping[str, AttributeValue]) -> Key:
    """Return the key among these attribute values."""
    return key_of(layout, from_attributes(attributes))


def write_parameters(step: Step) -> tuple[str, Parameters]:
    """Return the name of the step's kind of write and its parameters.

    They are the same for a request of its own and within `TransactWriteItems`.
    """
    action = step.action
    places = Placeholders()
    parameters: Parameters = {"TableName": step.layout.physical_name}
    if isinstance(action, Put):
        parameters["Item"] = to_attributes(action.item)
    else:
        parameters["Key"] = key_parameter(step.key)
    if isinstance(action, Update):
        parameters["UpdateExpression"] = update_expression(action.changes, places)
    if action.condition is not None:
        parameters["ConditionExpression"] = condition_expression(action.condition, places)
    return _KINDS[type(action)], parameters | places.parameters()


def query_parameters(plan: QueryPlan) -> Parameters:
    """Return the parameters of `Query`."""
    query = plan.query
    places = Placeholders()
    parameters: Parameters = {
        "TableName": plan.layout.physical_name,
        "KeyConditionExpression": _key_condition(plan, places),
        "ScanIndexForward": not query.descending,
        "ConsistentRead": query.consistent,
        "Limit": query.limit,
    }
    if query.index is not None:
        parameters["IndexName"] = query.index
    if plan.start is not None:
        start = {plan.partition_attribute: query.partition, **plan.start}
        parameters["ExclusiveStartKey"] = to_attributes(start)
    return parameters | places.parameters()


def _key_condition(plan: QueryPlan, places: Placeholders) -> str:
    bounds = plan.query.sort
    terms = [_term(places, plan.partition_attribute, "=", plan.query.partition)]
    if plan.sort_attribute is None:
        return terms[0]
    if bounds.low is not None and bounds.high is not None:
        name = places.name(plan.sort_attribute)
        low, high = places.value(bounds.low), places.value(bounds.high)
        terms.append(f"{name} BETWEEN {low} AND {high}")
    elif bounds.low is not None:
        terms.append(_term(places, plan.sort_attribute, ">=", bounds.low))
    elif bounds.high is not None:
        terms.append(_term(places, plan.sort_attribute, "<=", bounds.high))
    return " AND ".join(terms)


def _term(places: Placeholders, attribute: str, operator: str, value: Value) -> str:
    return f"{places.name(attribute)} {operator} {places.value(value)}"


_KINDS = {Put: "Put", Update: "Update", Delete: "Delete", Check: "ConditionCheck"}
