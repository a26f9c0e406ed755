"""A purge or a switch of one user, app or session reaches no other, however its id is spelt.

The verb for purges does not exist yet; the user's row is written as it will leave it.
"""

from collections.abc import Callable
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from mneme.application.ports.table_store import Put, Value
from mneme.application.repositories.row_keys import USERS, user_partition
from mneme.domain.scope import Level, app_scope_key, session_scope_key
from tests.isolation.cast import Cast, casts
from tests.isolation.examples import examples
from tests.isolation.play import Play
from tests.isolation.programs import ACTORS, Actor, Delivery, Home, Way, Words, Write
from tests.isolation.questions import SCOPES, WIDE, Asked

ME = Actor(0, 0)
MEMORY_OFF = 40301
PLACES = (
    (Level.GLOBAL, None, None),
    (Level.APP, 0, None),
    (Level.APP, 1, None),
    *((Level.SESSION, app, session) for app in (None, 0, 1) for session in (0, 1)),
)


def _write(actor: Actor, level: Level, app: int | None, session: int | None) -> Write:
    return Write(
        actor, level, app, session, Way.AT_ONCE, Words.CANARY, 0, 0, None, Delivery.NOTHING
    )


def _everyone_everywhere(cast: Cast) -> Play:
    """Return a play in which everyone has said something everywhere."""
    play = Play.of(cast)
    play.perform([_write(actor, *place) for actor, place in product(ACTORS, PLACES)])
    play.deployment.settle()
    return play


def _set_me(play: Play, **attributes: Value) -> None:
    row = {"pk": user_partition(play.caller(ME), play.cast.users[0]), "version": 1, **attributes}
    play.deployment.durable.backend.tables.transact(play.caller(ME), [Put(USERS, row)])


def _switch_me_off(play: Play, **place: str) -> None:
    body = {"user_id": play.cast.users[0], "enabled": False, **place}
    assert play.deployment.call("user/switch", play.caller(ME), body).code == 0


def _forget(play: Play, gone: Callable[[Home], bool]) -> None:
    """Let the oracle forget what is gone."""
    for home in play.oracle.homes:
        if gone(home):
            del play.oracle.facts[home]


def _in_my_app(home: Home) -> bool:
    return home.actor == ME and home.app == 0


@examples(5)
@given(casts(), st.sampled_from(("user", "app", "session", "session of no app")))
def test_a_purge_hides_exactly_what_it_names(cast: Cast, purged: str) -> None:
    play = _everyone_everywhere(cast)
    app, session = cast.apps[0], cast.sessions[0]

    match purged:
        case "user":
            _set_me(play, epoch=2)
            _forget(play, lambda home: home.actor == ME)
        case "app":
            _set_me(play, scope_epochs={app_scope_key(app): 2})
            _forget(play, _in_my_app)
        case "session":
            _set_me(play, scope_epochs={session_scope_key(app, session): 2})
            _forget(play, lambda home: home == Home(ME, Level.SESSION, 0, 0))
        case _:
            _set_me(play, scope_epochs={session_scope_key(None, session): 2})
            _forget(play, lambda home: home == Home(ME, Level.SESSION, None, 0))

    assert len(play.oracle.homes) < len(ACTORS) * len(PLACES)
    for actor, asked in product(ACTORS, SCOPES):
        play.check(actor, asked, WIDE)


@examples(5)
@given(casts())
def test_what_is_told_after_a_purge_is_seen_where_it_was_told(cast: Cast) -> None:
    play = _everyone_everywhere(cast)
    _set_me(play, epoch=2, scope_epochs={app_scope_key(cast.apps[0]): 3})
    _forget(play, lambda home: home.actor == ME)

    play.perform([_write(ME, *place) for place in PLACES])
    play.deployment.settle()

    for actor, asked in product(ACTORS, SCOPES):
        assert play.check(actor, asked, WIDE)


@examples(5)
@given(casts())
def test_switching_an_app_off_hides_that_app_of_that_user_only(cast: Cast) -> None:
    play = _everyone_everywhere(cast)
    _switch_me_off(play, app_id=cast.apps[0])
    refused = {
        (actor, app): play.request(_write(actor, Level.APP, app, None)).code == MEMORY_OFF
        for actor, app in product(ACTORS, (0, 1))
    }
    _forget(play, _in_my_app)

    assert [key for key, off in refused.items() if off] == [(ME, 0)]
    for actor, asked in product(ACTORS, SCOPES):
        if (actor, asked.app) != (ME, 0):
            play.check(actor, asked, WIDE)
    _check_shown_without_the_app(play)


def _check_shown_without_the_app(play: Play) -> None:
    """Assert that in the app that is off what is global is seen, and nothing else."""
    for session in (None, 0, 1):
        answer = play.ask(ME, Asked(include_global=True, app=0, session=session), WIDE)
        assert answer.data["switched_off"] == [play.cast.apps[0]]
        assert {memory["level"] for memory in answer.memories} == {Level.GLOBAL}


@examples(5)
@given(casts())
def test_switching_a_user_off_stops_that_user_only(cast: Cast) -> None:
    play = _everyone_everywhere(cast)
    _switch_me_off(play)

    for actor, asked in product(ACTORS, SCOPES):
        if actor == ME:
            assert play.ask(actor, asked, WIDE).code == MEMORY_OFF
        else:
            play.check(actor, asked, WIDE)
