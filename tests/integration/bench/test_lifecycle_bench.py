"""The year of `./dev bench lifecycle`, cut short."""

from pathlib import Path
from typing import Any

import pytest

from bench.lifecycle import benchmark
from bench.lifecycle.invariants import in_time, legal
from mneme.domain.memory import Status
from tests.doubles.made import a_head, later


def test_days_are_lived_and_everything_is_looked_at(tmp_path: Path) -> None:
    lived = benchmark.live(tmp_path, users=3, days=15, seed=3)

    looked = lived.invariants.looked
    assert lived.violations == 0
    assert {"counters equal rows", "no limit is exceeded", "the index shows what is there"} <= set(
        looked
    )
    assert all(looked.values())
    assert lived.facts["jobs that failed, or items"] == "0"


def test_a_head_that_outlived_its_state_is_a_violation() -> None:
    faded = a_head()

    assert in_time(faded, later(days=90))
    assert not in_time(faded, later(days=95))


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (Status.ACTIVE, Status.ARCHIVED, []),
        (Status.SUPERSEDED, Status.ACTIVE, ["SUPERSEDED to ACTIVE"]),
        (Status.CANDIDATE, Status.ARCHIVED, ["CANDIDATE to ARCHIVED"]),
    ],
)
def test_a_transition_that_no_rule_allows_is_told(
    before: Status, after: Status, told: list[str]
) -> None:
    place: Any = ("u", "m")

    found = legal({place: a_head(status=before)}, {place: a_head(status=after)})

    assert list(found) == told
