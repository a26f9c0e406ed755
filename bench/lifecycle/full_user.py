"""What room costs a user whose memory is full: 2,000 memories and as many messages."""

import random
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

from bench.lifecycle.meter import Meter
from bench.lifecycle.set_clock import START
from bench.lifecycle.small_world import SmallWorld
from bench.report import print_table
from mneme.application.capacity.evict_page import PAGE
from mneme.application.ports.table_store import Put
from mneme.application.repositories.head_rows import head_row
from mneme.application.repositories.row_keys import HEADS, user_partition
from mneme.application.tasks.queue_messages import ReinforcementMessage
from mneme.domain.capacity import Limit
from mneme.domain.counting import TOTAL, Counter
from mneme.domain.fact import Fact
from mneme.domain.job import JobName, JobOwner
from mneme.domain.memory import Head, Kind, MemType, Ownership, Source
from mneme.domain.scope import Level, Scope
from mneme.domain.tenancy import TenantContext

MEMORIES = 2_000
MESSAGES = 2_000
DAYS = 70
USER = "full"
RECALLED = 20
"""Memories a day that a recall strengthens, of those there are."""

SCOPES = (
    *(Scope(Level.GLOBAL),) * 5,
    *(Scope(Level.APP, f"app-{number}") for number in range(7) for _ in range(2)),
    Scope(Level.SESSION, "app-0", "s-1"),
)
"""In turn: a quarter GLOBAL, a tenth of each app, the rest of a session."""

FULL_APP = Scope(Level.APP, "app-0")
NEW_APP = Scope(Level.APP, "app-new")
TYPES = (MemType.SEMANTIC, MemType.EPISODIC, MemType.PROCEDURAL)
HEADER = ["what is done", "memories left", "items read", "read units", "write units"]


@dataclass(frozen=True)
class FullUser:
    """The user, in a world whose tables are metered."""

    world: SmallWorld
    tenant: TenantContext
    meter: Meter

    def fill(self) -> None:
        """Let the user tell and recall for some weeks, until there is no room."""
        chance, ids = random.Random(1), list[str]()
        for number in range(MEMORIES):
            if number % (MEMORIES // DAYS) == 0:
                self.world.clock.advance(days=1)
                self._recall(chance.sample(ids, min(RECALLED, len(ids))))
            ids.append(self.tell(number))
        self._say(ids[-1])

    def tell(self, number: int, scope: Scope | None = None) -> str:
        """Tell one more, in this scope or in its turn's; return its id."""
        fact = Fact(
            f"Fact number {number}",
            Ownership.USER,
            (Source(None, f"m{number}"),),
            self.world.clock.now(),
            mem_type=TYPES[number % len(TYPES)],
        )
        where = scope or SCOPES[number % len(SCOPES)]
        return self.world.write_structured(self.tenant, USER, where, fact).memory_id

    def _recall(self, ids: list[str]) -> None:
        at = self.world.clock.now()
        message = ReinforcementMessage(self.tenant.tenant_id, USER, at, tuple(ids), used=False)
        self.world.reinforce([message])

    def _say(self, like: str) -> None:
        """Add the heads of messages: their words are not looked at."""
        (head,) = self.world.memories.heads(self.tenant, USER, [like]).values()
        partition = user_partition(self.tenant, USER)
        for number in range(MESSAGES):
            row = head_row(partition, _message(head, number))
            self.world.stores.tables.transact(self.tenant, [Put(HEADS, row)])


def measure() -> None:
    """Print what each of a full user's steps reads and writes."""
    meter = Meter()
    with tempfile.TemporaryDirectory() as folder:
        world = SmallWorld(Path(folder), 1, meter.around)
        user = FullUser(world, world.tenants.create("full"), meter)
        user.fill()
        rows = [
            _row("a write that meets an app's limit", user, lambda: user.tell(MEMORIES, FULL_APP)),
            _row("a write while there is room", user, lambda: user.tell(MEMORIES + 1, NEW_APP)),
        ]
        for number in range(PAGE - 2):
            user.tell(MEMORIES + 2 + number, NEW_APP)
        rows += [
            _row("a write that meets the user's limit", user, lambda: user.tell(3_000, NEW_APP)),
            _row("its job, down to nine tenths", user, world.deliver_jobs),
        ]
        lowered = {Limit.TOTAL: 1_500, Limit.GLOBAL: 300, Limit.APP: 150}
        world.index()
        world.tenant_limits.set(user.tenant, lowered)
        world.clock.advance(minutes=20)
        rows.append(_row("reconciliation after lower limits", user, lambda: _reconcile(user)))
    print_table(HEADER, rows)


def _message(like: Head, number: int) -> Head:
    at = START + timedelta(minutes=number)
    return replace(
        like,
        memory_id=f"message{number:06d}",
        kind=Kind.TURN,
        expire_at=at + timedelta(days=180),
        created_at=at,
        changed_at=at,
    )


def _reconcile(user: FullUser) -> None:
    user.world.jobs.start.by_hand(JobName.RECONCILE, JobOwner(user.tenant.tenant_id, USER))
    user.world.deliver_jobs()


def _row(what: str, user: FullUser, step: Callable[[], object]) -> list[str]:
    user.meter.taken()
    step()
    consumed = user.meter.taken()
    total = Counter(TOTAL, user.world.users.state(user.tenant, USER).epoch)
    left = user.world.counters.of(user.tenant, USER, [total])[total].memories
    figures = (left, consumed.items, consumed.read, consumed.written)
    return [what, *(f"{figure:,.0f}" for figure in figures)]
