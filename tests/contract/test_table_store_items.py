"""What every table store does with single items: what is written is what is read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.application.ports.table_store import Delete, Item, Key, Put, Value
from tests.contract.table_store_fixtures import TENANT, TableHarness

VALUES: dict[str, Value] = {
    "nothing": None,
    "true": True,
    "false": False,
    "zero": 0,
    "integer": -12345678901234567890,
    "fraction": 0.1,
    "tiny fraction": 1.5e-100,
    "whole float": 2.0,
    "empty text": "",
    "chinese": "我爱吃披萨🍕",
    "line feed and quotes": 'a\n"b"\\',
    "no bytes": b"",
    "bytes": bytes(range(256)),
    "set": frozenset({"a", "ü", "a#b"}),
    "empty list": [],
    "list": [1, "1", None, True, [b"\x00"], {"a": frozenset({"x"})}],
    "empty map": {},
    "map": {"a": {"b": [0.5, b"\n"]}, "$set": ["no tag"], "pk": 1},
}


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_a_value_comes_back_as_it_was_written(tables: TableHarness, value: Value) -> None:
    tables.put(tables.item(value=value))

    found = tables.get()

    assert found == tables.item(value=value)
    assert found is not None
    assert isinstance(found["value"], bool) is isinstance(value, bool)


def test_a_whole_float_comes_back_as_the_equal_integer(tables: TableHarness) -> None:
    tables.put(tables.item(value=3.0))

    found = tables.get()

    assert found is not None
    assert isinstance(found["value"], int)


@given(number=st.floats(allow_nan=False, allow_infinity=False, min_value=1e-120, max_value=1e30))
def test_every_float_comes_back_to_the_last_bit(stores: TableHarness, number: float) -> None:
    stores.put({"pk": "acme#floats", "sk": "f", "value": number})

    found = stores.store.get(TENANT, "heads", Key("acme#floats", "f"))

    assert found is not None
    assert found["value"] == number


def test_a_missing_item_is_read_as_none(tables: TableHarness) -> None:
    assert tables.get("nowhere") is None


def test_a_put_replaces_the_whole_item(tables: TableHarness) -> None:
    tables.put(tables.item(old=1), tables.item(new=2))

    assert tables.get() == tables.item(new=2)


def test_a_deleted_item_is_gone_and_deleting_it_again_is_no_error(tables: TableHarness) -> None:
    tables.put(tables.item())

    tables.write(Delete("heads", tables.key()))
    tables.write(Delete("heads", tables.key()))

    assert tables.get() is None


def test_a_table_without_sort_key_holds_one_item_per_partition(tables: TableHarness) -> None:
    user: Item = {"pk": tables.partition, "epoch": 3}

    tables.put(user, table="users")

    assert tables.get(None, table="users") == user


def test_keys_that_differ_in_escapes_or_case_are_different_items(tables: TableHarness) -> None:
    sorts = ["a#b", "a%23b", "A#b", "a#b ", "a#b\x00", "ä", "ä"]

    tables.put(*(tables.item(sort, value=sort) for sort in sorts))

    assert [tables.get(sort) for sort in sorts] == [tables.item(s, value=s) for s in sorts]


def test_a_batch_holds_the_items_that_exist_under_their_keys(tables: TableHarness) -> None:
    sorts = [f"m{number:03}" for number in range(100)]
    tables.write(*(Put("heads", tables.item(sort, value=b"x")) for sort in sorts[::2]))

    found = tables.store.batch_get(TENANT, "heads", [tables.key(sort) for sort in sorts])

    assert found == {tables.key(sort): tables.item(sort, value=b"x") for sort in sorts[::2]}


def test_a_batch_takes_a_key_twice_and_no_key_at_all(tables: TableHarness) -> None:
    tables.put(tables.item())

    twice = tables.store.batch_get(TENANT, "heads", [tables.key(), tables.key()])

    assert twice == {tables.key(): tables.item()}
    assert tables.store.batch_get(TENANT, "heads", []) == {}


def test_a_batch_of_a_table_without_sort_key_works(tables: TableHarness) -> None:
    tables.put({"pk": tables.partition}, table="users")

    found = tables.store.batch_get(TENANT, "users", [tables.key(None), Key("acme#nobody")])

    assert found == {tables.key(None): {"pk": tables.partition}}


def test_a_batch_of_more_than_a_hundred_keys_is_refused(tables: TableHarness) -> None:
    keys = [tables.key(f"m{number}") for number in range(101)]

    with pytest.raises(ValueError, match="100 keys"):
        tables.store.batch_get(TENANT, "heads", keys)


@pytest.mark.parametrize(
    "key", [Key("", "m"), Key("p", ""), Key("p"), Key("p" * 2049, "m"), Key("p", "m" * 1025)]
)
def test_a_key_that_no_item_can_have_is_refused(tables: TableHarness, key: Key) -> None:
    with pytest.raises(ValueError, match="key"):
        tables.store.get(TENANT, "heads", key)
    with pytest.raises(ValueError, match="key"):
        tables.store.batch_get(TENANT, "heads", [key])
