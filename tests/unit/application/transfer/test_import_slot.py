"""What comes in neither ends nor changes what fills its slot: they stand in conflict."""

from datetime import timedelta
from typing import Any

import pytest

from mneme.application.repositories.row_values import milliseconds
from mneme.domain.memory import Status
from tests.doubles.export_lines import HEADER
from tests.doubles.managing import head_of, told
from tests.doubles.transfer import export_lines, imported
from tests.doubles.world import USER, World
from tests.unit.application.transfer.test_import_again import line_of

OSLO, PARIS = "Lives in Oslo", "Lives in Paris"


def in_paris() -> tuple[World, str]:
    """Return a world whose user lives in Paris, and the memory that says so."""
    world = World()
    return world, told(world, PARIS, fact_key="home")


def came_in(world: World, line: dict[str, Any]) -> dict[str, Any]:
    """Import a line; return how its memory is told then."""
    before = {one["memory_id"] for one in export_lines(world)[1:-1]}
    assert imported(world, [HEADER, line, {}], USER).progress.changed == 1
    (told_now,) = [one for one in export_lines(world)[1:-1] if one["memory_id"] not in before]
    return told_now


def conflicts(line: dict[str, Any]) -> list[str]:
    names: list[str] = line["revisions"][-1]["conflicts_with"]
    return names


def test_another_value_comes_in_in_conflict_with_the_one_that_is_there() -> None:
    world, paris = in_paris()
    (before,) = export_lines(world)[1:-1]

    oslo = came_in(world, line_of(text=OSLO, fact_key="home"))

    assert (oslo["status"], conflicts(oslo)) == ("ACTIVE", [paris])
    assert before in export_lines(world)[1:-1]
    world.manage.delete.one(world.acme, USER, oslo["memory_id"], None)
    restored = world.manage.restore(world.acme, USER, oslo["memory_id"], None)
    assert restored.status is Status.ACTIVE


@pytest.mark.parametrize("status", ["ARCHIVED", "SUPERSEDED", "CANDIDATE"])
def test_what_is_not_active_is_in_conflict_with_nothing(status: str) -> None:
    world, _ = in_paris()
    now = world.clock.now().isoformat()

    line = line_of(text=OSLO, fact_key="home", status=status, changed_at=now)

    assert conflicts(came_in(world, line)) == []


def test_nor_is_what_is_so_until_the_other_begins() -> None:
    world, paris = in_paris()
    begins = world.clock.now() + timedelta(days=2)
    world.set_head(paris, valid_at=milliseconds(begins))
    ends = {
        OSLO: world.clock.now() - timedelta(days=1),
        "Lives in Bonn": begins,
        "Lives in Rome": begins + timedelta(days=1),
    }

    told_as = {
        text: came_in(
            world, line_of(n, text, fact_key="home") | {"invalid_at": ends[text].isoformat()}
        )
        for n, text in enumerate(ends)
    }

    assert [conflicts(one) for one in told_as.values()] == [
        [],
        [],
        sorted([paris, told_as["Lives in Bonn"]["memory_id"]]),
    ]


def test_nor_what_is_linked_to_it() -> None:
    world = World()
    one, other = line_of(1, OSLO, fact_key="home"), line_of(2, PARIS, fact_key="home")
    other["revisions"][0]["supersedes"] = [one["memory_id"]]

    for line in (one, other):
        assert conflicts(came_in(world, line)) == []
    back = World()
    for line in (other, one):
        assert conflicts(came_in(back, line)) == []


def test_nor_what_says_something_else_in_another_slot() -> None:
    world, paris = in_paris()

    assert conflicts(came_in(world, line_of(text=OSLO, fact_key="work"))) == []
    assert head_of(world, paris).version == 1
