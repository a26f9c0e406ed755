"""A value that two messages told is, once one of them is edited, as the other one still says it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mneme.domain.memory import Status
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.world import World
from tests.unit.application.extract.test_slot_after_edits import (
    MONTHS,
    NOTHING,
    Telling,
    beginning,
    by_month,
    said_still,
    tell,
)

CITIES = ("Lima", "Oslo", "Rome")


@pytest.mark.parametrize(
    "tellings",
    [
        [("Feb", "Rome"), ("May", "Rome"), ("Feb", NOTHING)],
        [("May", "Rome"), ("Feb", "Rome"), ("Feb", NOTHING)],
        [("Feb", "Rome"), ("May", "Rome"), ("May", NOTHING)],
        [("Jan", "Lima"), ("Feb", "Rome"), ("May", "Rome"), ("Feb", NOTHING)],
        [("Jan", "Lima"), ("Feb", "Rome"), ("May", "Rome"), ("Feb", "Oslo")],
        [("Feb", "Rome"), ("May", "Rome"), ("May", NOTHING), ("Apr", "Lima")],
        [("Feb", "Rome"), ("May", "Rome"), ("Mar", "Lima"), ("May", NOTHING)],
        [("Feb", "Oslo"), ("Jan", "Oslo"), ("Apr", "Lima"), ("Apr", NOTHING), ("Jan", "Rome")],
        [("Apr", "Lima"), ("Mar", "Lima"), ("Mar", NOTHING), ("Jan", "Rome"), ("Feb", "Oslo")],
        [("Jan", "Oslo"), ("Feb", "Oslo"), ("Mar", "Oslo"), ("Jan", NOTHING), ("Mar", NOTHING)],
    ],
)
def test_each_month_is_as_if_only_what_is_said_today_had_been_told(
    tellings: list[Telling],
) -> None:
    edited, plain = World(), World()

    tell(edited, *tellings)

    tell(plain, *said_still(tellings))
    assert by_month(edited) == by_month(plain)
    assert (stored_counts(edited), log_is_dense(edited)) == (true_counts(edited), True)


def test_it_holds_and_was_said_last_by_the_times_of_the_others() -> None:
    world = World()
    told = [(month, "Rome") for month in ("Jan", "Feb", "Apr")]

    tell(world, *told, ("Jan", NOTHING), ("Apr", NOTHING))

    (memory,) = world.held()
    assert (memory.head.status, memory.head.revision) == (Status.ACTIVE, 1)
    assert memory.head.valid_at == memory.head.observed_at == beginning("Feb")
    assert memory.revision.valid_at == memory.revision.observed_at == beginning("Feb")
    assert [one.message_id for one in memory.revision.sources] == ["Feb"]


@st.composite
def repetitions(draw: st.DrawFn) -> list[Telling]:
    """Return messages in any order that often say the same, and edits of some."""
    months = draw(st.permutations(MONTHS).map(lambda one: one[: draw(st.integers(2, 4))]))
    edits = draw(st.lists(st.sampled_from(months), max_size=2))
    order = draw(st.permutations([*months, *edits]))
    return [
        (
            month,
            NOTHING
            if month in order[:at] and draw(st.booleans())
            else draw(st.sampled_from(CITIES)),
        )
        for at, month in enumerate(order)
    ]


@settings(max_examples=60, deadline=None)
@given(repetitions())
def test_what_is_current_is_what_is_said_today(tellings: list[Telling]) -> None:
    edited, plain = World(), World()

    tell(edited, *tellings)

    tell(plain, *said_still(tellings))
    assert by_month(edited)["now"] == by_month(plain)["now"]
    assert sum(one.head.status is Status.ACTIVE for one in edited.held()) <= 1
    assert (stored_counts(edited), log_is_dense(edited)) == (true_counts(edited), True)
