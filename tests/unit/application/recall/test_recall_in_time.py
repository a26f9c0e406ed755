"""What held when, what superseded what, and what is only looked for on request (P20)."""

from dataclasses import replace

import pytest

from mneme.application.ports.table_store import Delete
from mneme.application.repositories.row_keys import REVISIONS, revision_key, user_partition
from mneme.domain.memory import Status
from tests.doubles.made import NOW, later
from tests.doubles.recall_world import RecallWorld
from tests.doubles.world import USER

BAA2, BAA1 = "The rating is Baa2", "The rating is Baa1"
LAST_YEAR, YESTERDAY = later(days=-365), later(days=-1)


@pytest.fixture
def world() -> RecallWorld:
    return RecallWorld()


def _rated_twice_by_two_memories(world: RecallWorld) -> None:
    world.put(BAA2, valid_at=LAST_YEAR, invalid_at=YESTERDAY, status=Status.SUPERSEDED)
    world.put(BAA1, valid_at=YESTERDAY)


def _rated_twice_by_one_memory(world: RecallWorld) -> None:
    head = world.put(BAA2, valid_at=LAST_YEAR)
    world.revise(head, BAA1, valid_at=YESTERDAY)


RATED_TWICE = [_rated_twice_by_two_memories, _rated_twice_by_one_memory]


@pytest.mark.parametrize("rated_twice", RATED_TWICE)
@pytest.mark.parametrize("leaky", [False, True])
def test_by_default_only_what_holds_now_is_recalled(
    world: RecallWorld, rated_twice: object, leaky: bool
) -> None:
    rated_twice(world)  # type: ignore[operator]
    world.index.leaky = leaky

    assert world.says("rating?") == [BAA1]


@pytest.mark.parametrize("rated_twice", RATED_TWICE)
@pytest.mark.parametrize("leaky", [False, True])
def test_as_of_an_instant_what_held_then_is_recalled(
    world: RecallWorld, rated_twice: object, leaky: bool
) -> None:
    rated_twice(world)  # type: ignore[operator]
    world.index.leaky = leaky

    assert world.says("rating?", as_of=later(days=-30)) == [BAA2]
    assert world.says("rating?", as_of=YESTERDAY) == [BAA1]
    assert world.says("rating?", as_of=later(days=-400)) == []


@pytest.mark.parametrize("rated_twice", RATED_TWICE)
def test_the_history_shows_both(world: RecallWorld, rated_twice: object) -> None:
    rated_twice(world)  # type: ignore[operator]
    world.index.leaky = True

    assert sorted(world.says("rating?", include_superseded=True)) == [BAA1, BAA2]


def test_a_past_revision_that_was_closed_held_until_then(world: RecallWorld) -> None:
    head = world.put(BAA2, valid_at=LAST_YEAR, invalid_at=later(days=-90))
    world.revise(head, BAA1, valid_at=YESTERDAY, invalid_at=None)
    world.index.leaky = True

    assert world.says("rating?", as_of=later(days=-100)) == [BAA2]
    assert world.says("rating?", as_of=later(days=-30)) == []


def test_a_past_revision_whose_successor_was_purged_is_not_trusted(world: RecallWorld) -> None:
    first = world.put(BAA2, valid_at=LAST_YEAR)
    second = world.revise(first, BAA1, valid_at=YESTERDAY)
    world.revise(second, "The rating is A3", valid_at=NOW)
    place = revision_key(user_partition(world.acme, USER), first.memory_id, 2)
    world.tables.transact(world.acme, [Delete(REVISIONS, place)])
    world.index.leaky = True

    assert world.says("rating?", as_of=later(days=-30)) == []


def test_history_of_a_deleted_memory_is_not_shown(world: RecallWorld) -> None:
    head = world.put(BAA2, valid_at=LAST_YEAR)
    head = world.revise(head, BAA1, valid_at=YESTERDAY)
    world.put_row(replace(head, version=9, status=Status.DELETED))
    world.index.leaky = True

    assert world.says("rating?", include_superseded=True, as_of=None) == []
    assert world.says("rating?", as_of=later(days=-30)) == []


def test_archived_memories_answer_only_when_asked_for(world: RecallWorld) -> None:
    world.put(BAA1, status=Status.ARCHIVED)
    world.index.leaky = True

    assert world.says("rating?") == []
    assert world.says("rating?", include_superseded=True) == []
    assert world.says("rating?", include_archived=True) == [BAA1]


def test_what_has_expired_is_found_as_what_is_archived_though_the_lifecycle_is_late(
    world: RecallWorld,
) -> None:
    world.put(BAA1, expire_at=later(hours=-1))

    assert world.says("rating?") == []
    assert world.says("rating?", include_archived=True) == [BAA1]


def test_an_expired_memory_is_not_recalled_though_the_lifecycle_is_late(
    world: RecallWorld,
) -> None:
    world.put(BAA1, expire_at=later(hours=1))
    assert world.says("rating?") == [BAA1]

    world.durable.clock.advance(hours=1)

    assert world.says("rating?") == []


def test_deleting_the_current_fact_does_not_bring_its_predecessor_back(world: RecallWorld) -> None:
    # P17
    world.put("Lives in Lisbon", status=Status.SUPERSEDED, invalid_at=YESTERDAY)
    berlin = world.put("Lives in Berlin", valid_at=YESTERDAY)

    world.put_row(replace(berlin, version=2, status=Status.DELETED))

    assert world.says("lives in") == []
