"""Who leaves first is found without reading all heads, and is who a reader of all would choose."""

from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mneme.application.capacity import choose_leaving
from mneme.application.capacity.choose_leaving import ENTRIES, HEADS
from mneme.application.tasks.queue_messages import ReinforcementMessage
from mneme.domain.capacity import leaving_order, may_leave
from mneme.domain.counting import Counter, counters_of
from mneme.domain.memory import Head, Kind, MemType, Status
from mneme.domain.scope import Scope
from tests.doubles.limited import GLOBAL_COUNTER, TOTAL_COUNTER, unlimit
from tests.doubles.made import GLOBAL, an_app
from tests.doubles.managing import head_of, many, told, update
from tests.doubles.watched import Notes, Watched
from tests.doubles.world import TENANT, USER, World

APP_COUNTER = Counter("A#planner", 1)
SCOPES = st.sampled_from((GLOBAL, an_app(), an_app("other")))
TOLD = st.tuples(
    SCOPES,
    st.sampled_from(MemType),
    st.sampled_from((None, 1, 3, 40)),
    st.booleans(),
    st.floats(0, 2),
    st.booleans(),
)


def chosen(world: World, counter: Counter, least: int) -> list[Head]:
    state = world.users.state(world.acme, USER)
    return world.choose_leaving(world.acme, USER, state, counter, least)


def by_reading_all(world: World, counter: Counter) -> list[Head]:
    heads, _ = world.memories.heads_page(world.acme, USER, None, 1000)
    leaving = [one for one in heads if may_leave(one) and counter in counters_of(one)]
    now, weights = world.clock.now(), world.thresholds().weights
    return sorted(leaving, key=partial(leaving_order, now=now, by=weights))


@settings(max_examples=60, deadline=None)
@given(
    facts=st.lists(TOLD, min_size=1, max_size=40),
    least=st.integers(1, 12),
    later=st.integers(0, 60),
)
def test_the_first_are_those_whom_a_reader_of_all_heads_would_choose(
    facts: list[Any], least: int, later: int
) -> None:
    world = World()
    unlimit(world)
    strengthened: list[str] = []
    for number, (scope, mem_type, expires, important, days, again) in enumerate(facts):
        now = world.clock.now()
        ends = None if expires is None else now + timedelta(days=expires)
        memory_id = told(
            world,
            f"Fact no. {number}",
            scope,
            mem_type=mem_type,
            is_important=important,
            expire_at=ends,
        )
        world.durable.clock.advance(days=days)
        if again:
            strengthened.append(memory_id)
    world.durable.clock.advance(days=later)
    now = world.clock.now()
    world.reinforce([ReinforcementMessage(TENANT, USER, now, tuple(strengthened))])
    world.durable.clock.advance(days=1)

    with patch.multiple(choose_leaving, ENTRIES=5, HEADS=3):
        for counter in (TOTAL_COUNTER, GLOBAL_COUNTER, APP_COUNTER):
            true = by_reading_all(world, counter)
            assert chosen(world, counter, least)[:least] == true[:least]


@pytest.mark.parametrize("scope", [GLOBAL, an_app("last")])
def test_of_many_memories_few_heads_are_read(world: World, scope: Scope) -> None:
    for _ in range(40):
        many(world, 25, [GLOBAL, *(an_app(f"app-{n}") for n in range(4)), scope])
        world.durable.clock.advance(days=1)
    notes = Notes()
    watched = World(
        world.durable, lambda stores: replace(stores, tables=Watched(stores.tables, notes))
    )
    counter = Counter(scope.key, 1)

    found = chosen(watched, counter, 20)

    read = [len(arguments[2]) for name, arguments in notes.calls if name == "batch_get"]
    listed = sum(name == "query" for name, _ in notes.calls)
    assert found[:20] == by_reading_all(world, counter)[:20]
    assert sum(read) <= 2 * HEADS
    assert listed <= 1000 // ENTRIES


def test_messages_and_what_may_not_leave_are_not_listed(world: World) -> None:
    told(world, "Be brief", kind=Kind.CONSTRAINT)
    told(world, "I have a son", is_important=True)
    gone = told(world, "I like salt")
    world.manage.delete.one(world.acme, USER, gone, None)
    tea = told(world, "I like tea")

    entries, cursor = world.memories.leaving(world.acme, USER, 10, None)

    assert ([one.memory_id for one in entries], cursor) == ([tea], None)
    assert entries[0].may_be_of(TOTAL_COUNTER)
    assert entries[0].may_be_of(GLOBAL_COUNTER)
    assert not entries[0].may_be_of(APP_COUNTER)


def test_a_mark_takes_a_memory_out_of_the_list_and_its_end_puts_it_back(world: World) -> None:
    tea = told(world, "I like tea")
    listed = partial(world.memories.leaving, world.acme, USER, 10, None)

    update(world, tea, is_important=True)
    assert listed()[0] == []
    update(world, tea, is_important=False)
    assert [one.memory_id for one in listed()[0]] == [tea]


def test_a_recall_moves_no_entry(world: World) -> None:
    tea = told(world, "I like tea")
    before = world.memories.leaving(world.acme, USER, 10, None)
    world.durable.clock.advance(days=10)
    world.reinforce([ReinforcementMessage(TENANT, USER, world.clock.now(), (tea,))])

    assert head_of(world, tea).last_recalled_at is not None
    assert head_of(world, tea).status is Status.ACTIVE
    assert world.memories.leaving(world.acme, USER, 10, None) == before
