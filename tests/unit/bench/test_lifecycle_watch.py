"""The simulated year notices what must not be: it is told of, and not only lived."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bench.lifecycle.transitions import Seen
from bench.lifecycle.year import Year
from mneme.domain.capacity import CapacityLimits, Limit
from mneme.domain.memory import Head, Status
from tests.doubles.made import NOW, a_head

PLACE = ("acme#u", "m")
LIMITS: Mapping[Limit, int] = dict.fromkeys(Limit, 1)


def _seen(*steps: tuple[Head | None, set[str]]) -> list[str]:
    seen = Seen(lambda: NOW, lambda _: CapacityLimits(LIMITS))
    for head, operations in steps:
        seen.note(PLACE, head, operations)  # type: ignore[arg-type]
    return [what for what, _ in seen.violations]


ADDED = (a_head(), {"ADD"})
GONE = a_head(status=Status.DELETED, deleted_at=NOW - timedelta(days=31))


@pytest.mark.parametrize(
    ("steps", "violations"),
    [
        ([ADDED, (a_head(status=Status.ARCHIVED), {"ARCHIVE"})], []),
        ([ADDED, (GONE, {"DELETE"}), (None, {"PURGE"})], []),
        ([(a_head(), set())], ["each has its change record"]),
        ([ADDED, (a_head(status=Status.CANDIDATE), {"ADD"})], ["transitions are §11's"]),
        ([ADDED, (GONE, {"DELETE"}), (a_head(), {"RESTORE"})], ["nothing is restored too late"]),
        (
            [ADDED, (replace(GONE, deleted_at=NOW), {"DELETE"}), (None, {"PURGE"})],
            ["nothing is purged too early"],
        ),
        (
            [ADDED, (GONE, {"DELETE"}), (None, {"PURGE"}), (a_head(), {"ADD"})],
            ["nothing comes back that was purged"],
        ),
        (
            [
                ADDED,
                (a_head(status=Status.SUPERSEDED), {"SUPERSEDE"}),
                (replace(GONE, deleted_at=NOW), {"DELETE"}),
                (a_head(), {"RESTORE"}),
            ],
            ["nothing that ended is restored"],
        ),
    ],
)
def test_a_change_of_state_is_held_against_the_table(
    steps: list[tuple[Head | None, set[str]]], violations: list[str]
) -> None:
    assert _seen(*steps) == violations


def test_a_few_users_live_some_weeks_without_a_violation(tmp_path: Path) -> None:
    outcome = Year(tmp_path, range(3), days=40, seed=1).live()

    assert outcome.findings.examples == {}
    assert outcome.deeds["tell"] > 5
