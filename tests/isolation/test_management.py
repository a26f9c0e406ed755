"""Management reaches a user's own memories: all that is meant, and never anybody else's."""

from dataclasses import replace
from itertools import cycle, product

from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.scope import Level
from tests.isolation.cast import Cast, casts
from tests.isolation.examples import examples
from tests.isolation.managed import (
    DIMENSIONS,
    EVERYTHING,
    Meant,
    app_key,
    attempts,
    code_of,
    listed,
)
from tests.isolation.moody import Mood
from tests.isolation.oracle import Seen
from tests.isolation.play import Play
from tests.isolation.programs import ACTORS, Actor, Write, programs
from tests.isolation.questions import SCOPES, WIDE, Options

OK, BAD, NOT_ALLOWED, NOT_FOUND = 0, 40001, 40302, 40401
TURNS = Options(turns=True)


@examples(10)
@given(casts(), programs(), st.integers(1, 5))
def test_everyone_lists_exactly_their_own(cast: Cast, program: list[Write], limit: int) -> None:
    play = Play.of(cast)
    play.perform(program)

    for actor, meant in product(ACTORS, (EVERYTHING, *DIMENSIONS)):
        expected = play.oracle.holds(meant.of(actor))
        assert listed(play, play.caller(actor), actor, meant, limit) == expected
        for app in (0, 1):
            key = app_key(play, actor, app)
            if meant.app == app and meant.level is not Level.GLOBAL:
                assert listed(play, key, actor, meant, limit) == expected
                continue
            body = {"user_id": cast.users[actor.user], "dimension": meant.body(cast)}
            assert play.deployment.call("user/list", key, body).code == NOT_ALLOWED


@examples(8)
@given(casts(), programs(), st.sampled_from(ACTORS), st.sampled_from(DIMENSIONS), st.booleans())
def test_a_deletion_takes_what_it_means_of_one_user_and_nothing_else(
    cast: Cast, program: list[Write], actor: Actor, meant: Meant, indexed: bool
) -> None:
    play = Play.of(cast)
    play.perform(program)
    play.deployment.settle()
    body = {"user_id": cast.users[actor.user], "dimension": meant.body(cast)}
    doomed = play.oracle.holds(meant.of(actor)).total()

    answer = play.deployment.call("batch_delete", play.caller(actor), body)

    assert (answer.code, answer.data["deleted"], answer.data["cursor"]) == (OK, doomed, None)
    play.oracle.delete(meant.of(actor))
    if indexed:
        play.deployment.settle()
    options = cycle([TURNS, replace(TURNS, mood=Mood.LYING), replace(TURNS, consistent=True)])
    for anyone, asked in product(ACTORS, SCOPES):
        play.check(anyone, asked, next(options))
        # A memory that was told again in more detail has the same words in two revisions.
        shown = set(map(Seen.of, play.ask(anyone, asked, WIDE).memories))
        assert shown <= set(play.oracle.sees(anyone, asked, WIDE))
    for anyone in ACTORS:
        expected = play.oracle.holds(EVERYTHING.of(anyone))
        assert listed(play, play.caller(anyone), anyone, EVERYTHING, 100) == expected


@examples(5)
@given(casts(), programs(longest=8))
def test_an_id_of_somebody_else_is_worth_nothing(cast: Cast, program: list[Write]) -> None:
    play = Play.of(cast)
    play.perform(program)
    play.deployment.settle()
    play.read_tasks()
    tables = ("heads", "revisions", "guards", "counters", "change_log")
    before = {table: play.deployment.rows(table) for table in tables}

    tried = 0
    for (memory_id, home), actor in product(play.homes.items(), ACTORS):
        callers = [(play.caller(actor), NOT_FOUND)] if actor != home.actor else []
        for app in (0, 1):
            if actor != home.actor or home.level is not Level.GLOBAL:
                refusal = NOT_FOUND
            else:
                refusal = NOT_ALLOWED
            if actor != home.actor or home.level is Level.GLOBAL or home.app != app:
                callers.append((app_key(play, actor, app), refusal))
        for (caller, refusal), (verb, body) in product(callers, attempts(memory_id)):
            asked = {"user_id": cast.users[actor.user]} | body
            assert code_of(play.deployment.call(verb, caller, asked)) == refusal
            tried += 1

    assert tried
    assert {table: play.deployment.rows(table) for table in tables} == before


@examples(5)
@given(casts(), programs())
def test_a_cursor_of_somebody_else_is_none(cast: Cast, program: list[Write]) -> None:
    play = Play.of(cast)
    play.perform(program)

    for verb, actor in product(("user/list", "change_log"), ACTORS):
        body = {"user_id": cast.users[actor.user], "limit": 1}
        cursor = play.deployment.call(verb, play.caller(actor), body).data["cursor"]
        for other in ACTORS if cursor else ():
            asked = {"user_id": cast.users[other.user], "limit": 1, "cursor": cursor}
            answer = play.deployment.call(verb, play.caller(other), asked)
            if other != actor:
                assert (answer.code, answer.data) == (BAD, {"field": "cursor"})
            else:
                assert answer.code == OK


@examples(8)
@given(casts(), programs())
def test_a_change_log_tells_of_ones_own_memories_alone(cast: Cast, program: list[Write]) -> None:
    play = Play.of(cast)
    play.perform(program)
    play.read_tasks()
    own = {actor: {i for i, home in play.homes.items() if home.actor == actor} for actor in ACTORS}

    for actor, meant in product(ACTORS, (EVERYTHING, *DIMENSIONS)):
        body = {"user_id": cast.users[actor.user], "dimension": meant.body(cast)}
        records = play.deployment.call("change_log", play.caller(actor), body).data["records"]

        told = {memory_id for record in records for memory_id in record["memory_ids"]}
        others = set().union(*(own[other] for other in ACTORS if other != actor))
        assert not told & others
        named = {one for one in own[actor] if meant.holds(play.homes[one])}
        assert named <= told
        assert not told & (own[actor] - named)
