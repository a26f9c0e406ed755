"""What is restored of a session that is over: it ends again, and what was passed on stays so."""

from mneme.domain.memory import Status
from tests.doubles.sessions import APP, DURABLE, PASSING, SESSION, close, heads, known_in, tell_both
from tests.doubles.world import USER, World


def test_a_session_that_is_over_opens_again_for_what_is_restored_and_ends_a_day_later() -> None:
    world = World()
    _, passing = tell_both(world)
    close(world)

    world.manage.restore(world.acme, USER, passing, None)
    assert known_in(world, SESSION.key) == [PASSING]
    world.durable.clock.advance(hours=25)
    assert world.end_idle_sessions() == 1
    world.work()

    assert known_in(world, SESSION.key) == []
    assert heads(world)[passing].status is Status.DELETED


def test_what_is_there_already_opens_no_session() -> None:
    world = World()
    durable, _ = tell_both(world)
    close(world)
    kept = next(head for head in heads(world).values() if head.scope.key == APP)

    world.manage.restore(world.acme, USER, kept.memory_id, None)

    assert world.rows("sessions") == []
    assert durable in heads(world)


def test_what_a_session_had_passed_on_is_not_current_twice() -> None:
    world = World()
    durable, _ = tell_both(world)
    close(world)

    world.manage.delete.one(world.acme, USER, durable, None)
    head = world.manage.restore(world.acme, USER, durable, None)

    assert head.status is Status.SUPERSEDED
    assert (known_in(world, APP), known_in(world, SESSION.key)) == ([DURABLE], [])
