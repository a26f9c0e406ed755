"""`./dev bench lifecycle`: does every memory end as and when it must, for a year?

Users tell, are reminded, correct, delete and restore; each day the lifecycle runs, each night the
comparison. After each day every head and counter is looked at, after each week contents and index
too. Exits with 1 if anything is not as it must be.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.lifecycle.invariants import Invariants, legal
from bench.lifecycle.simulated import Simulated
from bench.lifecycle.traffic import TENANT, Traffic, User
from bench.report import machine, print_facts, print_table
from mneme.domain.job import JobName, JobState

LIMITS = "total=60,global=25,app=25"
"""Low enough that users meet them within the year."""

A_WEEK = 7


@dataclass(frozen=True)
class Lived:
    """What happened, what was looked at, and how many things were not as they must be."""

    facts: dict[str, object]
    invariants: Invariants
    transitions: Counter[str]

    @property
    def violations(self) -> int:
        """Return how many there were of any kind."""
        return self.invariants.violations.total() + self.transitions.total()


def main(arguments: Sequence[str]) -> None:
    """Live the days, print the tables, and exit with 1 for any violation."""
    parser = argparse.ArgumentParser(prog="./dev bench lifecycle", description=__doc__)
    parser.add_argument("--users", type=int, default=200)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    # A line a user and day would stand between the tables.
    os.environ.setdefault("POWERTOOLS_LOG_LEVEL", "WARNING")
    print_facts(machine() | {"seed": options.seed, "limits": LIMITS})
    with tempfile.TemporaryDirectory() as folder:
        lived = live(Path(folder), options.users, options.days, options.seed)
    print_facts(lived.facts)
    rows = [*lived.invariants.rows(), ["transitions are allowed", "", _told(lived.transitions)]]
    print_table(["what must hold", "looked at", "violations"], rows)
    if lived.violations:
        sys.exit(1)


def live(folder: Path, users: int, days: int, seed: int) -> Lived:
    """Let so many users live so many days; return what came of it."""
    world = Simulated(folder, LIMITS)
    world.tenants.create(TENANT.tenant_id)
    people = [User(f"user-{number}") for number in range(users)]
    traffic = Traffic(world, people, random.Random(seed))
    invariants, transitions, done = Invariants(world), Counter[str](), Counter[str]()
    started, before = time.monotonic(), world.heads()
    for day in range(1, days + 1):
        traffic.day()
        world.index()
        world.clock.sleep(86_400)
        for name in (JobName.LIFECYCLE, JobName.RECONCILE):
            job = world.run(name)
            done[f"{name.value}: memories read"] += job.progress.read
            done[f"{name.value}: changed"] += job.progress.changed
            done["jobs that failed, or items"] += job.progress.failed
            done["jobs that failed, or items"] += job.state is JobState.FAILED
            world.index()
        after = invariants.check(whole=day % A_WEEK == 0 or day == days)
        transitions.update(legal(before, after))
        before = after
    states = Counter(head.status.value for head in before.values())
    facts: dict[str, object] = {
        "users, days": f"{users}, {days}",
        "memories told": f"{traffic.told:,}",
        "refused, as they must be": f"{traffic.refused:,}",
        **{name: f"{count:,}" for name, count in done.items()},
        "in the end": ", ".join(f"{count} {name}" for name, count in sorted(states.items())),
        "took": f"{time.monotonic() - started:.0f} s",
    }
    return Lived(facts, invariants, transitions)


def _told(transitions: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in transitions.items()) or "0"
