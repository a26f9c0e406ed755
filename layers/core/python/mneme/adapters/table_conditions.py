"""Conditions and changes as data, evaluated over an item with DynamoDB's semantics. Pure."""

import operator
from collections.abc import Callable, Mapping, Sequence
from decimal import Context, Decimal
from typing import assert_never

from mneme.adapters.item_rules import checked_number
from mneme.application.ports.table_store import (
    AddToSet,
    All,
    Any,
    Change,
    Compare,
    Condition,
    Contains,
    Equals,
    Increase,
    Item,
    Missing,
    Not,
    Present,
    Remove,
    RemoveFromSet,
    SetIfMissing,
    SetTo,
    Value,
)

_NUMBERS = Context(prec=38)
_ABSENT: Item = {}
_Comparison = Present | Missing | Equals | Compare | Contains
_OPERATORS: dict[str, Callable[..., bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def holds(condition: Condition, item: Item | None) -> bool:
    """Return whether the condition holds; an item that does not exist has no attributes."""
    present = _ABSENT if item is None else item
    match condition:
        case All(conditions):
            return all(holds(each, present) for each in conditions)
        case Any(conditions):
            return any(holds(each, present) for each in conditions)
        case Not(inner):
            return not holds(inner, present)
    return _compares(condition, present)


def _compares(condition: _Comparison, item: Item) -> bool:
    match condition:
        case Present(name):
            return name in item
        case Missing(name):
            return name not in item
        case Equals(name, value):
            return name in item and same(item[name], value)
        case Compare(name):
            return name in item and _in_order(item[name], condition)
        case Contains(name, member):
            return _contains(item.get(name), member)
    assert_never(condition)


def changed(key: Item, item: Item | None, changes: Sequence[Change]) -> dict[str, Value] | None:
    """Return the item after the changes: a new one with these key attributes if there was none.

    Changes that only take away create no item: the result is then None. Raises ValueError if an
    attribute has not the type that a change needs.
    """
    if item is None and all(isinstance(change, Remove | RemoveFromSet) for change in changes):
        return None
    result = dict(key if item is None else item)
    for change in changes:
        _apply(change, result)
    return result


def same(left: Value, right: Value) -> bool:
    """Return whether two values are equal and of one type: true is not 1, but 1 is 1.0."""
    if _type(left) is not _type(right):
        return False
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return same_items(left, right)
    return left == right


def same_items(left: Item, right: Item) -> bool:
    """Return whether two items have equal attributes."""
    return left.keys() == right.keys() and all(same(left[name], right[name]) for name in left)


def _type(value: Value) -> type:
    for kind in (bool, str, bytes, list, dict, frozenset):
        if isinstance(value, kind):
            return kind
    return type(None) if value is None else float


def _in_order(value: Value, condition: Compare) -> bool:
    # Code points stand in the order of their UTF-8 bytes, so that strings compare as DynamoDB's.
    if _type(value) is not _type(condition.value):
        return False
    return _OPERATORS[condition.operator](value, condition.value)


def _contains(value: Value, member: str) -> bool:
    match value:
        case frozenset():
            return member in value
        case list():
            return any(same(each, member) for each in value)
    return False


def _apply(change: Change, result: dict[str, Value]) -> None:
    match change:
        case SetTo(name, value):
            result[name] = value
        case SetIfMissing(name, value):
            result.setdefault(name, value)
        case Increase(name, by):
            result[name] = _sum(result.get(name, 0), by)
        case AddToSet(name, members):
            result[name] = _set_at(result, name) | members
        case RemoveFromSet(name, members):
            _keep(result, name, _set_at(result, name) - members)
        case Remove(name):
            result.pop(name, None)
        case _:
            assert_never(change)


def _sum(value: Value, by: int | float) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("only a number can be increased")  # noqa: TRY004  the stored item is at fault
    if isinstance(value, int) and isinstance(by, int):
        return checked_number(value + by)
    # Decimal, as DynamoDB adds: 0.1 and 0.2 make 0.3.
    total = _NUMBERS.add(Decimal(repr(value)), Decimal(repr(by)))
    return checked_number(int(total) if total == total.to_integral_value() else float(total))


def _set_at(item: Mapping[str, Value], name: str) -> frozenset[str]:
    members = item.get(name, frozenset())
    if not isinstance(members, frozenset):
        raise ValueError("only a string set takes or gives members")  # noqa: TRY004  the stored item is at fault
    return members


def _keep(result: dict[str, Value], name: str, members: frozenset[str]) -> None:
    if members:
        result[name] = members
    else:
        result.pop(name, None)
