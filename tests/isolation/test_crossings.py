"""Nobody reaches anybody else by any verb; the bench of isolation tries the same far more often."""

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from mneme.contracts.http.verbs import VERBS
from tests.isolation.cast import Cast, casts
from tests.isolation.crossings import Crossings
from tests.isolation.examples import examples
from tests.isolation.hostile import BODIES
from tests.isolation.programs import Write, programs
from tests.isolation.questions import Options, options
from tests.isolation.sentry import Sentry

NAMES = {verb.name for verb in VERBS}
ASKED, DONE = Counter[str](), Counter[str]()


@examples(6)
@given(casts(), programs(longest=10), st.lists(options(), min_size=2, max_size=2), st.integers(0))
def _nobody_crosses_over(
    cast: Cast, program: list[Write], asked: list[Options], number: int
) -> None:
    crossings = Crossings.of(Sentry(cast), cast, program, Random(number))  # noqa: S311

    crossings.try_all(asked)

    ASKED.update(crossings.sentry.asked)
    DONE.update(crossings.sentry.done)


def test_nobody_crosses_over_by_any_verb_and_each_verb_is_tried() -> None:
    _nobody_crosses_over()

    assert set(BODIES) == NAMES
    assert {verb for verb, count in ASKED.items() if count} == NAMES
    assert {verb for verb, count in DONE.items() if count} == NAMES, "nothing was there to cross"
    assert all(ASKED[verb] > DONE[verb] for verb in NAMES), "nobody was refused"
