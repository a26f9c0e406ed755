"""Items as DynamoDB's attribute values, and back.

Floats travel as their shortest exact decimal, so that each comes back as the same float. What is
read may come from the low-level client or from the JSON of a stream event (binary in base64).
"""

from base64 import b64decode
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from mneme.application.ports.table_store import Item, Value

AttributeValue = dict[str, Any]


def to_attributes(item: Item) -> dict[str, AttributeValue]:
    """Return the item as the low-level client takes it."""
    return {name: to_attribute(value) for name, value in item.items()}


def from_attributes(attributes: Mapping[str, Mapping[str, Any]]) -> dict[str, Value]:
    """Return the item that these attribute values are."""
    return {name: from_attribute(attribute) for name, attribute in attributes.items()}


def to_attribute(value: Value) -> AttributeValue:
    """Return one value as an attribute value."""
    match value:
        case str():
            return {"S": value}
        case bool():
            return {"BOOL": value}
        case int() | float():
            return {"N": repr(value)}
        case bytes():
            return {"B": value}
        case frozenset():
            return {"SS": sorted(value)}
    return _to_container(value)


def from_attribute(attribute: Mapping[str, Any]) -> Value:
    """Return the value of an attribute value. Raises ValueError for a type that is never stored."""
    ((kind, content),) = attribute.items()
    match kind:
        case "S" | "BOOL":
            plain: str | bool = content
            return plain
        case "N":
            return _number(content)
        case "B":
            return content if isinstance(content, bytes) else b64decode(content)
        case "SS":
            return frozenset(content)
    return _from_container(kind, content)


def _to_container(value: list[Value] | dict[str, Value] | None) -> AttributeValue:
    match value:
        case None:
            return {"NULL": True}
        case list():
            return {"L": [to_attribute(member) for member in value]}
        case dict():
            return {"M": to_attributes(value)}


def _from_container(kind: str, content: Any) -> Value:
    match kind:
        case "NULL":
            return None
        case "L":
            return [from_attribute(member) for member in content]
        case "M":
            return from_attributes(content)
    raise ValueError(f"attributes of type {kind} are never stored")


def _number(text: str) -> int | float:
    try:
        return int(text)
    except ValueError:
        number = Decimal(text)
        return int(number) if number == number.to_integral_value() else float(number)
