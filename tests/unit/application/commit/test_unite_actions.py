"""What updates one row in one transaction is one action, and no condition of it is lost."""

import pytest

from mneme.application.commit.unite_actions import united
from mneme.application.ports.table_store import (
    All,
    Condition,
    Equals,
    Increase,
    Key,
    Present,
    Put,
    SetTo,
    Update,
)

KEY, OTHER = Key("p", "m-1"), Key("p", "m-2")
THERE, FIRST = Present("pk"), Equals("revision", 1)


def _update(name: str, condition: Condition | None, key: Key = KEY) -> Update:
    return Update("heads", key, (SetTo(name, 1),), condition)


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (THERE, THERE, THERE),
        (None, None, None),
        (THERE, None, THERE),
        (None, THERE, THERE),
        (THERE, FIRST, All((THERE, FIRST))),
        (All((THERE, FIRST)), FIRST, All((THERE, FIRST))),
    ],
)
def test_a_row_is_updated_once_under_every_condition(
    one: Condition | None, other: Condition | None, both: Condition | None
) -> None:
    [action] = united([_update("a", one), _update("b", other)])

    assert action == Update("heads", KEY, (SetTo("a", 1), SetTo("b", 1)), both)


def test_three_updates_of_one_row_are_one() -> None:
    count = Update("heads", KEY, (Increase("version", 1),), FIRST)

    [action] = united([_update("a", THERE), count, _update("b", None)])

    assert action == Update(
        "heads", KEY, (SetTo("a", 1), Increase("version", 1), SetTo("b", 1)), All((THERE, FIRST))
    )


def test_rows_of_their_own_and_other_actions_stay_as_they_are() -> None:
    put = Put("heads", {"pk": "p", "sk": "m-3"})
    updates = [_update("a", THERE), _update("a", FIRST, OTHER)]

    assert united([*updates, put]) == (put, *updates)
