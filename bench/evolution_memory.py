"""A memory in a folder that is told facts on days of its own, with and without decisions."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from infra.tables import TABLES, layouts_json
from mneme.adapters.system_clock import SystemClock
from mneme.adapters.system_ids import SystemIds
from mneme.adapters.table_layout import parse_layouts
from mneme.application.commit.commit_fact import FactWrite
from mneme.application.commit.placed_fact import PlacedFact
from mneme.application.evolve.append_fact import append_judge
from mneme.domain.change import Actor
from mneme.domain.extraction.fact_slots import fact_key
from mneme.domain.fact import Fact
from mneme.domain.memory import Ownership, Source, Status
from mneme.domain.retrieval.embedding_text import fact_text
from mneme.domain.scope import Level, Scope
from mneme.domain.task import Decision
from mneme.domain.tenancy import Grant, TenantContext
from mneme.runtime.bootstrap import Services
from mneme.runtime.settings import Settings

START = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)
TENANT = TenantContext("bench", frozenset(Grant))
EVERYWHERE = Scope(Level.GLOBAL)


class SetClock(SystemClock):
    """Shows the time that it was set to."""

    at = START

    def now(self) -> datetime:
        """Return the time it was set to."""
        return self.at


@dataclass(frozen=True, slots=True)
class Current:
    """What a user's memory says now, and how many of its memories were superseded."""

    texts: tuple[str, ...]
    superseded: int


class EvolutionMemory:
    """Tells facts one by one; every user has a memory of their own."""

    def __init__(self, folder: Path, *, decides: bool) -> None:
        self._decides = decides
        self._clock = SetClock()
        layouts = parse_layouts(layouts_json({table.name: table.name for table in TABLES}))
        settings = Settings("bench", layouts, folder, {}, {}, {}, "", None, "")
        self._services = Services(settings, self._clock, SystemIds())
        self._services.tenants.create(TENANT.tenant_id)

    def tell(self, user_id: str, day: int, text: str) -> Decision:
        """Tell a fact as extraction would take it from a message of that day."""
        services = self._services
        at = START + timedelta(days=day)
        self._clock.at = max(self._clock.at, at)
        fact = Fact(
            text,
            Ownership.USER,
            sources=(Source(f"day-{day}", "m1"),),
            observed_at=at,
            fact_key=fact_key(text.rstrip(".!。！"), None),
        )
        state = services.users.state(TENANT, user_id)
        told = [fact_text(None, text)]
        [embedding] = services.find_by.embeddings(TENANT, user_id, state.epoch, told)
        epoch = state.effective_epoch(EVERYWHERE)
        placed = PlacedFact(fact, embedding, EVERYWHERE, epoch, state.epoch)
        decide = services.judge_fact.judge(TENANT, user_id, placed)
        write = FactWrite(
            placed=placed,
            memory_id=services.ids.new(),
            actor=Actor.SYSTEM,
            judge=decide if self._decides else append_judge(placed, self._clock),
            gate=lambda: services.users.unchanged(TENANT, user_id, state),
        )
        decision = services.commit_fact(TENANT, user_id, write).decision
        if decision is None:
            raise TypeError("only a task tells of facts that were refused")
        return decision

    def current(self, user_id: str) -> Current:
        """Return what is said now."""
        memories, now = self._services.memories, self._clock.now()
        heads, _ = memories.heads_page(TENANT, user_id, None, 1000)
        holding = [
            (head.memory_id, head.revision)
            for head in heads
            if head.status is Status.ACTIVE and (head.invalid_at is None or head.invalid_at > now)
        ]
        found = memories.revisions(TENANT, user_id, holding)
        texts = tuple(sorted(one.content for one in found.values()))
        return Current(texts, sum(head.status is Status.SUPERSEDED for head in heads))
