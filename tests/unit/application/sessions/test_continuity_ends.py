"""What was to be continued is recalled no more once what it quotes was deleted or purged."""

import pytest

from mneme.domain.memory import Kind
from mneme.domain.purge import PurgeTarget
from mneme.domain.scope import Level, Scope
from tests.doubles.evolving import recalled
from tests.doubles.made import said
from tests.doubles.managing import told
from tests.doubles.purging import a_clear_world, places_of, purge, purged
from tests.doubles.sessions import SESSION, close, heads, tell
from tests.doubles.world import USER, World

OF_NO_APP = Scope(Level.SESSION, None, "s-1")
QUESTION = "What is my therapist called?"


def _told_and_closed(world: World, scope: Scope = OF_NO_APP) -> str:
    """Tell a session something, close it to be continued, and return what it left."""
    world.remember(said("My therapist is Dr Quill.", session_id="s-1", scope=scope))
    [(_, promoted)] = close(world, scope, to_be_continued=True).results
    return promoted.memory_id


def _delete(world: World, memory_id: str) -> None:
    world.manage.delete.one(world.acme, USER, memory_id, None)


def _continued(world: World) -> list[str]:
    """Return the ids of what is to be continued, and current."""
    return [
        head.memory_id
        for head in heads(world).values()
        if head.kind is Kind.CONTINUITY and head.status == "ACTIVE"
    ]


def test_a_purge_of_a_session_takes_what_quotes_it_at_once_and_then_for_good() -> None:
    world = a_clear_world()
    promoted = _told_and_closed(world)
    assert len(recalled(world, QUESTION)) == 2

    purge(world, PurgeTarget(None, "s-1"))
    assert recalled(world, QUESTION) == ["My therapist is Dr Quill."]

    _delete(world, promoted)
    purged(world, PurgeTarget(None, "s-1"))
    assert [head.kind for head in heads(world).values()] == [Kind.FACT]
    assert "queues" not in places_of(world, "Quill")


def test_a_purge_of_another_session_leaves_it(world: World) -> None:
    _told_and_closed(world)
    _told_and_closed(world, SESSION)

    purged(world, PurgeTarget("planner", "s-1"))

    assert len(_continued(world)) == 1


@pytest.mark.parametrize("kind", [Kind.FACT, Kind.TURN])
def test_who_deletes_what_it_quotes_is_told_it_no_more(world: World, kind: Kind) -> None:
    promoted = _told_and_closed(world)
    turn = next(held.head.memory_id for held in world.held(Kind.TURN))

    _delete(world, promoted if kind is Kind.FACT else turn)

    assert _continued(world) == []


def test_what_came_from_no_message_ends_it_too(world: World) -> None:
    told(world, "I like tea", OF_NO_APP)
    close(world, OF_NO_APP, to_be_continued=True)
    assert len(_continued(world)) == 1

    [kept] = [
        one
        for one in heads(world).values()
        if one.scope.level is Level.GLOBAL and one.kind is Kind.FACT
    ]
    _delete(world, kept.memory_id)

    assert _continued(world) == []


def test_what_it_does_not_quote_is_deleted_without_it(world: World) -> None:
    _told_and_closed(world)
    other = tell(world, "I like tea", message="m9")

    _delete(world, other)

    assert len(_continued(world)) == 1
