"""A session ends: what is worth it goes on, the rest goes, and nothing goes where it must not."""

from collections.abc import Callable

import pytest

from mneme.application.commit.commit_fact import FactWrite
from mneme.application.repositories.row_keys import SESSIONS
from mneme.domain.errors import CapacityFull, MemorySwitchedOff, NotFound
from mneme.domain.memory import Kind, MemType, Status
from mneme.domain.scope import Level, Scope
from mneme.domain.task import Decision, FactResult, TaskState
from mneme.domain.tenancy import TenantContext
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.made import a_fact, an_app, said
from tests.doubles.sessions import (
    APP,
    DURABLE,
    PASSING,
    SESSION,
    close,
    heads,
    known_in,
    tell,
    tell_both,
)
from tests.doubles.world import USER, World


def _changes(world: World, memory_id: str) -> list[str]:
    records = [row for row in world.rows("change_log") if row["sk"] != "@head"]
    return [str(row["operation"]) for row in records if memory_id in str(row["memory_ids"])]


def test_what_is_worth_it_goes_on_in_the_app_and_the_rest_is_gone(world: World) -> None:
    durable, passing = tell_both(world)

    task = close(world)

    assert (task.state, task.error) == (TaskState.DONE, None)
    [(_, result)] = task.results
    assert result.decision is Decision.ADD
    assert known_in(world, APP) == [DURABLE]
    assert known_in(world, SESSION.key) == []
    found = heads(world)
    assert (found[durable].status, found[passing].status) == (Status.SUPERSEDED, Status.DELETED)
    assert stored_counts(world) == true_counts(world)
    assert log_is_dense(world)


def test_a_memory_that_goes_on_says_where_and_each_end_has_its_record(world: World) -> None:
    durable, passing = tell_both(world)

    [(_, result)] = close(world).results

    revisions = world.memories.revisions(world.acme, USER, [(durable, 1), (result.memory_id, 1)])
    assert revisions[durable, 1].superseded_by == result.memory_id
    assert revisions[result.memory_id, 1].sources == revisions[durable, 1].sources
    assert _changes(world, durable) == ["ADD", "PROMOTE"]
    assert _changes(world, passing) == ["ADD", "DELETE"]


def test_a_session_of_no_app_goes_on_everywhere(world: World) -> None:
    session = Scope(Level.SESSION, None, "s-1")
    tell(world, DURABLE, session)

    close(world, session)

    assert known_in(world, "G") == [DURABLE]


def test_what_the_app_knows_already_is_not_known_twice(world: World) -> None:
    known = world.decide(a_fact(DURABLE), an_app("planner")).memory_id
    durable, _ = tell_both(world)

    [(_, result)] = close(world).results

    assert (result.decision, result.memory_id) == (Decision.SKIP, known)
    assert known_in(world, APP) == [DURABLE]
    assert heads(world)[durable].status is Status.SUPERSEDED


def test_a_newer_value_of_a_slot_replaces_the_apps(world: World) -> None:
    world.decide(a_fact("I live in Oslo", fact_key="home_city"), an_app("planner"))
    world.durable.clock.advance(hours=1)
    tell(world, "I live in Bergen", fact_key="home_city", observed_at=world.clock.now())

    close(world)

    assert known_in(world, APP) == ["I live in Bergen"]


def test_messages_that_must_be_kept_are_kept(world: World) -> None:
    tell(world, "I went to the market with Ann", mem_type=MemType.EPISODIC, message="m7")
    tell(world, "I ate soup at noon", mem_type=MemType.EPISODIC, message="m8")

    close(world, must_keep=frozenset({"m7"}))

    assert known_in(world, APP) == ["I went to the market with Ann"]


def test_it_ends_behind_all_that_was_said_before(world: World) -> None:
    told = said("I am allergic to peanuts.", scope=SESSION)
    add = world.accept_add(world.acme, USER, told, None)

    task = close(world)

    assert world.read_task(world.acme, USER, add.task_id).state is TaskState.DONE
    assert len(task.results) == 1
    assert "peanuts" in known_in(world, APP)[0]
    assert known_in(world, SESSION.key) == []


def test_what_is_said_afterwards_opens_the_session_again(world: World) -> None:
    tell_both(world)
    close(world)
    world.durable.clock.advance(hours=1)

    tell(world, "I play the cello")

    assert known_in(world, SESSION.key) == ["I play the cello"]
    close(world)
    assert known_in(world, APP) == [DURABLE, "I play the cello"]


@pytest.mark.parametrize("scope", [SESSION, Scope(Level.SESSION, None, "unheard-of")])
def test_a_session_that_knows_nothing_ends_without_a_trace(world: World, scope: Scope) -> None:
    world.decide(a_fact(DURABLE), an_app("planner"))
    before = heads(world)

    task = close(world, scope, to_be_continued=True)

    assert (task.state, task.results) == (TaskState.DONE, ())
    assert heads(world) == before
    assert world.rows(SESSIONS) == []


def test_to_close_it_again_changes_nothing(world: World) -> None:
    tell_both(world)
    close(world)
    before = heads(world)

    assert close(world).state is TaskState.DONE

    assert heads(world) == before


class _NoRoom:
    """Commits facts, but for one text, for which there is no room."""

    def __init__(self, commit: Callable[[TenantContext, str, FactWrite], FactResult]) -> None:
        self._commit = commit

    def __call__(self, tenant: TenantContext, user_id: str, write: FactWrite) -> FactResult:
        if write.placed.fact.text == DURABLE:
            raise CapacityFull("no room, even after eviction")
        return self._commit(tenant, user_id, write)


def test_what_finds_no_room_is_told_and_archived_and_keeps_nothing_else(world: World) -> None:
    durable, _ = tell_both(world)
    tell(world, "I play the cello")
    world.__dict__["commit_fact"] = _NoRoom(world.commit_fact)

    task = close(world)

    assert task.state is TaskState.DONE
    assert sorted(result.code for _, result in task.results) == [0, 42901]
    assert known_in(world, APP) == ["I play the cello"]
    assert heads(world)[durable].status is Status.ARCHIVED
    assert _changes(world, durable) == ["ADD", "ARCHIVE"]
    assert world.rows(SESSIONS) == []
    assert stored_counts(world) == true_counts(world)


def test_what_is_to_be_continued_is_told_to_the_next_session_for_a_day(world: World) -> None:
    world.remember(said("Shall we look at trains?", scope=SESSION))
    tell_both(world)
    world.durable.clock.advance(minutes=5)

    task = close(world, to_be_continued=True)

    (kept,) = world.held(Kind.CONTINUITY)
    lines = kept.revision.content.splitlines()
    assert {DURABLE, PASSING, "USER: Shall we look at trains?"} <= set(lines)
    assert (kept.head.scope.key, kept.head.status) == (APP, Status.ACTIVE)
    assert kept.head.expire_at is not None
    assert (kept.head.expire_at - task.accepted_at).total_seconds() == 24 * 3600
    assert stored_counts(world) == true_counts(world)


def test_what_was_to_be_continued_is_not_restored_once_its_day_is_over(world: World) -> None:
    tell_both(world)
    close(world, to_be_continued=True)
    (kept,) = world.held(Kind.CONTINUITY)
    world.manage.delete.one(world.acme, USER, kept.head.memory_id, None)
    world.durable.clock.advance(days=1)

    with pytest.raises(NotFound):
        world.manage.restore(world.acme, USER, kept.head.memory_id, None)


def test_a_user_who_purged_meanwhile_is_told_and_nothing_is_carried(world: World) -> None:
    tell_both(world)
    task = world.accept_closing(world.acme, USER, SESSION)
    world.set_user(epoch=2)

    world.work()

    assert world.read_task(world.acme, USER, task.task_id).state is TaskState.DROPPED
    assert known_in(world, APP) == []


def test_an_app_that_is_switched_off_closes_no_session(world: World) -> None:
    tell_both(world)
    task = world.accept_closing(world.acme, USER, SESSION)
    world.set_user(apps_off=frozenset({"planner"}))

    world.work()

    assert world.read_task(world.acme, USER, task.task_id).state is TaskState.DROPPED
    assert known_in(world, SESSION.key) == [DURABLE, PASSING]
    with pytest.raises(MemorySwitchedOff):
        world.accept_closing(world.acme, USER, SESSION)


def test_many_memories_go_page_by_page(world: World) -> None:
    for number in range(45):
        kind = MemType.SEMANTIC if number % 3 else MemType.EPISODIC
        tell(world, f"word{number} " * 3, mem_type=kind)

    task = close(world)

    assert len(task.results) == 30
    assert known_in(world, SESSION.key) == []
    assert stored_counts(world) == true_counts(world)
