"""What one user does touches no row of another, in no table and not in the index."""

from itertools import product

import pytest

from mneme.domain.scope import Level
from tests.isolation.cast import Cast
from tests.isolation.play import Play
from tests.isolation.programs import ACTORS, Actor, Delivery, Way, Words, Write
from tests.isolation.questions import SCOPES, WIDE
from tests.isolation.touched_rows import rows_of, touched_of

PAIR = ("u#1", "u%231")
CAST = Cast(("acme", "acme2"), PAIR, PAIR, PAIR, PAIR, PAIR)
PARTITIONS = {
    Actor(0, 0): "acme#u%231",
    Actor(0, 1): "acme#u%25231",
    Actor(1, 0): "acme2#u%231",
    Actor(1, 1): "acme2#u%25231",
}
WAYS = (
    (Way.ADD, Words.SHARED),
    (Way.ADD, Words.SLOT),
    (Way.AT_ONCE, Words.SHARED),
    (Way.BY_TASK, Words.SHARED),
)
PLACES = ((Level.GLOBAL, None, 0), (Level.APP, 0, None), (Level.SESSION, 0, 1))


@pytest.fixture
def play() -> Play:
    """Return a play in which everyone has said something everywhere, and all is delivered."""
    play = Play.of(CAST)
    for actor, place, way in product(ACTORS, PLACES, WAYS):
        play.send(Write(actor, *place, *way, 0, 0, None, Delivery.ALL))
    play.deployment.settle()
    return play


def test_a_write_touches_rows_of_its_own_user_only(play: Play) -> None:
    before = rows_of(play)
    for actor, place, way in product(ACTORS, PLACES, WAYS):
        play.perform([Write(actor, *place, *way, 1, 1, None, Delivery.ALL)])

        after = rows_of(play)

        touched = touched_of(before, after)
        assert touched
        assert {partition for _, partition, _ in touched} == {PARTITIONS[actor]}
        before = after


def _is_current(head: object) -> bool:
    return isinstance(head, dict) and head["status"] == "ACTIVE"


def test_a_recall_touches_what_it_returned_and_is_current_only(play: Play) -> None:
    before = rows_of(play)
    for actor, asked in product(ACTORS, SCOPES):
        play.deployment.durable.clock.advance(1)
        returned = play.ask(actor, asked, WIDE).memories
        play.deployment.settle()

        after = rows_of(play)

        recalled = {
            memory["memory_id"]
            for memory in returned
            if memory["kind"] != "TURN"
            and _is_current(before["heads", PARTITIONS[actor], memory["memory_id"]])
        }
        expected = {("heads", PARTITIONS[actor], memory_id) for memory_id in recalled}
        # Who asks in a session keeps it alive.
        sessions = {one for one in touched_of(before, after) if one[0] == "sessions"}
        assert touched_of(before, after) - sessions == expected
        assert {partition for _, partition, _ in sessions} <= {PARTITIONS[actor]}
        before = after


def test_reading_tasks_and_being_refused_touches_nothing(play: Play) -> None:
    before = rows_of(play)

    play.read_tasks()
    for actor in ACTORS:
        across = {"app_id": PAIR[0], "cross_app": {"enabled": True}}
        body = {"user_id": CAST.users[actor.user], "query": "tea", "scope": across}
        assert play.deployment.call("recall", play.caller(actor), body).code == 50101
    play.deployment.settle()

    assert touched_of(before, rows_of(play)) == set()
