"""What a cursor tells, and what it does not."""

import base64
import json

import pytest

from mneme.adapters.query_plan import plan_query
from mneme.adapters.table_layout import IndexLayout, TableLayout
from mneme.application.ports.table_store import Query, SortRange, Value
from mneme.domain.errors import InvalidRequest

INDEXES = {
    "changed": IndexLayout("changed", "pk", "changed_at", numeric=True),
    "due": IndexLayout("due", "due_shard", "due_at", numeric=True),
}
LAYOUTS = {"heads": TableLayout("heads", "heads", sorted=True, stream=False, indexes=INDEXES)}
ITEM: dict[str, Value] = {
    "pk": "secret",
    "sk": "m",
    "changed_at": 1,
    "due_shard": "s",
    "due_at": 2.5,
}
PLAIN = Query("heads", "secret")
CHANGED = Query("heads", "secret", index="changed")
DUE = Query("heads", "s", index="due", consistent=False)


def cursor_of(query: Query) -> str:
    return plan_query(LAYOUTS, query).cursor(ITEM)


def with_position(cursor: str, *position: object) -> str:
    """Return the cursor with another position behind the same digest."""
    digest = json.loads(base64.urlsafe_b64decode(cursor))[0]
    return base64.urlsafe_b64encode(json.dumps([digest, *position]).encode()).decode()


@pytest.mark.parametrize(
    ("query", "position"),
    [
        (PLAIN, {"sk": "m"}),
        (CHANGED, {"changed_at": 1, "sk": "m"}),
        (DUE, {"due_at": 2.5, "pk": "secret", "sk": "m"}),
    ],
)
def test_a_cursor_leads_back_to_its_item(query: Query, position: dict[str, Value]) -> None:
    continued = Query(
        "heads",
        query.partition,
        index=query.index,
        consistent=query.consistent,
        cursor=cursor_of(query),
    )

    assert plan_query(LAYOUTS, continued).start == position


def test_a_cursor_does_not_tell_the_partition_that_was_asked_for() -> None:
    for query in (PLAIN, CHANGED):
        assert b"secret" not in base64.urlsafe_b64decode(cursor_of(query))


@pytest.mark.parametrize(
    "position",
    [
        (),
        ("m",),
        (1, "m", "more"),
        ("1", "m"),
        (True, "m"),
        (None, "m"),
        (float("nan"), "m"),
        (2**63, "m"),
        (1, ""),
        (1, 5),
        (1, "m" * 1025),
        (1, {"sk": "m"}),
        (1, "\ud800"),
    ],
    ids=repr,
)
def test_a_forged_position_is_refused(position: tuple[object, ...]) -> None:
    cursor = with_position(cursor_of(CHANGED), *position)

    with pytest.raises(InvalidRequest):
        plan_query(LAYOUTS, Query("heads", "secret", index="changed", cursor=cursor))


@pytest.mark.parametrize("bounds", [SortRange(low=2), SortRange(high=0)])
def test_a_position_outside_the_range_is_refused(bounds: SortRange) -> None:
    query = Query("heads", "secret", index="changed", sort=bounds, cursor=cursor_of(CHANGED))

    with pytest.raises(InvalidRequest):
        plan_query(LAYOUTS, query)


def test_a_range_turned_round_is_known_to_be_empty() -> None:
    assert plan_query(LAYOUTS, Query("heads", "p", sort=SortRange("b", "a"))).empty
    assert not plan_query(LAYOUTS, Query("heads", "p", sort=SortRange("a", "a"))).empty
