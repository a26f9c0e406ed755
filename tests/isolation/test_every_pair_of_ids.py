"""Each pair of ids that are made to be mixed up, in every role at once; everyone says the same."""

from collections import Counter
from itertools import product

import pytest

from mneme.domain.scope import Level
from tests.isolation.cast import ID_PAIRS, Cast, Pair
from tests.isolation.play import Play
from tests.isolation.programs import Actor, Delivery, Home, Way, Words, Write
from tests.isolation.questions import WIDE, Asked
from tests.isolation.touched_rows import partition_of

PLACES: tuple[tuple[Level, int | None, int | None], ...] = (
    (Level.GLOBAL, None, 0),
    (Level.GLOBAL, None, 1),
    (Level.APP, 0, None),
    (Level.APP, 1, None),
    *((Level.SESSION, app, session) for app, session in ((None, 0), (0, 0), (0, 1), (1, 0))),
)
ACTORS = (Actor(0, 0), Actor(0, 1))
OTHERS = (Actor(1, 0), Actor(1, 1))
EVERYWHERE = Asked(include_global=True, app=0, session=0)
PROGRAM = [
    Write(actor, *place, Way.ADD, Words.SHARED, 0, message, None, Delivery.NOTHING)
    for message, place, actor in product((0, 1), PLACES, ACTORS)
]


@pytest.mark.parametrize("pair", ID_PAIRS, ids=lambda pair: ascii(pair[0][:8]))
def test_what_everyone_says_everywhere_stays_with_each(pair: Pair) -> None:
    play = Play.of(Cast(("acme", "acme2"), pair, pair, pair, pair, pair))
    play.perform(PROGRAM)
    play.deployment.settle()

    play.read_tasks()
    for home in play.oracle.homes:
        assert play.check(home.actor, Asked.of(home), WIDE)
    for actor in OTHERS:
        assert play.check(actor, EVERYWHERE, WIDE) == 0
    assert _counted(play) == {actor: _told(play, actor) for actor in ACTORS}


def _told(play: Play, actor: Actor) -> Counter[int]:
    """Return how many homes of an actor hold so many facts, and all of them together once more."""
    held = Counter[Home]()
    for home in play.oracle.homes:
        if home.actor == actor:
            held[home] = len(play.oracle.facts[home])
    return Counter([*held.values(), held.total()])


def _counted(play: Play) -> dict[Actor, Counter[int]]:
    """Return the same of the counters that are stored."""
    counted: dict[str, Counter[int]] = {}
    for row in play.deployment.rows("counters"):
        counted.setdefault(str(row["pk"]), Counter())[int(str(row["memories"]))] += 1
    return {actor: counted[partition_of(play, actor)] for actor in ACTORS}
