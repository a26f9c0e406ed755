"""Switches: what is refused, hidden or goes on while memory is off (DESIGN §15's table)."""

from dataclasses import dataclass
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.application.manage.list_memories import LISTED, Wanted
from mneme.domain.change import Operation
from mneme.domain.dimension import Dimension
from mneme.domain.errors import InvalidRequest, MemorySwitchedOff, MnemeError
from mneme.domain.isolation import ScopeRequest
from mneme.domain.paging import PageRequest, Question
from mneme.domain.recollection import RecallQuery
from mneme.domain.scope import Level, Scope
from mneme.domain.task import TaskState
from mneme.domain.user_state import MOST_APPS_OFF, UserState
from tests.doubles.made import GLOBAL, a_fact, said
from tests.doubles.managing import head_of, indexed, told, update
from tests.doubles.world import USER, World, a_tenant

PLANNER, COACH = Scope(Level.APP, "planner"), Scope(Level.APP, "coach")
IN_SESSION = Scope(Level.SESSION, "planner", "s-1")
PLACES = (GLOBAL, PLANNER, COACH, IN_SESSION)
ALL = PageRequest(Question("user/list", "{}"), limit=100)

switches = st.lists(
    st.tuples(st.sampled_from((None, "planner", "coach")), st.booleans()), max_size=6
)


@pytest.fixture
def world() -> World:
    return World()


def switch(world: World, app_id: str | None, enabled: bool | None = None) -> UserState:
    """Set a switch, or read it."""
    return world.switch_memory(world.acme, USER, app_id, enabled)


def recalled(world: World, app_id: str | None = None) -> tuple[set[str], tuple[str, ...]]:
    """Return what a recall finds there, and the apps it says are off."""
    scope = ScopeRequest(app_id=app_id, session_id=None if app_id is None else "s-1")
    asked = RecallQuery(USER, "tea", scope=scope, min_relevance=0.0, consistent=True)
    found = world.recall(world.acme, asked)
    return {one.revision.content for one in found.memories}, found.switched_off


def listed(world: World) -> int:
    """Return how many memories the user sees."""
    wanted = Wanted(Dimension(), LISTED)
    return len(world.manage.list(world.acme, USER, wanted, ALL).entries)


def logged(world: World) -> list[tuple[str | None, str]]:
    """Return the app and the reason of each switch in the change log, oldest first."""
    records, _ = world.manage.changes.records.before(world.acme, USER, 10**9, 100)
    of_switches = [one.record for one in records if one.record.operation is Operation.SWITCH]
    return [(record.app_id, record.reason) for record in reversed(of_switches)]


def refused(world: World, scope: Scope) -> bool:
    """Return whether all that learns something is refused there, and nothing but by its switch."""
    conversation = said("I love tea", scope=scope)
    fact = a_fact("I love tea")
    ways = [
        lambda: world.accept_add(world.acme, USER, conversation, None),
        lambda: world.accept_structured(world.acme, USER, scope, fact),
        lambda: world.write_structured(world.acme, USER, scope, fact),
    ]
    if scope.level is Level.SESSION:
        ways.append(lambda: world.accept_closing(world.acme, USER, scope))
    answers = []
    for way in ways:
        try:
            way()
            answers.append(False)
        except MemorySwitchedOff:
            answers.append(True)
    assert len(set(answers)) == 1
    return answers[0]


@given(switches)
def test_whatever_was_switched_the_table_holds(history: list[tuple[str | None, bool]]) -> None:
    world = World()
    texts = {scope: f"Tea of {scope.key}" for scope in PLACES}
    ids = {scope: told(world, text, scope) for scope, text in texts.items()}
    indexed(world)
    expected = {None: True, "planner": True, "coach": True}
    noted = []
    for app_id, enabled in history:
        switch(world, app_id, enabled)
        if expected[app_id] is not enabled:
            noted.append((app_id, "switched_on" if enabled else "switched_off"))
        expected[app_id] = enabled

    # what is recalled
    for app_id in (None, "planner", "coach"):
        if not expected[None]:
            with pytest.raises(MemorySwitchedOff):
                recalled(world, app_id)
            continue
        there = [GLOBAL]
        if app_id is not None and expected[app_id]:
            there += [scope for scope in PLACES if scope.app_id == app_id]
        off = () if expected[app_id] else (app_id,)
        assert recalled(world, app_id) == ({texts[scope] for scope in there}, off)
    # what works all the time
    assert listed(world) == len(PLACES)
    for memory_id in ids.values():
        assert update(world, memory_id, is_important=True).is_important
    assert world.manage.delete.one(world.acme, USER, ids[COACH], None).deleted_at is not None
    world.manage.restore(world.acme, USER, ids[COACH], None)
    # what is learned
    for scope in PLACES:
        on = expected[None] and (scope.app_id is None or expected[scope.app_id])
        assert refused(world, scope) is not on
    # the account of it
    assert logged(world) == noted
    state = switch(world, None)
    assert (state.enabled, state.is_on("planner")) == (
        expected[None],
        expected[None] and expected["planner"],
    )


@pytest.mark.parametrize("app_id", [None, "planner"])
def test_what_was_accepted_before_a_switch_off_ends_dropped(
    world: World, app_id: str | None
) -> None:
    task = world.accept_add(world.acme, USER, said("I love tea", scope=PLANNER), None)
    closing = world.accept_closing(world.acme, USER, IN_SESSION)

    switch(world, app_id, enabled=False)
    world.work()

    for one in (task, closing):
        ended = world.read_task(world.acme, USER, one.task_id)
        assert ended.state is TaskState.DROPPED
    assert listed(world) == 0


def test_on_again_what_is_left_is_back(world: World) -> None:
    kept, gone = (told(world, f"Tea {n}", PLANNER) for n in range(2))
    indexed(world)

    switch(world, None, enabled=False)
    world.manage.delete.one(world.acme, USER, gone, None)
    switch(world, None, enabled=True)

    assert recalled(world, "planner") == ({"Tea 0"}, ())
    assert head_of(world, kept).deleted_at is None


def test_time_goes_on_while_memory_is_off(world: World) -> None:
    memory_id = told(world, "Tea", PLANNER)
    before = head_of(world, memory_id).anchor.value

    switch(world, None, enabled=False)
    world.durable.clock.advance(days=30)

    (one,) = world.manage.list(world.acme, USER, Wanted(Dimension(), LISTED), ALL).entries
    assert one.weight < before


def test_nothing_counts_as_used_while_memory_is_off(world: World) -> None:
    memory_id = told(world, "Tea", PLANNER)

    switch(world, "planner", enabled=False)
    assert world.note_use(world.acme, USER, [memory_id], None) == 0
    switch(world, None, enabled=False)

    with pytest.raises(MemorySwitchedOff):
        world.note_use(world.acme, USER, [memory_id], None)


def test_one_users_switch_is_nobody_elses(world: World) -> None:
    globex = a_tenant("globex")
    world.tenants.create("globex")

    switch(world, None, enabled=False)

    for tenant, user in product((world.acme, globex), (USER, "u-2")):
        off = (tenant, user) == (world.acme, USER)
        assert world.switch_memory(tenant, user, None, None).enabled is not off


@dataclass
class Case:
    """A tenant's choice, what the user set, and what holds then."""

    opt_in: bool
    chosen: bool | None
    enabled: bool


@pytest.mark.parametrize(
    "case",
    [
        Case(opt_in=False, chosen=None, enabled=True),
        Case(opt_in=False, chosen=False, enabled=False),
        Case(opt_in=True, chosen=None, enabled=False),
        Case(opt_in=True, chosen=True, enabled=True),
    ],
    ids=str,
)
def test_where_a_tenant_asks_memory_is_off_until_it_is_switched_on(
    world: World, case: Case
) -> None:
    world.opt_in.set(world.acme, case.opt_in)
    if case.chosen is not None:
        switch(world, None, enabled=case.chosen)

    assert switch(world, None).enabled is case.enabled
    assert refused(world, PLANNER) is not case.enabled


def test_an_apps_switch_says_nothing_of_a_user_who_has_not_opted_in(world: World) -> None:
    world.opt_in.set(world.acme, True)

    switch(world, "planner", enabled=False)
    state = switch(world, "planner", enabled=True)

    assert (state.enabled, state.apps_off) == (False, frozenset())


def test_a_write_that_a_switch_off_overtakes_fails(world: World) -> None:
    state = world.users.state(world.acme, USER)
    overtaken = world.users.unchanged(world.acme, USER, state)

    switch(world, "planner", enabled=False)

    with pytest.raises(MnemeError):
        world.tables.transact(world.acme, [overtaken])


def test_the_row_of_switches_never_outgrows_what_each_request_can_read(world: World) -> None:
    for number in range(MOST_APPS_OFF):
        switch(world, f"app-{number}", enabled=False)

    with pytest.raises(InvalidRequest) as refused:
        switch(world, "one-more", enabled=False)

    assert refused.value.field == "app_id"
    switch(world, "app-7", enabled=True)
    assert "one-more" in switch(world, "one-more", enabled=False).apps_off
