"""Conditions and changes as data, compiled to DynamoDB's expressions.

An expression's text is made of placeholders and operators only: no name and no value of an
attribute is ever part of it.
"""

from collections.abc import Sequence
from typing import Any, assert_never

from mneme.adapters.dynamodb_items import AttributeValue, to_attribute
from mneme.adapters.table_layout import PARTITION
from mneme.application.ports import table_store as port
from mneme.application.ports.table_store import Change, Condition, Value


class Placeholders:
    """The names and values that the expressions of one request stand for."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._values: dict[str, AttributeValue] = {}

    def name(self, attribute: str) -> str:
        """Return the placeholder of an attribute's name."""
        return self._names.setdefault(attribute, f"#n{len(self._names)}")

    def value(self, value: Value) -> str:
        """Return a new placeholder of a value."""
        placeholder = f":v{len(self._values)}"
        self._values[placeholder] = to_attribute(value)
        return placeholder

    def parameters(self) -> dict[str, Any]:
        """Return the request's parameters; the service refuses empty ones."""
        parameters: dict[str, Any] = {}
        if self._names:
            parameters["ExpressionAttributeNames"] = {p: n for n, p in self._names.items()}
        if self._values:
            parameters["ExpressionAttributeValues"] = dict(self._values)
        return parameters


def condition_expression(condition: Condition, places: Placeholders) -> str:
    """Return the condition as an expression."""
    match condition:
        case port.All(conditions):
            return _joined(" AND ", conditions, places)
        case port.Any(conditions):
            return _joined(" OR ", conditions, places)
        case port.Not(inner):
            return f"NOT ({condition_expression(inner, places)})"
        case port.Present(name):
            return f"attribute_exists({places.name(name)})"
        case port.Missing(name):
            return f"attribute_not_exists({places.name(name)})"
    return _comparison(condition, places)


def update_expression(changes: Sequence[Change], places: Placeholders) -> str:
    """Return the changes as an expression."""
    clauses: dict[str, list[str]] = {}
    for change in changes:
        clause, text = _clause(change, places)
        clauses.setdefault(clause, []).append(text)
    return " ".join(f"{clause} {', '.join(texts)}" for clause, texts in clauses.items())


def _comparison(condition: port.Equals | port.Compare | port.Contains, places: Placeholders) -> str:
    name = places.name(condition.name)
    value = places.value(condition.value)
    match condition:
        case port.Equals():
            return f"{name} = {value}"
        case port.Compare():
            return f"{name} {condition.operator} {value}"
        case port.Contains():
            # Of a string, `contains` would tell whether the value is a part of it.
            text = places.value("S")
            return f"contains({name}, {value}) AND NOT attribute_type({name}, {text})"
    assert_never(condition)


def _joined(operator: str, conditions: Sequence[Condition], places: Placeholders) -> str:
    if not conditions:
        return _constant(operator == " AND ", places)
    if len(conditions) == 1:
        return condition_expression(conditions[0], places)
    return operator.join(_operand(each, places) for each in conditions)


def _constant(holds: bool, places: Placeholders) -> str:
    name = places.name(PARTITION)
    operator = "OR" if holds else "AND"
    return f"attribute_exists({name}) {operator} attribute_not_exists({name})"


def _operand(condition: Condition, places: Placeholders) -> str:
    # The service refuses doubled parentheses, so that only what needs them has them.
    while isinstance(condition, port.All | port.Any) and len(condition.conditions) == 1:
        condition = condition.conditions[0]
    text = condition_expression(condition, places)
    return f"({text})" if isinstance(condition, port.All | port.Any | port.Contains) else text


def _clause(change: Change, places: Placeholders) -> tuple[str, str]:
    name = places.name(change.name)
    match change:
        case port.SetTo():
            return "SET", f"{name} = {places.value(change.value)}"
        case port.SetIfMissing():
            return "SET", f"{name} = if_not_exists({name}, {places.value(change.value)})"
        case port.Increase():
            return "ADD", f"{name} {places.value(change.by)}"
        case port.AddToSet():
            return "ADD", f"{name} {places.value(change.members)}"
        case port.RemoveFromSet():
            return "DELETE", f"{name} {places.value(change.members)}"
        case port.Remove():
            return "REMOVE", name
    assert_never(change)
