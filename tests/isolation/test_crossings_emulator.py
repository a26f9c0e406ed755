"""Nobody reaches anybody else when the tables are DynamoDB's: a few programs, as on SQLite."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.isolation.cast import Cast, casts
from tests.isolation.crossings import Crossings
from tests.isolation.examples import examples
from tests.isolation.programs import Write, programs
from tests.isolation.questions import Options, options
from tests.isolation.real_tables import stored
from tests.isolation.sentry import Sentry


@pytest.mark.emulator
def test_nobody_crosses_over_in_tables_of_an_emulator(emulator_url: str) -> None:
    asked = 0

    @examples(1)
    @given(casts(), programs(longest=10), st.lists(options(), min_size=1), st.integers(0))
    def crossed(cast: Cast, program: list[Write], chosen: list[Options], number: int) -> None:
        nonlocal asked
        with stored(emulator_url) as durable:
            sentry = Sentry(cast, durable)
            Crossings.of(sentry, cast, program, Random(number)).try_all(chosen[:1])  # noqa: S311
            asked += sentry.asked.total()

    crossed()

    assert asked > 50
