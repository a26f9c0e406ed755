"""A caller tells what reached a model: noted for what it could have recalled, and no more."""

from dataclasses import replace
from datetime import datetime

import pytest

from mneme.application.tasks.queue_messages import REINFORCEMENT, reinforcement_message
from mneme.domain.errors import MemorySwitchedOff, Unavailable
from mneme.domain.memory import Kind, Status
from mneme.domain.scope import Level, Scope
from tests.doubles.made import NOW, a_fact, an_app, later, said
from tests.doubles.watched import Fuse, Watched
from tests.doubles.world import USER, World, a_tenant

TWO = ("I like green tea", "My sister lives in Rome")


def _noted(world: World) -> list[tuple[datetime, tuple[str, ...]]]:
    received = world.backend.queue_consumer.receive(REINFORCEMENT, 10)
    messages = [reinforcement_message(one.body) for one in received]
    assert all(message.used for message in messages)
    return [(message.at, message.memory_ids) for message in messages]


def _use(world: World, *memory_ids: str, at: datetime | None = None, apps: set[str] | None = None):  # type: ignore[no-untyped-def]
    caller = replace(world.acme, apps=None if apps is None else frozenset(apps))
    return world.note_use(caller, USER, memory_ids, at)


def test_what_was_used_is_queued_with_its_instant(world: World) -> None:
    first, second = (world.decide(a_fact(text)).memory_id for text in TWO)

    assert _use(world, first, second, at=later(hours=-1)) == 2

    assert _noted(world) == [(later(hours=-1), (first, second))]


@pytest.mark.parametrize("at", [None, later(days=3)])
def test_an_instant_that_is_not_told_or_to_come_is_now(world: World, at: datetime | None) -> None:
    memory_id = world.decide(a_fact()).memory_id

    _use(world, memory_id, at=at)

    assert _noted(world) == [(NOW, (memory_id,))]


def test_the_same_use_told_again_counts_once(world: World) -> None:
    memory_id = world.decide(a_fact()).memory_id
    for _ in range(2):
        _use(world, memory_id, at=later(minutes=-1))
        received = world.backend.queue_consumer.receive(REINFORCEMENT, 10)
        world.reinforce([reinforcement_message(one.body) for one in received])

    (held,) = world.held()
    assert held.head.used_count == 1


def test_what_is_not_there_to_be_recalled_is_passed_over(world: World) -> None:
    ended = world.decide(a_fact("I own a boat")).memory_id
    world.set_head(ended, status=Status.ARCHIVED.value)
    world.remember(said("Good morning."))
    turns = [held.head.memory_id for held in world.held(Kind.TURN)]
    purged = world.decide(a_fact("My sister lives in Rome")).memory_id
    world.set_user(epoch=2)
    here = world.decide(a_fact("I like green tea")).memory_id

    assert _use(world, ended, *turns, purged, "unknown", here) == 1

    assert _noted(world) == [(NOW, (here,))]


def test_nothing_to_note_queues_nothing(world: World) -> None:
    assert _use(world, "unknown") == 0
    assert _noted(world) == []


def test_a_key_of_an_app_notes_what_it_can_recall_and_nothing_of_other_apps(world: World) -> None:
    ours = world.decide(a_fact("I plan"), an_app("planner")).memory_id
    theirs = world.decide(a_fact("I train"), an_app("coach")).memory_id
    everywhere = world.decide(a_fact("I live")).memory_id

    assert _use(world, ours, theirs, everywhere, apps={"planner"}) == 2

    assert _noted(world) == [(NOW, (ours, everywhere))]


def test_a_token_of_a_session_notes_nothing_of_other_sessions(world: World) -> None:
    here, there = (
        world.decide(a_fact(text), Scope(Level.SESSION, "planner", session)).memory_id
        for text, session in (("I plan", "s-1"), ("I train", "s-2"))
    )
    everywhere = world.decide(a_fact("I live")).memory_id
    caller = replace(world.acme, apps=frozenset({"planner"}), session_id="s-1")

    assert world.note_use(caller, USER, [here, there, everywhere], None) == 2

    assert _noted(world) == [(NOW, (here, everywhere))]


def test_nobody_notes_a_use_for_another_user_or_tenant(world: World) -> None:
    world.tenants.create("globex")
    memory_id = world.decide(a_fact()).memory_id

    assert world.note_use(world.acme, "u-2", [memory_id], None) == 0
    assert world.note_use(a_tenant("globex"), USER, [memory_id], None) == 0


def test_memories_of_an_app_that_is_switched_off_are_not_used(world: World) -> None:
    memory_id = world.decide(a_fact(), an_app("planner")).memory_id
    world.set_user(apps_off=frozenset({"planner"}))

    assert _use(world, memory_id) == 0


def test_a_user_who_switched_memory_off_uses_none(world: World) -> None:
    world.set_user(switched_off=True)

    with pytest.raises(MemorySwitchedOff):
        _use(world, "m")


def test_a_use_that_cannot_be_queued_is_told(world: World) -> None:
    memory_id = world.decide(a_fact()).memory_id
    down = Fuse(1, fault=lambda: Unavailable("no answer"))
    world = World(world.durable, lambda s: replace(s, queue=Watched(s.queue, down)))  # type: ignore[arg-type]

    with pytest.raises(Unavailable):
        _use(world, memory_id)


def test_a_key_that_is_bound_to_no_app_at_all_recalls_nothing_and_uses_nothing(
    world: World,
) -> None:
    memory_id = world.decide(a_fact()).memory_id

    assert _use(world, memory_id, apps=set()) == 0
