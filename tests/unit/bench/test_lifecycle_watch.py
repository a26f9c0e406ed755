"""The simulated year notices what must not be: it is told of, and not only lived."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from bench.lifecycle.made_facts import MadeFacts
from bench.lifecycle.transitions import Seen
from bench.lifecycle.year import Year
from mneme.domain.capacity import CapacityLimits, Limit
from mneme.domain.memory import Head, Status
from mneme.domain.purge import PurgeTarget
from mneme.domain.scope import Level, Scope
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


@pytest.mark.parametrize(
    ("after", "operations", "violations"),
    [
        (None, {"PURGE"}, []),
        (a_head(status=Status.ARCHIVED), {"ARCHIVE"}, ["nothing comes back that was purged"]),
    ],
)
def test_what_a_purge_has_hidden_may_go_at_once_and_do_nothing_else(
    after: Head | None, operations: set[str], violations: list[str]
) -> None:
    seen = Seen(lambda: NOW, lambda _: CapacityLimits(LIMITS))
    seen.note(PLACE, a_head(), {"ADD"})
    seen.hide(PLACE[0], PurgeTarget())
    seen.note(PLACE, after, operations)

    assert [what for what, _ in seen.violations] == violations
    assert seen.taken_away == (after is None)


def test_words_that_a_purge_left_anywhere_are_found(tmp_path: Path) -> None:
    year = Year(tmp_path, range(1), days=1, seed=1)
    [person] = year._people
    person._tell(Scope(Level.APP, "shop"))
    person.forgetting.purge(PurgeTarget("shop"))
    hidden = list(person.forgetting.left())
    year.world.deliver_jobs()

    assert person.forgetting.controls == 1
    assert hidden == ["roomy#u0: marks [1]"]
    assert list(person.forgetting.left()) == []
    assert list(person.forgetting.unended()) == []


def test_what_was_told_elsewhere_as_well_is_not_asked_for_and_what_is_told_again_no_more() -> None:
    facts = MadeFacts("u", Random(1))  # noqa: S311 -- a simulation
    shop, everywhere = Scope(Level.APP, "shop"), Scope(Level.GLOBAL)
    for number, scopes in {1: (shop,), 2: (shop, everywhere), 3: (everywhere,)}.items():
        for scope in scopes:
            facts.again(number, scope)
    facts.forget(PurgeTarget("shop"))
    assert facts.gone == {1}

    facts.again(1, shop)
    assert facts.gone == set()
