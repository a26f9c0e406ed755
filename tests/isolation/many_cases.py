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
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from random import Random

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from bench.report import machine, print_facts, print_table
from local import emulator
from local.opensearch_node import OpensearchNode, free_port
from mneme.adapters.opensearch_connection import opensearch_client
from mneme.contracts.http.verbs import VERBS
from tests.doubles.durable import Durable
from tests.e2e.remote_stage import remote_stage
from tests.isolation.cast import Cast, casts
from tests.isolation.crossings import Crossings
from tests.isolation.deployment import Deployment
from tests.isolation.programs import Write, programs
from tests.isolation.questions import Options, options
from tests.isolation.real_index import searching
from tests.isolation.real_tables import stored
from tests.isolation.sentry import Sentry

PROGRAMS = 20
"""Programs in a row; the next ones begin with the next seed."""

LONGEST = 10

Searching = Callable[[Deployment], AbstractContextManager[object]]
"""What gives a deployment its index for the length of a block."""

Storing = Callable[[], AbstractContextManager[Durable]]
"""What makes stores for the length of a block."""

Making = Callable[[Cast], AbstractContextManager[Sentry]]
"""What makes a cast its deployment."""


@dataclass
class Tried:
    """How often each verb was asked, and how often it was done."""

    programs: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)

    def take(self, sentry: Sentry) -> None:
        """Count what was asked after a program."""
        self.programs += 1
        self.asked.update(sentry.asked)
        self.done.update(sentry.done)


def main(arguments: Sequence[str]) -> int:
    """Try so many cases and print them by verb; return the status for the shell."""
    parser = argparse.ArgumentParser(prog="./dev bench isolation", description=__doc__)
    parser.add_argument("--cases", type=int, default=100_000, help="at least")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opensearch", action="store_true", help="search in a real OpenSearch")
    parser.add_argument("--emulator", action="store_true", help="tables of an AWS emulator")
    parser.add_argument(
        "--deployed", action="store_true", help="the whole stack, deployed to an emulator, by HTTP"
    )
    asked = parser.parse_args(arguments)
    logging.getLogger("service_undefined").setLevel(logging.ERROR)
    print_facts(machine() | {"seed": asked.seed})
    if asked.deployed:
        with remote_stage() as made:
            return _try(asked.cases, asked.seed, made)
    with (
        _indexes(opensearch=asked.opensearch) as found_in,
        _tables(emulated=asked.emulator) as stored_in,
    ):
        return _try(asked.cases, asked.seed, partial(_sentry, found_in, stored_in))


@contextmanager
def _sentry(found_in: Searching, stored_in: Storing, cast: Cast) -> Iterator[Sentry]:
    """Yield a deployment of the cast over stores and an index of its own."""
    with stored_in() as durable:
        sentry = Sentry(cast, durable)
        with found_in(sentry):
            yield sentry


@contextmanager
def _tables(*, emulated: bool) -> Iterator[Storing]:
    """Yield what makes each deployment its stores: in memory, or with tables of an emulator."""
    if not emulated:
        yield lambda: nullcontext(Durable())
        return
    with emulator.running() as aws:
        yield partial(stored, aws.url)


@contextmanager
def _indexes(*, opensearch: bool) -> Iterator[Searching]:
    """Yield what gives each deployment its index: the embedded one, or one of a node's."""
    if not opensearch:
        yield nullcontext
        return
    node = OpensearchNode(free_port())
    try:
        node.up()
        yield partial(searching, client=opensearch_client(node.url))
    finally:
        node.stop()


def _try(cases: int, number: int, made: Making) -> int:
    tried, started = Tried(), time.monotonic()
    crossed = False
    while tried.asked.total() < cases and not crossed:
        try:
            _play(tried, number, cases, made)
        except AssertionError:
            traceback.print_exc()
            crossed = True
        number += 1
    _report(tried, time.monotonic() - started, crossed)
    return int(crossed)


def _play(tried: Tried, number: int, cases: int, made: Making) -> None:
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
        with made(cast) as sentry:
            try:
                played = Crossings.of(sentry, sentry.cast, program, Random(chance))  # noqa: S311
                played.try_all([sentry.possible(options) for options in asked])
            finally:
                tried.take(sentry)

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
