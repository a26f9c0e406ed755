"""Deleting a dimension: all of it and nothing else, in pages, however often it is interrupted."""

from dataclasses import replace

import pytest

from mneme.application.manage.delete_memories import PAGE, SECONDS
from mneme.application.ports.table_store import TRANSACTION_LIMIT
from mneme.domain.errors import InvalidRequest, Unavailable
from mneme.domain.memory import Kind, MemType, Ownership, Status
from mneme.domain.scope import Level, Scope
from mneme.runtime.backend import Backend
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.made import GLOBAL, a_fact, an_app
from tests.doubles.managing import head_of, living, many, swept, told, update
from tests.doubles.watched import Fuse, Interlude, Killed, Notes, Watched
from tests.doubles.world import USER, Durable, World

COACH, PLANNER = an_app("coach"), an_app("planner")
LARGEST = 93
"""Actions of a page whose twenty memories are of twenty scopes, as documented."""


def beside(durable: Durable, watcher: object) -> World:
    def around(stores: Backend) -> Backend:
        return replace(stores, tables=Watched(stores.tables, watcher))  # type: ignore[arg-type]

    return World(durable, around)


def books_are_right(world: World) -> bool:
    return stored_counts(world) == true_counts(world) and log_is_dense(world)


def test_batch_delete_of_2345_memories_killed_in_the_middle_and_run_again() -> None:
    world = World()
    doomed = many(world, 2345, [COACH, Scope(Level.SESSION, "coach", "s-1")])
    kept = many(world, 30, [PLANNER, GLOBAL])

    with pytest.raises(Killed):
        swept(beside(world.durable, Fuse(at=250)), app_id="coach")
    halfway = len(living(world))
    assert books_are_right(world)
    found = swept(World(world.durable), app_id="coach")

    assert 1000 < halfway < 2000
    assert found.cursor is None
    assert living(world) == kept
    assert books_are_right(world)
    assert {head_of(world, memory_id).status for memory_id in doomed[:3]} == {Status.DELETED}


@pytest.mark.parametrize("late", [False, True], ids=["killed before", "answer lost after"])
def test_an_interruption_at_any_call_is_made_up_for_by_the_next_request(late: bool) -> None:
    calls = Fuse()
    world = World()
    many(world, 45, [COACH, PLANNER])
    swept(beside(world.durable, calls), app_id="coach")
    fault = Unavailable if late else Killed
    for call in range(1, calls.calls + 1):
        world = World()
        ids = many(world, 45, [COACH, PLANNER])
        fuse = Fuse(call, late, lambda: fault("no answer"))
        with pytest.raises(fault):
            swept(beside(world.durable, fuse), app_id="coach")
        assert books_are_right(world), call

        swept(World(world.durable), app_id="coach")

        assert living(world) == ids[1::2], call
        assert books_are_right(world), call


def test_a_request_tells_how_far_it_came_when_its_time_is_over(world: World) -> None:
    many(world, 450, [COACH])
    passing = Interlude(lambda method, _: method == "transact", lambda: world.clock.sleep(SECONDS))

    first = swept(beside(world.durable, passing), app_id="coach")
    second = swept(world, first.cursor, app_id="coach")

    assert (first.deleted, second.deleted, second.cursor) == (200, 250, None)
    assert first.cursor is not None
    assert (living(world), books_are_right(world)) == ([], True)


def test_what_is_told_after_a_deletion_began_is_not_deleted_by_it(world: World) -> None:
    many(world, 250, [COACH])
    passing = Interlude(lambda method, _: method == "transact", lambda: world.clock.sleep(SECONDS))
    first = swept(beside(world.durable, passing), app_id="coach")
    world.durable.clock.advance(1)
    late = told(world, "I like tea", COACH)

    second = swept(world, first.cursor, app_id="coach")

    assert (first.cursor is not None, second.cursor) == (True, None)
    assert living(world) == [late]


def test_a_deletion_goes_on_for_nobody_elses_question(world: World) -> None:
    many(world, 250, [COACH])
    passing = Interlude(lambda method, _: method == "transact", lambda: world.clock.sleep(SECONDS))
    cursor = swept(beside(world.durable, passing), app_id="coach").cursor
    assert cursor is not None

    for strange in (cursor[:-3] + "abc", cursor[1:], "x", "é"):
        with pytest.raises(InvalidRequest):
            swept(world, strange, app_id="coach")
    with pytest.raises(InvalidRequest):
        swept(world, cursor, app_id="planner")

    assert len(living(world)) == 50


@pytest.mark.parametrize(
    ("dimension", "gone"),
    [
        ({"app_id": "coach"}, {"app", "session"}),
        ({"app_id": "coach", "level": Level.APP}, {"app"}),
        ({"app_id": "coach", "level": Level.SESSION}, {"session"}),
        ({"app_id": "coach", "session_id": "s"}, {"session"}),
        ({"app_id": "coac"}, set()),
        ({"app_id": "coach#s"}, set()),
        ({"session_id": "s"}, {"lone session"}),
        ({"level": Level.GLOBAL}, {"global", "from the app"}),
        ({"kinds": frozenset({Kind.CONSTRAINT})}, {"lone session"}),
        ({"mem_types": frozenset({MemType.PROCEDURAL})}, {"other app"}),
        ({"ownership": frozenset({Ownership.AGENT}), "level": Level.APP}, {"other app"}),
    ],
)
def test_a_dimension_means_what_fits_all_of_it_by_equality(
    world: World, dimension: dict[str, object], gone: set[str]
) -> None:
    agents = {"ownership": Ownership.AGENT, "mem_type": MemType.PROCEDURAL}
    ids = {
        "global": told(world, "Fact"),
        "from the app": told(world, "Another", Scope(Level.GLOBAL, "coach", "s")),
        "app": told(world, "Fact", COACH),
        "session": told(world, "Fact", Scope(Level.SESSION, "coach", "s")),
        "other app": told(world, "Fact", PLANNER, **agents),
        "lone session": told(world, "Fact", Scope(Level.SESSION, None, "s"), kind=Kind.CONSTRAINT),
    }

    found = swept(world, **dimension)

    alive = living(world)
    assert {name for name, memory_id in ids.items() if memory_id not in alive} == gone
    assert (found.deleted, found.cursor) == (len(gone), None)
    assert books_are_right(world)


def test_a_memory_that_changes_meanwhile_is_deleted_all_the_same(world: World) -> None:
    ids = many(world, 20, [COACH])
    meanwhile = Interlude(
        lambda method, _: method == "transact", lambda: world.set_head(ids[7], recall_count=3)
    )

    found = swept(beside(world.durable, meanwhile), app_id="coach")

    assert (found.deleted, meanwhile.done, living(world)) == (20, True, [])


def test_an_update_that_comes_too_late_finds_the_memory_deleted(world: World) -> None:
    memory_id = told(world, "I like tea", COACH)
    meanwhile = Interlude(
        lambda method, _: method == "transact", lambda: swept(world, app_id="coach")
    )

    with pytest.raises(Exception, match="DELETED"):
        update(beside(world.durable, meanwhile), memory_id, content="I like coffee")

    assert (living(world), books_are_right(world)) == ([], True)


def test_a_page_of_as_many_scopes_as_memories_is_within_a_transaction(world: World) -> None:
    many(world, PAGE, [an_app(f"app-{n}") for n in range(PAGE)])
    notes = Notes()

    swept(beside(world.durable, notes), kinds=frozenset({Kind.FACT}))

    assert [len(actions) for actions in notes.transactions] == [LARGEST]
    assert LARGEST < TRANSACTION_LIMIT


def test_deleting_a_dimension_of_a_user_nobody_knows_deletes_nothing(world: World) -> None:
    world.decide(a_fact("I like tea"), user_id=USER)

    found = swept(world, app_id="coach")

    assert (found.deleted, found.cursor, len(living(world))) == (0, None, 1)
