"""A simulated year: every day people live, jobs run, and every row is looked at."""

import random
from collections import Counter as Tally
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from bench.lifecycle.audit import Audit
from bench.lifecycle.findings import Findings
from bench.lifecycle.joining_compressor import JoiningCompressor
from bench.lifecycle.made_facts import MadeFacts
from bench.lifecycle.outcome import Outcome
from bench.lifecycle.people import Person
from bench.lifecycle.set_clock import START, SetClock
from bench.lifecycle.small_world import SmallWorld
from bench.lifecycle.told import Told
from bench.lifecycle.transitions import Seen, WatchedTables
from mneme.application.repositories.row_keys import CHANGE_LOG, JOBS, OPERATIONS
from mneme.domain.capacity import DEFAULT_LIMITS, CapacityLimits, Limit
from mneme.domain.job import JobName, JobOwner, JobState
from mneme.domain.tenancy import Grant, TenantContext

EXPIRED_AT_ONCE = 100_000
WEEK = 7
MET_WITHIN = timedelta(days=8)
"""A lowered limit is met by the next write, or by reconciliation, which has everybody in a week."""

TIGHT = {
    Limit.TOTAL: 60,
    Limit.GLOBAL: 25,
    Limit.APP: 20,
    Limit.CONSTRAINT: 4,
    Limit.PERSONA: 2,
    Limit.IMPORTANT: 20,
}
LOWERED = {**TIGHT, Limit.TOTAL: 40, Limit.GLOBAL: 15, Limit.APP: 12}
HABITS = ((0.03, 2), (0.06, 2), (0.12, 3), (0.3, 3))
"""Days with memories of all days, and most facts on such a day: a quarter of the users each."""

MUST_HOLD = (
    "transitions are §11's",
    "each has its change record",
    "nothing is purged too early",
    "nothing is restored too late",
    "nothing comes back that was purged",
    "nothing that ended is restored",
    "what is archived can be restored",
    "nothing purged is recalled",
    "what is told again is learned",
    "memory that is off is not recalled",
    "on again, what is left is recalled",
    "no call fails",
)
"""What is looked at as it happens; the rest is a day's or a week's audit."""


@dataclass
class Tenancy:
    """A tenant of the simulation: its limits, and those it gets on a day of the year."""

    name: str
    limits: dict[Limit, int]
    lowered: dict[Limit, int] | None = None
    lowered_on: datetime | None = None

    def at(self, now: datetime) -> CapacityLimits:
        """Return the limits that writes are held to."""
        return CapacityLimits(self.lowered if self._over(now) and self.lowered else self.limits)

    def met(self, now: datetime) -> CapacityLimits:
        """Return the limits that nothing may be above.

        Of what is important nothing is evicted, so a lowered limit of it is met by writes alone.
        """
        if self.lowered is None or not self._over(now - MET_WITHIN):
            return CapacityLimits(self.limits)
        return CapacityLimits({**self.lowered, Limit.IMPORTANT: 100})

    def _over(self, now: datetime) -> bool:
        return self.lowered_on is not None and now >= self.lowered_on


class Year:
    """People, their world, and what was found."""

    def __init__(self, folder: Path, users: Sequence[int], days: int, seed: int) -> None:
        self.findings, self.told, self._days = Findings(), Told(), days
        third = START + timedelta(days=days // 3)
        self._tenancies = {
            one.name: one
            for one in (
                Tenancy("roomy", dict(DEFAULT_LIMITS)),
                Tenancy("tight", TIGHT),
                Tenancy("lowered", TIGHT, LOWERED, third),
            )
        }
        clock = SetClock()
        self.seen = Seen(clock.now, self._limits)
        self.world = SmallWorld(
            folder,
            seed,
            lambda tables: WatchedTables(tables, self.seen),
            clock,
            JoiningCompressor(seed),
        )
        self._audit = Audit(self.world, self.seen, self.findings)
        for one in self._tenancies.values():
            self.world.tenants.create(one.name)
            self.world.tenant_limits.set(_context(one.name), one.limits)
        self._people = [self._person(number, seed) for number in users]

    def live(self) -> Outcome:
        """Live the days, and return what came of them."""
        for day in range(self._days):
            self._live_day(START + timedelta(days=day), day)
        self._tell_what_was_seen()
        return self._outcome()

    def _person(self, number: int, seed: int) -> Person:
        tenancy = list(self._tenancies)[number % len(self._tenancies)]
        chance = random.Random(f"{seed} {number}")
        daily, most = chance.choice(HABITS)
        name = f"u{number}"
        return Person(
            _context(tenancy),
            name,
            chance,
            self.world,
            self.seen,
            self.told,
            daily,
            most,
            MadeFacts(name, chance),
        )

    def _limits(self, tenant: str) -> CapacityLimits:
        return self._tenancies[tenant].at(self.world.clock.now())

    def _live_day(self, date: datetime, day: int) -> None:
        clock = self.world.clock
        clock.set(date + timedelta(hours=1))
        self._lower(date)
        self._end_sessions()
        clock.set(date + timedelta(hours=2))
        self._run(JobName.LIFECYCLE)
        clock.set(date + timedelta(hours=3))
        self._run(JobName.RECONCILE)
        clock.set(date + timedelta(hours=4))
        self.world.audit.write_digests()
        self.world.index()
        self._look(day)
        clock.set(date + timedelta(hours=8))
        for person in self._people:
            clock.advance(minutes=10 * 60 / len(self._people))
            person.live()
        self.world.index()
        self.world.deliver_jobs()
        clock.set(date + timedelta(hours=20))
        self._end_sessions()

    def _lower(self, date: datetime) -> None:
        for one in self._tenancies.values():
            if one.lowered is not None and one.lowered_on == date:
                one.lowered_on = self.world.clock.now()
                self.world.tenant_limits.set(_context(one.name), one.lowered)

    def _end_sessions(self) -> None:
        self.world.end_idle_sessions()
        self.world.sweep_tasks()
        self.world.deliver_tasks()
        self.world.index()

    def _run(self, name: JobName) -> None:
        """Run a day's job to its end, as its schedule begins it: twice, which is once."""
        began = [self.world.jobs.start.daily(name) for _ in range(2)]
        self.world.deliver_jobs()
        self.world.jobs.watch()
        twice = [] if began == [True, False] else [f"{name} began {began}"]
        self.findings.look("two schedulers begin one job", 1, twice)
        job = self.world.jobs.show.find(JobOwner(), f"{name}-{self.world.clock.now():%Y-%m-%d}")
        well = job is not None and job.state is JobState.DONE and not job.progress.failed
        wrong = [] if well else [f"{name} {job}"]
        self.findings.look("jobs end, and fail at nothing", 1, wrong)

    def _look(self, day: int) -> None:
        now, world = self.world.clock.now(), self.world
        everybody = day % WEEK == 0 or day == self._days - 1
        touched = self.seen.taken()
        for person in self._people:
            if everybody or person.partition in touched:
                self._audit.user(person.partition)
                self._look_for_purged(person)
        if everybody:
            self._audit.objects()
            self._audit.logs()
            world.stores.tables.expire(OPERATIONS, now, EXPIRED_AT_ONCE)
            world.stores.tables.expire(JOBS, now, EXPIRED_AT_ONCE)
        self._audit.times({one.partition: self._idle_since(one) for one in self._people})
        self._audit.limits({name: one.met(now) for name, one in self._tenancies.items()})

    def _look_for_purged(self, person: Person) -> None:
        forgetting, look = person.forgetting, self.findings.look
        look("purges end, and fail at nothing", len(forgetting.asked), forgetting.unended())
        gone = person.facts.gone
        look("no words of what was purged", len(gone), forgetting.left() if gone else ())

    def _idle_since(self, person: Person) -> datetime | None:
        """Return since when sessions may end; None: not while an app or all memory is off."""
        state = self.world.users.state(person.tenant, person.user_id)
        off = not state.enabled or state.apps_off
        return None if off else max(person.on_since or START, person.app_on_since or START)

    def _tell_what_was_seen(self) -> None:
        look = self.findings.look
        edges = self.seen.edges.total()
        looked = dict.fromkeys(MUST_HOLD, edges) | {
            "nothing that ended is restored": self.told.restores,
            "what is archived can be restored": self.told.restores,
            "nothing purged is recalled": self.told.recalled,
            "what is told again is learned": self.told.deeds["told again"],
            "memory that is off is not recalled": self.told.refused[40301],
            "on again, what is left is recalled": self.told.deeds["switched on"],
            "no call fails": self.told.deeds.total(),
        }
        look("no write exceeds a limit", self.seen.rises)
        for what in MUST_HOLD:
            look(what, looked[what])
        for what, violation in (*self.seen.violations, *self.told.wrong):
            look(what, 0, [violation])

    def _outcome(self) -> Outcome:
        counts = {
            "change records": sum(self.world.stores.partitions(CHANGE_LOG).values()),
            "memories at the end": len(self.seen.heads),
            "memories purged": len(self.seen.purged),
            "of them with their user, app or session": self.seen.taken_away,
            "memories compressed into others": self.seen.compressed,
            "purges whose words were found before": sum(
                person.forgetting.controls for person in self._people
            ),
        }
        edges = {
            (before or "-", after or "purged"): times
            for (before, after), times in self.seen.edges.items()
        }
        told = self.told
        return Outcome(Tally(counts), Tally(edges), told.deeds, told.refused, self.findings)


def _context(name: str) -> TenantContext:
    return TenantContext(name, frozenset(Grant))
