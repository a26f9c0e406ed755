"""What a transaction may ask for, checked alike by every table store before it is carried out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from mneme.adapters.item_rules import (
    check_indexed,
    check_key,
    checked_item,
    checked_name,
    checked_number,
    checked_set,
    checked_value,
    item_size,
    key_of,
)
from mneme.adapters.table_layout import PARTITION, SORT, TableLayout
from mneme.application.ports.table_store import (
    BATCH_GET_LIMIT,
    TRANSACTION_LIMIT,
    Action,
    AddToSet,
    All,
    Any,
    Change,
    Check,
    Compare,
    Condition,
    Delete,
    Equals,
    Increase,
    Key,
    Not,
    Put,
    Remove,
    RemoveFromSet,
    SetIfMissing,
    SetTo,
    Update,
    Value,
)

TRANSACTION_LIMIT_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a checked transaction, with its table and key; all values are checked.

    `size` is what it writes, in bytes.
    """

    action: Action
    layout: TableLayout
    key: Key
    size: int = 0

    @property
    def key_attributes(self) -> dict[str, Value]:
        """The key as attributes of an item."""
        return key_attributes(self.key)


def key_attributes(key: Key) -> dict[str, Value]:
    """Return the key as attributes of an item."""
    if key.sort is None:
        return {PARTITION: key.partition}
    return {PARTITION: key.partition, SORT: key.sort}


def checked_transaction(
    layouts: Mapping[str, TableLayout], actions: Sequence[Action]
) -> tuple[Step, ...]:
    """Return the transaction's steps. Raises ValueError unless it may be carried out."""
    if not 0 < len(actions) <= TRANSACTION_LIMIT:
        raise ValueError(f"a transaction has 1 to {TRANSACTION_LIMIT} actions")
    steps = tuple(_checked_step(layouts[action.table], action) for action in actions)
    if len({(step.layout.name, step.key) for step in steps}) < len(steps):
        raise ValueError("a transaction names each item once")
    check_total(step.size for step in steps)
    return steps


def check_total(sizes: Iterable[int]) -> None:
    """Raise ValueError if items of these sizes are too many bytes for one transaction."""
    if sum(sizes) > TRANSACTION_LIMIT_BYTES:
        raise ValueError("the transaction is larger than 4 MB")


def _checked_step(layout: TableLayout, action: Action) -> Step:
    if action.condition is not None:
        action = replace(action, condition=_checked_condition(action.condition))
    match action:
        case Put():
            item = checked_item(layout, action.item)
            key = key_of(layout, item)
            return Step(replace(action, item=item), layout, key, item_size(item))
        case Update():
            check_key(layout, action.key)
            changes = _checked_changes(layout, action.changes)
            size = item_size(_written(layout, changes))
            return Step(replace(action, changes=changes), layout, action.key, size)
        case Delete() | Check():
            check_key(layout, action.key)
            return Step(action, layout, action.key)


def _checked_condition(condition: Condition) -> Condition:
    match condition:
        case All(conditions) | Any(conditions):
            return replace(condition, conditions=tuple(map(_checked_condition, conditions)))
        case Not(inner):
            return Not(_checked_condition(inner))
        case Equals(name, value):
            return Equals(checked_name(name), checked_value(value))
        case Compare(name, operator, bound):
            return Compare(checked_name(name), operator, _checked_bound(bound))
    checked_name(condition.name)
    return condition


def _checked_bound(bound: Value) -> int | float | str | bytes:
    value = checked_value(bound)
    if isinstance(value, bool) or not isinstance(value, int | float | str | bytes):
        raise TypeError("only numbers, strings and bytes stand in an order")
    return value


def _checked_changes(layout: TableLayout, changes: Sequence[Change]) -> tuple[Change, ...]:
    names = [change.name for change in changes]
    if not names or len(set(names)) < len(names):
        raise ValueError("an update changes at least one attribute, and each once")
    if PARTITION in names or (layout.sorted and SORT in names):
        raise ValueError("an update cannot change the item's key")
    return tuple(map(_checked_change, changes))


def _written(layout: TableLayout, changes: Sequence[Change]) -> dict[str, Value]:
    written = {
        change.name: _operand(change)
        for change in changes
        if not isinstance(change, Remove | RemoveFromSet)
    }
    check_indexed(layout, written)
    return written


def _operand(change: SetTo | SetIfMissing | Increase | AddToSet) -> Value:
    match change:
        case Increase(_, by):
            return by
        case AddToSet(_, members):
            return members
        case SetTo(_, value) | SetIfMissing(_, value):
            return value


def _checked_change(change: Change) -> Change:
    checked_name(change.name)
    match change:
        case SetTo() | SetIfMissing():
            return replace(change, value=checked_value(change.value))
        case Increase():
            return replace(change, by=checked_number(change.by))
        case AddToSet() | RemoveFromSet():
            return replace(change, members=checked_set(change.members))
        case Remove():
            return change


def checked_batch(layout: TableLayout, keys: Sequence[Key]) -> tuple[Key, ...]:
    """Return the distinct keys. Raises ValueError if they are more than one batch may hold."""
    distinct = tuple(dict.fromkeys(keys))
    if len(distinct) > BATCH_GET_LIMIT:
        raise ValueError(f"a batch has up to {BATCH_GET_LIMIT} keys")
    for key in distinct:
        check_key(layout, key)
    return distinct
