"""The context of a conversation: what was said in its session before, and in no other place."""

from dataclasses import replace
from datetime import timedelta

import pytest

from mneme.domain.conversation import Conversation, Message, Role
from mneme.domain.memory import Kind
from mneme.domain.scope import Level, Scope
from tests.doubles.made import NOW, a_message, an_app, later, said
from tests.doubles.watched import Notes, Watched
from tests.doubles.world import USER, World


def context(world: World, conversation: Conversation, user_id: str = USER) -> tuple[Message, ...]:
    """Return the context of a conversation that has just been accepted."""
    task = world.accept_add(world.acme, user_id, conversation, None)
    return world.extract_task.read_session(world.acme, user_id, task, conversation)


def texts(found: tuple[Message, ...]) -> list[str]:
    return [message.content for message in found]


def in_session(*given: str, hours: float = 0, **parts: object) -> Conversation:
    """Return messages of the session s-1 that were said so many hours from now."""
    messages = tuple(a_message(text, f"{hours}/{n}") for n, text in enumerate(given))
    return said(**{"messages": messages, "accepted_at": later(hours=hours), **parts})


def test_a_message_comes_back_with_its_speaker_side_and_time(world: World) -> None:
    at = NOW.astimezone().replace(microsecond=0) - timedelta(days=1)
    message = a_message("我住在上海。", "e1", Role.ASSISTANT, name="Nova", time=at)
    world.remember(said(messages=(message,)))

    assert context(world, in_session("And now?")) == (message,)


def test_the_last_messages_come_in_their_order(world: World) -> None:
    world.remember(in_session("one", "two", hours=-3))
    world.remember(in_session(*(f"three {n}" for n in range(9)), hours=-2))

    found = context(world, in_session("And now?"))

    assert len(found) == 10
    assert texts(found) == ["two", *(f"three {n}" for n in range(9))]


def test_what_was_said_later_is_no_context(world: World) -> None:
    # A conversation of last week is understood as it was last week.
    world.remember(in_session("before", hours=-9))
    world.remember(in_session("after", hours=-1))

    assert texts(context(world, in_session("in between", hours=-5))) == ["before"]


def test_a_conversation_is_no_context_of_itself(world: World) -> None:
    conversation = in_session("one", "two")
    world.remember(conversation)

    assert context(world, conversation) == ()


def test_without_a_session_there_is_none(world: World) -> None:
    world.remember(in_session("before", hours=-1, session_id=None))

    assert context(world, in_session("And now?", session_id=None)) == ()


@pytest.mark.parametrize(
    "scope",
    [
        Scope(Level.GLOBAL, session_id="s-2"),
        an_app("coach", "s-1"),
        an_app("planner", "s-1#"),
        Scope(Level.SESSION, "planner", "s-1"),
        Scope(Level.GLOBAL, session_id="s-1"),
    ],
)
def test_another_place_has_another_context(world: World, scope: Scope) -> None:
    world.remember(in_session("secret", hours=-1, scope=an_app("planner", "s-1")))

    assert context(world, in_session("And now?", scope=scope)) == ()
    own = an_app("planner", "s-1")
    assert texts(context(world, in_session("And now?", scope=own))) == ["secret"]


def test_another_user_has_another_context(world: World) -> None:
    world.remember(in_session("secret", hours=-1))

    assert context(world, in_session("And now?"), user_id="u-2") == ()


def test_what_was_purged_is_no_context(world: World) -> None:
    world.remember(in_session("secret", hours=-1))
    world.set_user(epoch=2)

    assert context(world, in_session("And now?")) == ()


@pytest.mark.parametrize("status", ["DELETED", "ARCHIVED"])
def test_what_was_deleted_is_no_context(world: World, status: str) -> None:
    world.remember(in_session("secret", "kept", hours=-1))
    turn = next(h for h in world.held(Kind.TURN) if h.revision.content == "secret")
    world.set_head(turn.head.memory_id, status=status)

    assert texts(context(world, in_session("And now?"))) == ["kept"]


def test_a_context_costs_four_reads_and_one_where_nothing_was_said(world: World) -> None:
    notes = Notes()
    watched = World(world.durable, lambda s: replace(s, tables=Watched(s.tables, notes)))
    conversation = in_session("And now?")
    task = world.accept_add(world.acme, USER, conversation, None)
    watched.keys.keys_for(world.acme, USER, task.key_epoch)

    costs = []
    for _ in range(2):
        notes.calls.clear()
        watched.extract_task.read_session(world.acme, USER, task, conversation)
        costs.append([method for method, _ in notes.calls])
        world.remember(in_session("before", hours=-1))

    assert costs == [["query"], ["query", "batch_get", "batch_get", "batch_get"]]
