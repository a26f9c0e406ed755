"""Random programs of transactions, for comparing table stores with each other.

`typed` programs keep each attribute to one type; moto compares Python's values, whatever their
type, so that only the emulator is asked about mixed ones.
"""

from collections.abc import Sequence

from hypothesis import strategies as st

from mneme.application.ports.table_store import (
    Action,
    AddToSet,
    All,
    Any,
    Change,
    Check,
    Compare,
    Condition,
    Contains,
    Delete,
    Equals,
    Increase,
    Key,
    Missing,
    Not,
    Present,
    Put,
    Query,
    Remove,
    RemoveFromSet,
    SetIfMissing,
    SetTo,
    Update,
    Value,
)

Program = list[list[Action]]

TABLES = ("heads", "guards")
SORTS = ("m1", "m2", "é")
_PARTITION = "?"

_numbers = st.integers(-5, 5) | st.sampled_from([0.25, -1.5, 2.0])
_texts = st.sampled_from(["", "a", "ab", "b", "é", "🍕"])
_members = st.frozensets(st.sampled_from(["a", "b", "c"]), min_size=1)
_bytes = st.binary(max_size=2)
_lists: st.SearchStrategy[Value] = st.lists(_texts, max_size=2)
_maps: st.SearchStrategy[Value] = st.dictionaries(
    st.sampled_from(["x", "y"]), _numbers | _lists, max_size=2
)
_KINDS: dict[str, st.SearchStrategy[Value]] = {
    "number": _numbers,
    "text": _texts,
    "set": _members,
    "bytes": _bytes,
    "flag": st.booleans(),
    "list": _lists,
    "map": _maps,
}
_ANYTHING: st.SearchStrategy[Value] = st.none() | st.one_of(*_KINDS.values())
_ORDERED = st.sampled_from(["number", "text", "bytes"])


def programs(*, typed: bool) -> st.SearchStrategy[Program]:
    """Return a strategy of sequences of transactions on a few items of one partition."""
    actions = st.lists(
        _actions(typed), min_size=1, max_size=4, unique_by=lambda act: (act.table, sort_of(act))
    )
    return st.lists(actions, min_size=1, max_size=6)


def placed(transaction: Sequence[Action], partition: str) -> list[Action]:
    """Return the transaction in this partition."""
    return [_placed(action, partition) for action in transaction]


def sort_of(action: Action) -> Value:
    """Return the sort key of an action's item."""
    return action.item["sk"] if isinstance(action, Put) else action.key.sort


def everything(partition: str) -> list[Query]:
    """Return queries that show all that the programs write."""
    whole = [Query(table, partition) for table in TABLES]
    return [*whole, Query("heads", partition, index="changed", descending=True)]


def _placed(action: Action, partition: str) -> Action:
    match action:
        case Put(table, item, condition):
            return Put(table, {**item, "pk": partition}, condition)
        case Update(table, key, changes, condition):
            return Update(table, Key(partition, key.sort), changes, condition)
        case Delete(table, key, condition):
            return Delete(table, Key(partition, key.sort), condition)
        case Check(table, key, condition):
            return Check(table, Key(partition, key.sort), condition)


def _values(name: str, typed: bool) -> st.SearchStrategy[Value]:
    return _KINDS[name] if typed else _ANYTHING


def _named(typed: bool) -> st.SearchStrategy[tuple[str, Value]]:
    names = st.sampled_from(sorted(_KINDS))
    return names.flatmap(lambda name: st.tuples(st.just(name), _values(name, typed)))


def _conditions(typed: bool) -> st.SearchStrategy[Condition]:
    names = st.sampled_from([*sorted(_KINDS), "pk"])
    bounds = _ORDERED.flatmap(lambda name: st.tuples(st.just(name), _KINDS[name]))
    operators = st.sampled_from(["<", "<=", ">", ">="])
    sets = st.sampled_from(["set", "list"] if typed else sorted(_KINDS))
    leaves = st.one_of(
        st.builds(Present, names),
        st.builds(Missing, names),
        _named(typed).map(lambda pair: Equals(*pair)),
        st.tuples(bounds, operators).map(lambda it: Compare(it[0][0], it[1], it[0][1])),  # type: ignore[arg-type]
        st.builds(Contains, sets, st.sampled_from(["a", "b"])),
    )
    return st.recursive(leaves, _combined, max_leaves=4)


def _combined(inner: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
    several = st.lists(inner, max_size=3).map(tuple)
    return st.builds(All, several) | st.builds(Any, several) | st.builds(Not, inner)


def _changes(typed: bool) -> st.SearchStrategy[tuple[Change, ...]]:
    numbers = st.just("number") if typed else st.sampled_from(sorted(_KINDS))
    sets = st.just("set") if typed else st.sampled_from(sorted(_KINDS))
    change = st.one_of(
        _named(typed).map(lambda pair: SetTo(*pair)),
        _named(typed).map(lambda pair: SetIfMissing(*pair)),
        st.builds(Increase, numbers, _numbers),
        st.builds(AddToSet, sets, _members),
        st.builds(RemoveFromSet, sets, _members),
        st.builds(Remove, st.sampled_from(sorted(_KINDS))),
    )
    changes = st.lists(change, max_size=4, unique_by=lambda each: each.name)
    # Emulators create an item for changes that only take away; DynamoDB does not.
    first = st.builds(SetTo, st.just("changed_at"), _numbers)
    return st.tuples(first, changes).map(lambda pair: (pair[0], *pair[1]))


def _actions(typed: bool) -> st.SearchStrategy[Action]:
    tables, keys = (
        st.sampled_from(TABLES),
        st.builds(Key, st.just(_PARTITION), st.sampled_from(SORTS)),
    )
    condition = _conditions(typed)
    perhaps = st.none() | condition
    attributes = st.lists(_named(typed), max_size=4).map(dict)
    items = st.tuples(st.sampled_from(SORTS), attributes).map(
        lambda pair: {"pk": _PARTITION, "sk": pair[0], **pair[1]}
    )
    return st.one_of(
        st.builds(Put, tables, items, perhaps),
        st.builds(Update, tables, keys, _changes(typed), perhaps),
        st.builds(Delete, tables, keys, perhaps),
        st.builds(Check, tables, keys, condition),
    )
