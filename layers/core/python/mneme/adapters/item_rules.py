"""What an item may hold: DynamoDB's types and limits, enforced alike by every table store.

A store gives numbers back as DynamoDB does: a whole float returns as the equal int. Both adapters
therefore see values only after `checked_value`.
"""

import math

from mneme.adapters.table_layout import PARTITION, SORT, IndexLayout, TableLayout
from mneme.application.ports.table_store import Item, Key, Value

ITEM_LIMIT_BYTES = 400 * 1024
PARTITION_LIMIT_BYTES = 2048
SORT_LIMIT_BYTES = 1024

_LARGEST = 10**38
_SMALLEST = 1e-130
_LARGEST_INDEXED = 2**63
_CONTAINER_BYTES = 3


def checked_value(value: Value) -> Value:
    """Return the value as the store will give it back.

    Raises ValueError for an empty set, an empty name or a number that DynamoDB cannot hold, and
    TypeError for what is no `Value`. String and integer enumerations become what they stand for.
    """
    match value:
        case None | bool() | bytes():
            return value
        case str():
            return str.__str__(value)
        case int() | float():
            return checked_number(value)
        case list():
            return [checked_value(member) for member in value]
        case dict():
            return {checked_name(name): checked_value(member) for name, member in value.items()}
        case frozenset():
            return checked_set(value)
    raise TypeError(f"an attribute cannot hold a {type(value).__name__}")


def checked_number(value: int | float) -> int | float:
    """Return the number, a whole one as int. Raises ValueError if it is out of DynamoDB's range."""
    if isinstance(value, float):
        if not math.isfinite(value) or 0 < abs(value) < _SMALLEST:
            raise ValueError("the number cannot be stored")
        if not value.is_integer():
            return value
    whole = int(value)
    if abs(whole) >= _LARGEST:
        raise ValueError("the number cannot be stored")
    return whole


def checked_set(members: frozenset[str]) -> frozenset[str]:
    """Return the string set. Raises ValueError if it is empty, TypeError for other members."""
    if not members:
        raise ValueError("an empty set cannot be stored")
    if not all(isinstance(member, str) for member in members):
        raise TypeError("a set holds strings only")
    return frozenset(str.__str__(member) for member in members)


def checked_name(name: str) -> str:
    """Return the attribute's name. Raises ValueError if it is empty."""
    if not name:
        raise ValueError("an attribute needs a name")
    return name


def checked_item(layout: TableLayout, item: Item) -> dict[str, Value]:
    """Return a copy of the item as the store will give it back. Raises ValueError if it cannot."""
    result = {checked_name(name): checked_value(value) for name, value in item.items()}
    check_indexed(layout, result)
    return result


def key_of(layout: TableLayout, item: Item) -> Key:
    """Return the item's key. Raises ValueError if an attribute of it is missing, empty or long."""
    partition = item.get(PARTITION)
    sort = item.get(SORT) if layout.sorted else None
    if not isinstance(partition, str) or (layout.sorted and not isinstance(sort, str)):
        raise ValueError(f"the item lacks a key of {layout.name}")
    key = Key(partition, sort if isinstance(sort, str) else None)
    check_key(layout, key)
    return key


def check_key(layout: TableLayout, key: Key) -> None:
    """Raise ValueError unless the key fits the table and DynamoDB's limits."""
    check_key_part(key.partition, PARTITION_LIMIT_BYTES)
    if (key.sort is not None) is not layout.sorted:
        raise ValueError(f"the key does not fit {layout.name}")
    if key.sort is not None:
        check_key_part(key.sort, SORT_LIMIT_BYTES)


def check_key_part(part: Value, limit: int) -> None:
    """Raise ValueError unless this is a non-empty string of at most `limit` bytes."""
    if not isinstance(part, str) or not part or len(part.encode()) > limit:
        raise ValueError("a key attribute must be a string that is neither empty nor too long")


def check_indexed(layout: TableLayout, attributes: Item) -> None:
    """Raise ValueError if an attribute that an index is ordered by has the wrong type."""
    for index in layout.indexes.values():
        if index.partition_attribute in attributes:
            check_key_part(attributes[index.partition_attribute], PARTITION_LIMIT_BYTES)
        if index.sort_attribute in attributes:
            check_index_sort(index, attributes[index.sort_attribute])


def check_index_sort(index: IndexLayout, value: Value) -> None:
    """Raise ValueError unless the value can stand in the order of this index."""
    if not index.numeric:
        check_key_part(value, SORT_LIMIT_BYTES)
    elif isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"index {index.name} is ordered by a number")
    elif not abs(value) < _LARGEST_INDEXED:
        raise ValueError(f"a number of index {index.name} must fit 64 bits")


def item_size(item: Item) -> int:
    """Return the item's size in bytes as DynamoDB counts it. Raises ValueError over 400 KB."""
    # Every write asks: the strings are measured in one go.
    texts = [*item, *(value for value in item.values() if isinstance(value, str))]
    size = len("".join(texts).encode())
    size += sum(_value_size(value) for value in item.values() if not isinstance(value, str))
    if size > ITEM_LIMIT_BYTES:
        raise ValueError("the item is larger than 400 KB")
    return size


def _value_size(value: Value) -> int:
    match value:
        case str():
            return len(value.encode())
        case bytes():
            return len(value)
        case None | bool():
            return 1
        case int() | float():
            return (len(repr(value)) + 1) // 2 + 1
    return _container_size(value)


def _container_size(value: list[Value] | dict[str, Value] | frozenset[str]) -> int:
    match value:
        case frozenset():
            return sum(map(_value_size, value))
        case list():
            return _CONTAINER_BYTES + sum(1 + _value_size(member) for member in value)
        case dict():
            members = (1 + len(name.encode()) + _value_size(v) for name, v in value.items())
            return _CONTAINER_BYTES + sum(members)
