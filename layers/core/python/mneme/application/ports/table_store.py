"""The authority: tables with DynamoDB's semantics, conditions and updates as data.

An adapter compiles (or evaluates) the data below; it never sees an expression string. Missing
attributes make every comparison false, as in DynamoDB. There is no "not equal": write
`Not(Equals(…))`, which holds for a missing attribute.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from mneme.domain.tenancy import TenantContext

Value = (
    None | bool | int | float | str | bytes | list["Value"] | dict[str, "Value"] | frozenset[str]
)
"""What an attribute may hold. A frozenset is a string set and is never stored empty."""

Item = Mapping[str, Value]
"""One row, its key attributes included."""

BATCH_GET_LIMIT = 100
TRANSACTION_LIMIT = 100
PAGE_LIMIT = 1000


@dataclass(frozen=True, slots=True)
class Key:
    """A primary key. `sort` is None for a table without one."""

    partition: str
    sort: str | None = None


# --- conditions -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Present:
    """The attribute exists."""

    name: str


@dataclass(frozen=True, slots=True)
class Missing:
    """The attribute does not exist; on a key attribute: the item does not exist."""

    name: str


@dataclass(frozen=True, slots=True)
class Equals:
    """The attribute exists and equals the value."""

    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class Compare:
    """The attribute exists, has the value's type, and stands in this order to it."""

    name: str
    operator: Literal["<", "<=", ">", ">="]
    value: int | float | str | bytes


@dataclass(frozen=True, slots=True)
class Contains:
    """The attribute is a string set (or list) that holds the value."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class All:
    """Every one of the conditions holds."""

    conditions: tuple["Condition", ...]


@dataclass(frozen=True, slots=True)
class Any:
    """At least one of the conditions holds."""

    conditions: tuple["Condition", ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The condition does not hold."""

    condition: "Condition"


Condition = Present | Missing | Equals | Compare | Contains | All | Any | Not

# --- changes of one item --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SetTo:
    """Set the attribute to the value."""

    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class SetIfMissing:
    """Set the attribute unless it exists."""

    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class Increase:
    """Add the number to the attribute; a missing attribute counts as 0."""

    name: str
    by: int | float


@dataclass(frozen=True, slots=True)
class AddToSet:
    """Add the members to a string set; a missing attribute counts as empty."""

    name: str
    members: frozenset[str]


@dataclass(frozen=True, slots=True)
class RemoveFromSet:
    """Take the members from a string set; an emptied set is removed."""

    name: str
    members: frozenset[str]


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove the attribute."""

    name: str


Change = SetTo | SetIfMissing | Increase | AddToSet | RemoveFromSet | Remove

# --- actions of one transaction -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Put:
    """Write the whole item, replacing one with the same key."""

    table: str
    item: Item
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class Update:
    """Change attributes of one item, creating it if missing, unless the condition forbids."""

    table: str
    key: Key
    changes: tuple[Change, ...]
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class Delete:
    """Delete the item; deleting nothing is no error."""

    table: str
    key: Key
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """Change nothing, but let the transaction fail unless the condition holds."""

    table: str
    key: Key
    condition: Condition


Action = Put | Update | Delete | Check

# --- reading --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SortRange:
    """Bounds of the sort key, both inclusive; None is open."""

    low: str | int | None = None
    high: str | int | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """Items of one partition, of the table or of one of its indexes, in order of the sort key.

    `partition` is the value of the index's own partition attribute. `cursor` is what an earlier
    page returned. `consistent` cannot be asked of a global index.
    """

    table: str
    partition: str
    index: str | None = None
    sort: SortRange = field(default_factory=SortRange)
    limit: int = PAGE_LIMIT
    descending: bool = False
    cursor: str | None = None
    consistent: bool = True


@dataclass(frozen=True, slots=True)
class Page:
    """Some items, and the cursor of the next page or None at the end.

    A keys-only index yields the key attributes of table and index only.
    """

    items: tuple[Item, ...]
    cursor: str | None


class TableStore(Protocol):
    """The authority's tables, as `infra/tables.py` defines them."""

    def get(
        self, tenant: TenantContext, table: str, key: Key, *, consistent: bool = True
    ) -> Item | None:
        """Return the item, or None. Raises Unavailable."""
        ...

    def batch_get(
        self, tenant: TenantContext, table: str, keys: Sequence[Key], *, consistent: bool = True
    ) -> dict[Key, Item]:
        """Return those of up to 100 items that exist, each under its key. Raises Unavailable."""
        ...

    def query(self, tenant: TenantContext, query: Query) -> Page:
        """Return one page. Raises Unavailable; InvalidRequest for a cursor that is none."""
        ...

    def transact(self, tenant: TenantContext, actions: Sequence[Action]) -> None:
        """Carry out up to 100 actions on distinct items, all or none.

        Raises WriteConflict with the positions of the conditions that did not hold, ValueError for
        a transaction that is too large or names an item twice, Unavailable. Sending a transaction
        again after Unavailable is safe only if its conditions make it so.
        """
        ...
