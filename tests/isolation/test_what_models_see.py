"""A model is shown nothing of another place, and can do nothing to one, whatever it answers."""

import re
from dataclasses import replace
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.scope import Level
from mneme.domain.task import Decision
from tests.isolation.cast import ID_PAIRS, Cast, casts
from tests.isolation.eavesdroppers import Overheard, Shown
from tests.isolation.examples import examples
from tests.isolation.moody import Mood
from tests.isolation.play import Play
from tests.isolation.programs import ACTORS, Delivery, Way, Words, Write, programs
from tests.isolation.questions import SCOPES, WIDE

MOODS = (Mood.WELL, Mood.LYING, Mood.DOWN)
_CANARY = re.compile(r"Zq[ab]{2}[gas][nab]{2}x")


def _naming_its_home(write: Write) -> Write:
    """Return the write with words that say where it is at home."""
    return replace(write, words=Words.CANARY) if write.words is Words.SHARED else write


def _homes(texts: list[str]) -> set[str]:
    return {word for text in texts for word in _CANARY.findall(text)}


def _of_other_homes(shown: Shown) -> list[list[str]]:
    """Return what was shown beside something of another home."""
    assert all(len(_homes(asked)) == 1 for asked, _ in shown)
    return [beside for asked, beside in shown if not _homes(beside) <= _homes(asked)]


@examples(10)
@given(casts(), programs(), st.sampled_from(MOODS))
def test_a_model_is_shown_what_is_at_home_where_the_fact_is(
    cast: Cast, program: list[Write], mood: Mood
) -> None:
    deployment = Overheard(cast.tenants)
    play = Play.of(cast, deployment)

    play.perform(map(_naming_its_home, program), mood=mood)

    assert _of_other_homes(deployment.extracting) == []
    assert _of_other_homes(deployment.evolving) == []


def test_models_are_shown_something_and_name_others_in_these_tests() -> None:
    deployment = Overheard(("acme", "acme2"))
    play = Play.of(Cast(("acme", "acme2"), *[ID_PAIRS[0]] * 5), deployment)
    sayings = ((Words.CANARY, 0), (Words.SLOT, 0), (Words.SLOT, 1), (Words.SLOT, 2))

    for number, place, app, actor in product((0, 1), range(4), (0, 1), ACTORS):
        said = (Way.ADD, *sayings[place], place, None)
        play.perform([Write(actor, Level.APP, app, number, *said, Delivery.ALL)])

    assert any(beside for _, beside in deployment.extracting)
    assert any(beside for _, beside in deployment.evolving)
    assert deployment.named == set(Decision) - {Decision.ADD}


@examples(10)
@given(casts(), programs(), st.sampled_from(MOODS))
def test_a_model_that_names_memories_of_others_changes_nothing_of_theirs(
    cast: Cast, program: list[Write], mood: Mood
) -> None:
    play = Play.of(cast, Overheard(cast.tenants))

    play.perform(program, mood=mood)
    play.deployment.settle()

    play.read_tasks()
    for actor, asked in product(ACTORS, SCOPES):
        play.check(actor, asked, WIDE)
