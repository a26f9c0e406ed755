"""Items as DynamoDB writes them in stream events: every value under the letter of its type."""

import base64
from decimal import Decimal
from typing import Any

from mneme.application.ports.table_store import Item, Value

AttributeValue = dict[str, Any]


def attribute_values(item: Item) -> dict[str, AttributeValue]:
    """Return the item in the form of stream events."""
    return {name: attribute_value(value) for name, value in item.items()}


def attribute_value(value: Value) -> AttributeValue:  # noqa: PLR0911 - one line a type
    """Return the value under its type's letter; bytes are base64, as in every event's JSON."""
    match value:
        case None:
            return {"NULL": True}
        case bool():
            return {"BOOL": value}
        case int() | float():
            return {"N": _number(value)}
        case str():
            return {"S": value}
        case bytes():
            return {"B": base64.b64encode(value).decode("ascii")}
        case list():
            return {"L": [attribute_value(member) for member in value]}
        case dict():
            return {"M": attribute_values(value)}
        case frozenset():
            return {"SS": sorted(value)}


def _number(value: float) -> str:
    """Return the shortest plain decimal: no exponent, no zeros at its end."""
    plain = format(Decimal(repr(value)), "f")
    return plain.rstrip("0").rstrip(".") if "." in plain else plain
