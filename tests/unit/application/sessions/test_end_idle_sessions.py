"""A session that nobody closes ends a day after its last use, and no session in use does."""

from dataclasses import replace

import pytest

from mneme.application.ports.table_store import SetTo, Update
from mneme.application.repositories.row_keys import SESSIONS, session_key, user_partition
from mneme.application.tasks.queue_messages import ReinforcementMessage
from mneme.domain.errors import InternalFault, Unavailable
from mneme.domain.memory import Status
from tests.doubles.made import said
from tests.doubles.sessions import APP, DURABLE, PASSING, SESSION, heads, known_in, tell, tell_both
from tests.doubles.watched import Fuse, Watched
from tests.doubles.world import TENANT, USER, World

DAY = 24 * 3600


def _later(world: World, seconds: float) -> int:
    world.durable.clock.advance(seconds)
    ended = world.end_idle_sessions()
    world.work()
    return ended


def test_a_day_after_its_last_use_it_ends_as_if_it_had_been_closed(world: World) -> None:
    durable, passing = tell_both(world)

    assert [_later(world, DAY - 1), _later(world, 1)] == [0, 1]

    assert known_in(world, APP) == [DURABLE]
    assert heads(world)[durable].status is Status.SUPERSEDED
    assert heads(world)[passing].status is Status.DELETED
    assert world.rows(SESSIONS) == []
    assert _later(world, DAY) == 0


def test_what_is_told_in_it_keeps_it_open(world: World) -> None:
    tell_both(world)
    world.durable.clock.advance(DAY / 2)
    world.accept_add(world.acme, USER, said("Hm.", scope=SESSION, accepted_at=_now(world)), None)
    world.work()

    assert [_later(world, DAY / 2), _later(world, DAY / 2)] == [0, 1]


def _now(world: World):  # type: ignore[no-untyped-def]
    return world.clock.now()


def test_what_is_recalled_of_it_keeps_it_open(world: World) -> None:
    durable, _ = tell_both(world)
    world.durable.clock.advance(DAY / 2)
    world.reinforce([ReinforcementMessage(TENANT, USER, world.clock.now(), (durable,))])

    assert [_later(world, DAY / 2), _later(world, DAY / 2)] == [0, 1]


def test_a_recall_opens_no_session_that_is_over(world: World) -> None:
    durable, _ = tell_both(world)
    _later(world, DAY)
    world.set_head(durable, status=Status.ACTIVE.value)

    world.reinforce([ReinforcementMessage(TENANT, USER, world.clock.now(), (durable,))])

    assert world.rows(SESSIONS) == []


def test_two_that_look_at_once_end_it_once(world: World) -> None:
    tell_both(world)
    world.durable.clock.advance(DAY)
    other = World(world.durable)

    # Both have read what is due before either has sent it.
    listed = list(world.sessions.due(world.clock.now()))
    assert world.end_idle_sessions() == 1
    again = replace(other.sessions.of_entry(listed[0]), due_at=world.clock.now())  # type: ignore[type-var]
    other.end_idle_sessions._ended(again)
    world.work()

    tasks = [row for row in world.rows("operations") if "state" in row]
    assert [row["state"] for row in tasks] == ["DONE"]
    assert known_in(world, APP) == [DURABLE]


def test_while_memory_is_switched_off_it_waits_and_nothing_is_lost(world: World) -> None:
    tell_both(world)
    world.set_user(switched_off=True)
    assert [_later(world, DAY), _later(world, DAY)] == [0, 0]
    world.set_user()

    assert known_in(world, SESSION.key) == [DURABLE, PASSING]
    assert _later(world, DAY) == 1
    assert known_in(world, APP) == [DURABLE]


def test_a_session_that_was_purged_leaves_its_row_behind_no_longer(world: World) -> None:
    tell_both(world)
    world.set_user(epoch=2)

    assert _later(world, DAY) == 0

    assert world.rows(SESSIONS) == []
    assert known_in(world, APP) == []


def test_a_session_whose_end_was_cut_off_ends_a_day_later(world: World) -> None:
    tell_both(world)
    world.durable.clock.advance(DAY)
    dumb = Fuse(1, fault=lambda: Unavailable("no answer"))
    cut_off = World(world.durable, lambda s: replace(s, queue=Watched(s.queue, dumb)))  # type: ignore[arg-type]
    with pytest.raises(Unavailable):
        cut_off.end_idle_sessions()

    assert _later(world, 900) == 1

    assert known_in(world, APP) == [DURABLE]


def test_one_damaged_row_holds_up_no_other_session(world: World) -> None:
    tell(world, DURABLE)
    tell(world, DURABLE, user="u-2")
    place = session_key(user_partition(world.acme, USER), SESSION.key, 1)
    damage = Update(SESSIONS, place, (SetTo("used_at", "noon"),))
    world.tables.transact(world.acme, [damage])

    with pytest.raises(InternalFault, match="used_at"):
        _later(world, DAY)
    world.work()

    assert known_in(world, APP, "u-2") == [DURABLE]


def test_memories_of_other_levels_open_no_session(world: World) -> None:
    world.remember(said("I am allergic to peanuts.", session_id="s-9"))

    assert world.rows(SESSIONS) == []
