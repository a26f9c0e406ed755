"""DynamoDB's rules of consumed capacity, at the edges of their blocks."""

import pytest

from bench.write.capacity_units import read_units, write_units
from mneme.adapters.table_layout import IndexLayout, TableLayout
from mneme.application.ports.table_store import Item

LOCAL = IndexLayout("changed", "pk", "changed_at", numeric=True)
GLOBAL = IndexLayout("due", "due_shard", "due_at", numeric=True)


def _layout(*indexes: IndexLayout) -> TableLayout:
    return TableLayout("t", "t", True, False, {index.name: index for index in indexes})


def _item(size: int = 100, **attributes: int | str) -> Item:
    """Return an item of this many bytes, not counting `attributes`."""
    keys = {"pk": "u", "sk": "m"}
    return {**keys, "x": b"0" * (size - len("pkuskmx")), **attributes}


@pytest.mark.parametrize(
    ("size", "units"), [(0, 1.0), (1, 1.0), (4096, 1.0), (4097, 2.0), (40_960, 10.0)]
)
def test_a_consistent_read_costs_a_unit_for_each_begun_4_kb(size: int, units: float) -> None:
    assert read_units(size, consistent=True) == units
    assert read_units(size, consistent=False) == units / 2


@pytest.mark.parametrize(("size", "units"), [(100, 1), (1024, 1), (1025, 2), (3000, 3)])
def test_a_write_costs_a_unit_for_each_begun_kb_and_twice_in_a_transaction(
    size: int, units: int
) -> None:
    assert write_units(_layout(), None, _item(size), together=False) == units
    assert write_units(_layout(), None, _item(size), together=True) == 2 * units


def test_a_write_costs_as_much_as_the_larger_of_what_was_and_what_is() -> None:
    small, large = _item(100), _item(2500)

    assert write_units(_layout(), large, small, together=False) == 3
    assert write_units(_layout(), large, None, together=False) == 3
    assert write_units(_layout(), None, None, together=False) == 1


def test_an_index_entry_costs_when_it_comes_moves_or_goes() -> None:
    layout = _layout(GLOBAL)
    without, first, later = (
        _item(),
        _item(due_shard="s1", due_at=1),
        _item(due_shard="s1", due_at=2),
    )

    def index_share(before: Item | None, after: Item | None) -> int:
        return write_units(layout, before, after, together=False) - 1

    assert index_share(None, without) == 0
    assert index_share(None, first) == 1
    assert index_share(first, first) == 0
    assert index_share(first, later) == 2
    assert index_share(later, without) == 1


def test_a_transaction_doubles_the_share_of_a_local_index_only() -> None:
    item = _item(changed_at=1, due_shard="s1", due_at=1)

    assert write_units(_layout(LOCAL), None, item, together=True) == 4
    assert write_units(_layout(GLOBAL), None, item, together=True) == 3
