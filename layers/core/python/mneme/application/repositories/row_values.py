"""Typed values in rows, and out of them: a row that does not fit is a fault, never a guess."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from enum import StrEnum
from functools import cache
from typing import TypeVar

from mneme.application.ports.table_store import Item
from mneme.domain.errors import InternalFault

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECONDS = 1000
_LEAST_SHARE = 1e-100
"""No table holds a number that is nearer to 0 than 1e-130."""

Choice = TypeVar("Choice", bound=StrEnum)


def milliseconds(instant: datetime) -> int:
    """Return an instant as milliseconds since 1970, exactly."""
    return (instant - _EPOCH) // timedelta(milliseconds=1)


def seconds(instant: datetime) -> int:
    """Return an instant as whole seconds since 1970, as an expiry is told."""
    return (instant - _EPOCH) // timedelta(seconds=1)


def instant_of(value: int) -> datetime:
    """Undo `milliseconds`."""
    return _EPOCH + timedelta(0, 0, 0, value)


def rest_of(instant: datetime) -> int:
    """Return what `milliseconds` leaves of an instant: its offset in minutes, and microseconds.

    0 for most instants of our own. An offset of parts of a minute is not kept.
    """
    offset = instant.utcoffset() or timedelta()
    return offset // timedelta(minutes=1) * _MICROSECONDS + instant.microsecond % _MICROSECONDS


def with_rest(instant: datetime, rest: int) -> datetime:
    """Return the instant of a whole millisecond with its rest."""
    if not rest:
        return instant
    minutes, microseconds = divmod(rest, _MICROSECONDS)
    exact = instant + timedelta(microseconds=microseconds)
    return exact.astimezone(timezone(timedelta(minutes=minutes))) if minutes else exact


def share(value: float) -> float:
    """Return a number from 0 to 1 as a row holds it: what is next to nothing is nothing."""
    return value if value >= _LEAST_SHARE else 0.0


def text(row: Item, name: str) -> str:
    """Return a string attribute."""
    value = row.get(name)
    if not isinstance(value, str):
        raise InternalFault(f"a row lacks `{name}`")
    return value


def optional_text(row: Item, name: str) -> str | None:
    """Return a string attribute, or None if it is missing."""
    return text(row, name) if name in row else None


def choice(row: Item, name: str, of: type[Choice]) -> Choice:
    """Return a string attribute that is a value of the enumeration."""
    found = _by_value(of).get(text(row, name))
    if not isinstance(found, of):
        raise InternalFault(f"a row lacks `{name}`")
    return found


def whole(row: Item, name: str, default: int | None = None) -> int:
    """Return an integer attribute."""
    value = row.get(name, default)
    if type(value) is not int:  # a truth value is none
        raise InternalFault(f"a row lacks `{name}`")
    return value


def wholes(row: Item, name: str) -> list[int]:
    """Return a list of integers; a missing one is empty."""
    value = row.get(name, [])
    found = [one for one in value if type(one) is int] if isinstance(value, list) else []
    if found != value:  # a truth value is none
        raise InternalFault(f"a row lacks `{name}`")
    return found


def texts(row: Item, name: str) -> list[str]:
    """Return a list of strings; a missing one is empty."""
    value = row.get(name, [])
    found = [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
    if found != value:
        raise InternalFault(f"a row lacks `{name}`")
    return found


def decimal(row: Item, name: str) -> float:
    """Return a number attribute as a float."""
    value = row.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InternalFault(f"a row lacks `{name}`")
    return float(value)


def flag(row: Item, name: str) -> bool:
    """Return a boolean attribute; a missing one is false."""
    return row.get(name) is True


def binary(row: Item, name: str) -> bytes:
    """Return a bytes attribute."""
    value = row.get(name)
    if not isinstance(value, bytes):
        raise InternalFault(f"a row lacks `{name}`")
    return value


def members(row: Item, name: str) -> frozenset[str]:
    """Return a string set; a missing one is empty."""
    value = row.get(name, frozenset())
    if not isinstance(value, frozenset):
        raise InternalFault(f"a row lacks `{name}`")
    return value


def instant(row: Item, name: str) -> datetime:
    """Return an instant kept in milliseconds."""
    return instant_of(whole(row, name))


def optional_instant(row: Item, name: str) -> datetime | None:
    """Return an instant kept in milliseconds, or None if it is missing."""
    return instant(row, name) if name in row else None


def offset_instant(row: Item, name: str) -> datetime:
    """Return an instant kept as text with its offset."""
    return datetime.fromisoformat(text(row, name))


def optional_offset_instant(row: Item, name: str) -> datetime | None:
    """Return an instant kept as text with its offset, or None if it is missing."""
    return offset_instant(row, name) if name in row else None


@cache
def _by_value(of: type[StrEnum]) -> Mapping[str, StrEnum]:
    # An enumeration finds its members five times slower: a recall asks for hundreds.
    return {one.value: one for one in of}
