"""However many apps and sessions are purged, the row that gates each request stays small."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.application.ports.table_store import Put
from mneme.application.repositories.moved_epochs import epoch_row
from mneme.application.repositories.row_keys import EPOCHS, USERS
from mneme.domain import purge as purging_rules
from mneme.domain.isolation import ScopeRequest
from mneme.domain.purge import PurgeTarget
from mneme.domain.recollection import RecallQuery
from mneme.domain.scope import Level, Scope
from mneme.domain.task import TaskState
from mneme.domain.user_state import MOST_SCOPE_EPOCHS
from tests.doubles.lifecycle import done
from tests.doubles.made import GLOBAL, an_app, said
from tests.doubles.managing import indexed, told
from tests.doubles.purging import EVERYTHING, OWNER, purge, purged
from tests.doubles.watched import Interlude, Notes, Watched
from tests.doubles.world import USER, World

MANY = 80
PARTITION = "acme#u-1"


def a_session(number: int, app_id: str | None = "planner") -> Scope:
    return Scope(Level.SESSION, app_id, f"session-{number}")


def of_session(number: int) -> PurgeTarget:
    return PurgeTarget("planner", f"session-{number}")


@pytest.fixture
def world() -> World:
    """Return a world in which the first session was purged long ago, and many others since."""
    world = World()
    told(world, "Hums", a_session(0))
    for number in range(MANY):
        purge(world, of_session(number))
    return world


def recalled(world: World, number: int) -> list[str]:
    scope = ScopeRequest(False, "planner", f"session-{number}")
    asked = RecallQuery(USER, "hums", scope=scope, min_relevance=0.0, consistent=True)
    return [one.revision.content for one in world.recall(world.acme, asked).memories]


def _size(world: World) -> int:
    (row,) = world.rows(USERS)
    return len(str(dict(row)))


def test_the_users_row_stays_as_it_is_while_purges_go_on(world: World) -> None:
    size = _size(world)

    for number in range(MANY, 3 * MANY):
        purge(world, of_session(number))

    assert _size(world) < size + 100  # numbers become longer
    assert len(world.users.state(world.acme, USER).scope_epochs) == MOST_SCOPE_EPOCHS
    assert len(world.rows(EPOCHS)) == 3 * MANY - MOST_SCOPE_EPOCHS


def test_a_row_that_is_far_too_long_becomes_shorter_with_each_purge(world: World) -> None:
    epochs = {a_session(number).key: number + 2 for number in range(500)}
    world.set_user("u-9", scope_epochs=epochs)
    left = []
    for number in range(25):
        world.purge_memory(world.acme, "u-9", of_session(1000 + number))
        left.append(len(world.users.state(world.acme, "u-9").scope_epochs))

    assert left[0] < 500
    assert left == sorted(left, reverse=True)
    assert left[-1] == MOST_SCOPE_EPOCHS
    state = world.users.state(world.acme, "u-9")
    assert all(state.effective_epoch(a_session(n)) == n + 2 for n in range(500))


def test_what_was_purged_long_ago_is_seen_by_nobody_though_its_job_has_yet_to_come(
    world: World,
) -> None:
    assert a_session(0).key not in world.users.state(world.acme, USER).scope_epochs

    assert recalled(world, 0) == []
    again = told(world, "Hums again", a_session(0))
    assert recalled(world, 0) == ["Hums again"]
    indexed(world)
    assert recalled(world, 0) == ["Hums again"]
    assert world.note_use(world.acme, USER, [again], None) == 1


def test_a_write_that_was_accepted_before_a_purge_that_has_moved_is_dropped() -> None:
    world = World()
    before = world.accept_add(world.acme, USER, said("I hum.", scope=a_session(0)), None)
    job_id = purge(world, of_session(0))
    for number in range(1, MANY):
        purge(world, of_session(number))
    after = world.accept_add(world.acme, USER, said("I sing.", scope=a_session(0)), None)

    world.work()
    done(world, job_id, OWNER)

    states = [world.read_task(world.acme, USER, one.task_id).state for one in (before, after)]
    assert states == [TaskState.DROPPED, TaskState.DONE]


def test_a_request_reads_more_only_where_purges_have_moved(world: World) -> None:
    notes = Notes()
    watched = World(world.durable, lambda all_: replace(all_, tables=Watched(all_.tables, notes)))

    def reads(number: int, scopes: int = 1) -> list[str]:
        notes.calls.clear()
        wanted = [a_session(number + further) for further in range(scopes)]
        watched.users.state(watched.acme, USER, wanted)
        return [method for method, arguments in notes.calls if arguments[1] != "tenants"]

    assert reads(MANY - 1) == ["get"], "its epoch is newer than all that have moved"
    assert reads(0) == ["get", "batch_get"]
    assert reads(MANY) == ["get", "batch_get"], "one that was never purged may have been"
    assert reads(0, 40) == ["get", *["batch_get"] * 4, "query"]


def test_the_job_takes_away_epochs_that_its_own_contains(world: World) -> None:
    purged(world, PurgeTarget("coach"))
    kept = {row["scope"] for row in world.rows(EPOCHS)}
    assert kept

    purged(world, PurgeTarget("planner"))
    assert {row["scope"] for row in world.rows(EPOCHS)} == set()
    assert recalled(world, 0) == []

    purged(world, EVERYTHING)
    (row,) = world.rows(USERS)
    assert (row["scope_epochs"], row["moved"]) == ({}, 0)


def test_an_epoch_that_becomes_newer_while_the_job_would_take_it_away_stays(world: World) -> None:
    newer = epoch_row(PARTITION, a_session(3).key, 10_000)

    def moves() -> None:
        world.durable.backend.tables.transact(world.acme, [Put(EPOCHS, newer)])

    def deletes(method: str, arguments: object) -> bool:
        return method == "transact" and any(
            type(action).__name__ == "Delete" and action.table == EPOCHS
            for action in arguments[1]  # type: ignore[index]
        )

    meanwhile = Interlude(deletes, moves)
    job_id = purge(world, PurgeTarget("planner"))
    worker = World(
        world.durable, lambda all_: replace(all_, tables=Watched(all_.tables, meanwhile))
    )

    done(worker, job_id, OWNER)

    assert meanwhile.done
    assert world.rows(EPOCHS) == [newer]


TARGETS = (
    *(PurgeTarget(app, f"session-{n}") for app in ("planner", "coach", None) for n in range(3)),
    PurgeTarget("planner"),
    PurgeTarget("coach"),
    EVERYTHING,
)
SCOPES = (
    GLOBAL,
    *(an_app(app) for app in ("planner", "coach")),
    *(a_session(n, app) for app in ("planner", "coach", None) for n in range(3)),
)


@pytest.fixture
def two_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purging_rules, "MOST_SCOPE_EPOCHS", 2)


@pytest.mark.usefixtures("two_at_most")
def test_whatever_was_purged_each_scope_has_the_epoch_of_the_last_purge_that_contains_it() -> None:
    @given(st.lists(st.tuples(st.sampled_from(TARGETS), st.booleans()), max_size=12))
    def holds(history: list[tuple[PurgeTarget, bool]]) -> None:
        world = World()
        expected = dict.fromkeys(SCOPES, 1)
        stale = []
        for number, (target, carried_out) in enumerate(history, start=2):
            stale.append((world.users.state(world.acme, USER), dict(expected)))
            job_id = purge(world, target)
            expected |= {scope: number for scope in SCOPES if target.covers(scope)}
            if carried_out:
                done(world, job_id, OWNER)
            state = world.users.state(world.acme, USER)
            assert {scope: state.effective_epoch(scope) for scope in SCOPES} == expected
            assert len(state.scope_epochs) <= 2
        if any(carried_out for _, carried_out in history):
            return  # what an earlier reader might take for there is gone
        for state, then in stale:
            for scope in SCOPES:
                assert then[scope] <= state.effective_epoch(scope) <= expected[scope]

    holds()
