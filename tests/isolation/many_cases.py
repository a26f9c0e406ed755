"""`./dev bench isolation`: does anything cross from one tenant, user, app or session to another?

Plays programs in which two tenants, users, apps and sessions share all their ids, hostile ones;
then every verb is asked for what is somebody else's, and for one's own. A case is one request whose
answer was held against what it must be. Exits with 1 for the first crossing.
"""

import argparse
import logging
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from bench.report import machine, print_facts, print_table
from mneme.contracts.http.verbs import VERBS
from tests.isolation.cast import Cast, casts
from tests.isolation.crossings import Crossings
from tests.isolation.programs import Write, programs
from tests.isolation.questions import Options, options

PROGRAMS = 20
"""Programs in a row; the next ones begin with the next seed."""

LONGEST = 10


@dataclass
class Tried:
    """How often each verb was asked, and how often it was done."""

    programs: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)

    def take(self, crossings: Crossings) -> None:
        """Count what a program was asked."""
        self.programs += 1
        self.asked.update(crossings.sentry.asked)
        self.done.update(crossings.sentry.done)


def main(arguments: Sequence[str]) -> int:
    """Try so many cases and print them by verb; return the status for the shell."""
    parser = argparse.ArgumentParser(prog="./dev bench isolation", description=__doc__)
    parser.add_argument("--cases", type=int, default=100_000, help="at least")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    logging.getLogger("service_undefined").setLevel(logging.ERROR)
    print_facts(machine() | {"seed": asked.seed})
    tried, number, started = Tried(), asked.seed, time.monotonic()
    crossed = False
    while tried.asked.total() < asked.cases and not crossed:
        try:
            _play(tried, number, asked.cases)
        except AssertionError:
            traceback.print_exc()
            crossed = True
        number += 1
    _report(tried, time.monotonic() - started, crossed)
    return int(crossed)


def _play(tried: Tried, number: int, cases: int) -> None:
    """Play some programs and try everything after each, until there are enough cases."""

    @seed(number)
    @settings(
        max_examples=PROGRAMS,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(
        casts(),
        programs(longest=LONGEST),
        st.lists(options(), min_size=2, max_size=2),
        st.integers(0, 2**32),
    )
    def one(cast: Cast, program: list[Write], asked: list[Options], chance: int) -> None:
        if tried.asked.total() >= cases:
            return
        crossings = Crossings.of(cast, program, Random(chance))  # noqa: S311
        try:
            crossings.try_all(asked)
        finally:
            tried.take(crossings)

    one()


def _report(tried: Tried, seconds: float, crossed: bool) -> None:
    rows = [[verb.name, str(tried.asked[verb.name]), str(tried.done[verb.name])] for verb in VERBS]
    print_table(["verb", "cases", "done"], rows)
    print_facts(
        {
            "programs": tried.programs,
            "cases": tried.asked.total(),
            "cases a second": f"{tried.asked.total() / seconds:.0f}",
            "crossings": "one, above" if crossed else 0,
        }
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
