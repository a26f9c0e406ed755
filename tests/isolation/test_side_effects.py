"""What one user does touches no row of another, in no table and not in the index."""

from itertools import product

import pytest

from infra.tables import TABLES
from mneme.domain.scope import Level
from tests.isolation.cast import Cast
from tests.isolation.play import Play
from tests.isolation.programs import ACTORS, Actor, Delivery, Way, Words, Write
from tests.isolation.questions import SCOPES, WIDE

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

Rows = dict[tuple[str, str, str], object]
"""Every stored row by (table, partition, the rest of its key)."""


@pytest.fixture
def play() -> Play:
    """Return a play in which everyone has said something everywhere, and all is delivered."""
    play = Play.of(CAST)
    for actor, place, way in product(ACTORS, PLACES, WAYS):
        play.send(Write(actor, *place, *way, 0, 0, None, Delivery.ALL))
    play.deployment.settle()
    return play


def _rows(play: Play) -> Rows:
    found: Rows = {}
    for table in TABLES:
        for row in play.deployment.rows(table.name):
            found[table.name, str(row["pk"]), str(row.get("sk"))] = row
    with play.deployment.index_database.read() as connection:
        cursor = connection.execute("SELECT user, memory_id, revision, * FROM index_entries")
        for user, memory_id, revision, *row in cursor:
            found["index", user, f"{memory_id}#{revision}"] = row
    return found


def _touched(before: Rows, after: Rows) -> set[tuple[str, str, str]]:
    return {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}


def test_a_write_touches_rows_of_its_own_user_only(play: Play) -> None:
    before = _rows(play)
    for actor, place, way in product(ACTORS, PLACES, WAYS):
        play.perform([Write(actor, *place, *way, 1, 1, None, Delivery.ALL)])

        after = _rows(play)

        touched = _touched(before, after)
        assert touched
        assert {partition for _, partition, _ in touched} == {PARTITIONS[actor]}
        before = after


def _is_current(head: object) -> bool:
    return isinstance(head, dict) and head["status"] == "ACTIVE"


def test_a_recall_touches_what_it_returned_and_is_current_only(play: Play) -> None:
    before = _rows(play)
    for actor, asked in product(ACTORS, SCOPES):
        play.deployment.durable.clock.advance(1)
        returned = play.ask(actor, asked, WIDE).memories
        play.deployment.settle()

        after = _rows(play)

        recalled = {
            memory["memory_id"]
            for memory in returned
            if memory["kind"] != "TURN"
            and _is_current(before["heads", PARTITIONS[actor], memory["memory_id"]])
        }
        expected = {("heads", PARTITIONS[actor], memory_id) for memory_id in recalled}
        # Who asks in a session keeps it alive.
        sessions = {one for one in _touched(before, after) if one[0] == "sessions"}
        assert _touched(before, after) - sessions == expected
        assert {partition for _, partition, _ in sessions} <= {PARTITIONS[actor]}
        before = after


def test_reading_tasks_and_being_refused_touches_nothing(play: Play) -> None:
    before = _rows(play)

    play.read_tasks()
    for actor in ACTORS:
        across = {"app_id": PAIR[0], "cross_app": {"enabled": True}}
        body = {"user_id": CAST.users[actor.user], "query": "tea", "scope": across}
        assert play.deployment.call("recall", play.caller(actor), body).code == 50101
    play.deployment.settle()

    assert _touched(before, _rows(play)) == set()
