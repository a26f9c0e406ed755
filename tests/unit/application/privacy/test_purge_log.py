"""A purge of an app or a session takes out of change records what it purged, and nothing else."""

from dataclasses import replace

import pytest

from mneme.application.ports.table_store import Item
from mneme.domain.memory import Source
from mneme.domain.purge import PurgeTarget
from tests.doubles.audited import flaws, records
from tests.doubles.lifecycle import done
from tests.doubles.made import a_message, an_app, said
from tests.doubles.managing import told, update
from tests.doubles.purge_places import PLACES, TARGETS
from tests.doubles.purging import OWNER, purge, purged
from tests.doubles.world import World

TEXT = "I live in Oslo and I adopted a cat."


def lives() -> World:
    """Return a world in which one user said something in each place, in a message named by it."""
    world = World()
    for name, scope in PLACES.items():
        messages = (a_message(TEXT, name),)
        told_there = said("", scope=scope, session_id=scope.session_id)
        world.remember(replace(told_there, messages=messages))
    return world


def _named(row: Item) -> str:
    """Return the first message a record names, or nothing."""
    listed = row["sources"]
    assert isinstance(listed, list)
    return str(listed[0][1]) if listed else ""  # type: ignore[index]


def _by_number(world: World) -> dict[str, Item]:
    return {str(row["sk"]): row for row in records(world)}


@pytest.mark.parametrize("case", TARGETS)
def test_change_records_of_it_lose_their_messages_and_no_others_do(case: str) -> None:
    target, covered = TARGETS[case]
    world = lives()
    before = _by_number(world)
    naming = {sort for sort, row in before.items() if _named(row) in covered}

    purged(world, target)

    after = _by_number(world)
    sanitized = {sort for sort, row in after.items() if row.get("sanitized")}
    assert sanitized == naming
    assert naming
    for sort in before.keys() - sanitized:
        assert after[sort] == before[sort]
    assert all("sources" not in after[sort] and "salt" not in after[sort] for sort in sanitized)
    assert flaws(world) == []
    shown, _ = world.manage.changes.records.before(world.acme, "u-1", 10**9, 1000)
    assert {f"{one.sequence:012d}" for one in shown if one.record.sanitized} == sanitized


def test_every_record_of_what_is_gone_is_sanitized_once_and_none_of_what_stays() -> None:
    world = World()
    app = an_app("planner")
    kept = told(world, "Likes tea", sources=(Source("s-1", "m1"),))
    gone = told(world, "Likes milk", app, sources=(Source("s-1", "m2"),))
    for text in ("Likes milk a lot", "Likes milk no more"):
        update(world, gone, content=text)
    world.manage.delete.one(world.acme, "u-1", gone, None)

    purged(world, PurgeTarget("planner"))
    once = records(world)
    purged(world, PurgeTarget("planner"))

    of_gone = [row for row in once if row["memory_ids"] == [gone] and row["operation"] != "PURGE"]
    assert [bool(row.get("sanitized")) for row in of_gone] == [True, True, True, False]
    assert not [row for row in of_gone if "said" in row and "salt" in row], "a guess could be held"
    (of_kept,) = [row for row in once if row["memory_ids"] == [kept]]
    assert of_kept["sources"]
    assert records(world)[: len(once)] == once
    assert flaws(world) == []


def test_what_is_told_again_keeps_the_messages_it_came_from() -> None:
    world = World()
    app = an_app("planner")
    told(world, "Likes tea", app, sources=(Source("s-1", "before"),))
    job_id = purge(world, PurgeTarget("planner"))
    told(world, "Likes tea", app, sources=(Source("s-1", "after"),))

    done(world, job_id, OWNER)

    assert {_named(row) for row in records(world) if "sources" in row} == {"after", ""}
    assert flaws(world) == []
