"""What an edit of what a session has told does to what was kept of it."""

from dataclasses import replace

import pytest

from mneme.domain.scope import Level, Scope
from mneme.domain.session import kept_in
from mneme.domain.tenancy import TenantContext
from tests.doubles.bookkeeping import log_is_dense, stored_counts, true_counts
from tests.doubles.made import a_message, said
from tests.doubles.sessions import close, known_in
from tests.doubles.world import USER, World

FACTS = [
    ("My dog Rex is a poodle.", "My cat Tom is a persian."),
    ("I live in Oslo.", "I live in Rome."),
    ("我喜欢喝茶。", "我喜欢喝咖啡。"),
]
SCOPES = [Scope(Level.SESSION, app_id, "s-1") for app_id in (None, "planner")]


def _tell(world: World, scope: Scope, text: str, by: TenantContext | None = None) -> None:
    message = a_message(text)
    conversation = said(messages=(message,), scope=scope, accepted_at=world.clock.now())
    world.accept_add(by or world.acme, USER, conversation, None)
    world.durable.clock.advance(minutes=1)
    world.work()


def _bound(world: World) -> TenantContext:
    """Return a credential that may write in the session alone."""
    return replace(world.acme, user_id=USER, session_id="s-1")


@pytest.mark.parametrize("scope", SCOPES, ids=["everywhere", "an app"])
@pytest.mark.parametrize(("before", "after"), FACTS)
def test_who_may_write_in_the_session_alone_ends_nothing_elsewhere(
    world: World, scope: Scope, before: str, after: str
) -> None:
    _tell(world, scope, before, _bound(world))
    close(world, scope)

    _tell(world, scope, after, _bound(world))

    assert known_in(world, kept_in(scope).key) == [before]
    assert known_in(world, scope.key) == [after]
    assert (stored_counts(world), log_is_dense(world)) == (true_counts(world), True)


@pytest.mark.parametrize("scope", SCOPES, ids=["everywhere", "an app"])
@pytest.mark.parametrize(("before", "after"), FACTS)
def test_in_the_session_itself_such_an_edit_ends_what_it_takes_back(
    world: World, scope: Scope, before: str, after: str
) -> None:
    _tell(world, scope, before, _bound(world))

    _tell(world, scope, after, _bound(world))

    assert known_in(world, scope.key) == [after]


@pytest.mark.parametrize("scope", SCOPES, ids=["everywhere", "an app"])
@pytest.mark.parametrize(("before", "after"), FACTS)
def test_a_later_edit_by_who_reaches_there_ends_it(
    world: World, scope: Scope, before: str, after: str
) -> None:
    _tell(world, scope, before, _bound(world))
    close(world, scope)
    _tell(world, scope, after, _bound(world))

    _tell(world, scope, "Good morning!")

    assert known_in(world, kept_in(scope).key) == []
    assert known_in(world, scope.key) == []


def test_what_the_session_says_instead_is_told_there_when_it_is_closed_again(world: World) -> None:
    scope = SCOPES[0]
    _tell(world, scope, "I live in Oslo.", _bound(world))
    close(world, scope)
    _tell(world, scope, "I live in Rome.", _bound(world))
    world.durable.clock.advance(minutes=1)

    close(world, scope)

    assert known_in(world, "G") == ["I live in Rome."]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Hm, so be it.", "Good morning!"),
        ("Look. The blue door, third floor?", "Look. The red door, fifth floor?"),
        ("嗯，就这样吧。", "早上好！"),
    ],
)
def test_words_that_were_kept_end_when_their_message_says_others(
    world: World, before: str, after: str
) -> None:
    scope = SCOPES[1]
    _tell(world, scope, before)
    close(world, scope, must_keep=frozenset({"m1"}))
    assert known_in(world, "A#planner") == [before]

    _tell(world, scope, after)

    assert known_in(world, "A#planner") == []


def test_words_that_were_kept_stay_where_their_message_says_them_still(world: World) -> None:
    scope = SCOPES[1]
    _tell(world, scope, "Hm, so be it.")
    close(world, scope, must_keep=frozenset({"m1"}))

    _tell(world, scope, "Hm, so be it. Good morning!")

    assert known_in(world, "A#planner") == ["Hm, so be it."]


def test_a_hundred_messages_are_kept_and_each_is_found_by_its_edit(world: World) -> None:
    scope = SCOPES[1]
    for start in range(0, 100, 50):
        messages = tuple(a_message(f"Hm, {n}?", f"m{n}") for n in range(start, start + 50))
        world.remember(said(messages=messages, scope=scope, accepted_at=world.clock.now()))
    world.durable.clock.advance(minutes=1)
    close(world, scope, must_keep=frozenset(f"m{n}" for n in range(100)))
    assert len(known_in(world, "A#planner")) == 100

    edits = tuple(a_message("Good morning!", f"m{n}") for n in (3, 97))
    world.remember(said(messages=edits, scope=scope, accepted_at=world.clock.now()))

    assert len(known_in(world, "A#planner")) == 98
