"""Two tenants with equal ids never see each other; neither do users, apps or sessions.

Programs are generated; what everyone must see is worked out by `oracle`, in plain dictionaries.
Answers must be equal to that: nothing of anybody else, and everything of one's own.
"""

from dataclasses import replace
from itertools import cycle, product

from hypothesis import given
from hypothesis import strategies as st

from tests.isolation.cast import Cast, casts
from tests.isolation.examples import examples
from tests.isolation.moody import Mood
from tests.isolation.play import Play
from tests.isolation.programs import (
    ACTORS,
    PLACES,
    Delivery,
    Place,
    Way,
    Words,
    Write,
    programs,
)
from tests.isolation.questions import NO_SCOPE, SCOPES, WIDE, Asked, Options, options

MOODS = (Mood.WELL, Mood.LYING, Mood.DOWN)
"""How the index answers while it is decided what becomes of a fact."""


@examples(20)
@given(casts(), programs(), st.sampled_from(MOODS), st.lists(options(), min_size=3, max_size=5))
def test_everyone_sees_exactly_their_own(
    cast: Cast, program: list[Write], mood: Mood, asked_for: list[Options]
) -> None:
    play = Play.of(cast)
    play.perform(program, mood=mood)
    play.deployment.settle()

    play.read_tasks()

    choices = cycle([WIDE, *asked_for])
    for actor, asked in product(ACTORS, SCOPES):
        play.check(actor, asked, next(choices))
    for home in play.oracle.homes:
        assert play.check(home.actor, Asked.of(home), WIDE), "nothing was seen at all"


@examples(10)
@given(casts(), programs(), st.lists(options(), min_size=2, max_size=3))
def test_what_the_index_does_not_show_yet_is_seen_by_its_own_alone(
    cast: Cast, program: list[Write], asked_for: list[Options]
) -> None:
    play = Play.of(cast)
    play.perform([_for_queues(write) for write in program])

    choices = cycle([_current(each) for each in (WIDE, *asked_for)])
    for actor, asked in product(ACTORS, SCOPES):
        play.check(actor, asked, next(choices))
    for home in play.oracle.homes:
        assert play.check(home.actor, Asked.of(home), _current(WIDE))


@examples(3)
@given(casts(), PLACES)
def test_history_that_reaches_the_index_all_at_once_is_seen_whole(cast: Cast, place: Place) -> None:
    play = Play.of(cast)
    cities = (Way.ADD, Words.SLOT)
    play.perform(
        Write(actor, *place, *cities, number % 4, number, None, Delivery.QUEUES)
        for number, actor in product(range(2 * 4), ACTORS)
    )
    play.deployment.settle()

    for actor in ACTORS:
        asked = Asked.of(next(home for home in play.oracle.homes if home.actor == actor))
        assert play.check(actor, asked, Options(superseded=True)) == 2 * 4


@examples(5)
@given(casts(), programs())
def test_asking_for_no_scope_at_all_is_refused(cast: Cast, program: list[Write]) -> None:
    play = Play.of(cast)
    play.perform(program)
    play.deployment.settle()

    answers = [play.ask(actor, NO_SCOPE, WIDE) for actor in ACTORS]

    assert {(answer.code, answer.data["field"]) for answer in answers} == {(40001, "scope")}


def _current(options: Options) -> Options:
    """Return the options for what stands now: history is the index's own."""
    return replace(options, consistent=True, superseded=False)


def _for_queues(write: Write) -> Write:
    """Return the write with the index left behind."""
    return replace(write, delivery=min(write.delivery, Delivery.QUEUES, key=list(Delivery).index))
