"""Whether a fact is told anew, after what it says was overruled."""

from datetime import UTC, datetime, timedelta

import pytest

from mneme.application.commit.placed_fact import CLOCK_SKEW, PlacedFact
from mneme.domain.memory import Embedding
from tests.doubles.made import GLOBAL, NOW, a_fact, later

BEGINNING = datetime.min.replace(tzinfo=UTC)
END = datetime.max.replace(tzinfo=UTC)
INSTANT = timedelta.resolution


def accepted(observed_at: datetime, accepted_at: datetime | None = NOW) -> PlacedFact:
    fact = a_fact(observed_at=observed_at)
    return PlacedFact(fact, Embedding((1.0,), "some-model"), GLOBAL, 1, 1, accepted_at)


@pytest.mark.parametrize(
    ("observed_at", "said_at", "overruled_at", "anew"),
    [
        (NOW, later(days=-2), later(days=-1), True),
        (later(days=-1), later(days=-2), later(days=-1) + CLOCK_SKEW - INSTANT, True),
        (later(days=-1), later(days=-2), later(days=-1) + CLOCK_SKEW, False),
        (later(days=-2), later(days=-2), later(days=-2), False),
        (later(minutes=1), later(days=-1), NOW, False),
        (NOW, BEGINNING, BEGINNING, True),
        (BEGINNING, BEGINNING, BEGINNING, False),
        (NOW, later(days=-1), END, False),
        (NOW, END, BEGINNING, False),
    ],
)
def test_anew_is_what_was_accepted_and_said_since(
    observed_at: datetime, said_at: datetime, overruled_at: datetime, anew: bool
) -> None:
    assert accepted(observed_at).tells_anew(said_at, overruled_at) is anew


def test_what_is_written_at_once_is_told_anew() -> None:
    assert accepted(BEGINNING, None).tells_anew(END, END)
