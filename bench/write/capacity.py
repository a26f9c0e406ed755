"""Consumed DynamoDB capacity of the write path and of a recall, counted over the real use cases."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from bench.in_process import InProcess
from bench.made_talk import talk
from bench.made_text import question, statement
from bench.write.metered_tables import Consumed, MeteredTables
from mneme.application.tasks.queue_messages import EVOLUTION, EXTRACTION
from mneme.contracts.http.add import AddRequest
from mneme.domain.fact import Fact
from mneme.domain.memory import Ownership, Source
from mneme.domain.recollection import RecallQuery
from mneme.domain.scope import Level, Scope
from mneme.domain.task import Decision
from mneme.domain.tenancy import internal_context
from mneme.runtime.backend import Backend

USER = "metered"
FACT_BYTES = 200
TENANT = internal_context("bench")
SCOPE = Scope(Level.GLOBAL)


@dataclass
class Capacity:
    """What was consumed, by what was done; `facts` are those of the conversation."""

    steps: dict[str, Consumed] = field(default_factory=dict)
    recalls: list[Consumed] = field(default_factory=list)
    messages: int = 0
    facts: int = 0


class UnexpectedDecisionError(Exception):
    """A fact was decided otherwise than its row of the table says."""


def measure(memories: int, recalls: int) -> Capacity:
    """Return what each step consumed, its user's key known to the process already."""
    found = Capacity()
    with tempfile.TemporaryDirectory(prefix="mneme-bench-") as folder:
        metered = _Metered(Path(folder))
        _fill(metered, memories)
        _measure_recalls(metered, found, recalls)
        _measure_add(metered, found)
        _measure_decisions(metered, found)
    return found


class _Metered:
    """The use cases over metered tables."""

    def __init__(self, folder: Path) -> None:
        self.tables: MeteredTables

        def meter(stores: Backend) -> Backend:
            self.tables = MeteredTables(stores.tables, self.services.settings.tables)
            return replace(stores, tables=self.tables)

        self.services = InProcess(folder, meter)
        self.services.tenants.create(TENANT.tenant_id)

    @contextmanager
    def consumed(self, into: dict[str, Consumed], name: str) -> Iterator[None]:
        """Note what the block consumes."""
        self.tables.taken()
        yield
        into[name] = self.tables.taken()

    def add(self, number: int) -> str:
        """Accept a conversation of about 2 KB; return its task."""
        body = json.dumps({"user_id": USER, "messages": talk(number, chinese=False).messages})
        request = AddRequest.model_validate_json(body)
        conversation = request.conversation(self.services.clock.now())
        return self.services.accept_add(TENANT, USER, conversation, None).task_id

    def accept(self, fact: Fact) -> str:
        """Accept one fact for evolution; return its task."""
        return self.services.accept_structured(TENANT, USER, SCOPE, fact).task_id


def _fill(metered: _Metered, memories: int) -> None:
    now = metered.services.clock.now()
    for number in range(memories):
        fact = _fact(statement(10_000 + number), now)
        metered.services.write_structured(TENANT, USER, SCOPE, fact)
    metered.services.index()


def _measure_recalls(metered: _Metered, found: Capacity, recalls: int) -> None:
    for number in range(recalls):
        measured: dict[str, Consumed] = {}
        asked = RecallQuery(USER, question(10_000 + number), timeout_seconds=2.0)
        with metered.consumed(measured, "recall"):
            metered.services.recall(TENANT, asked)
        found.recalls += measured.values()


def _measure_add(metered: _Metered, found: Capacity) -> None:
    with metered.consumed(found.steps, "add, accepted"):
        task = metered.add(2)
    with metered.consumed(found.steps, "add, its extraction and episode"):
        metered.services.deliver(EXTRACTION)
    with metered.consumed(found.steps, "add, its evolution"):
        metered.services.deliver(EVOLUTION)
    with metered.consumed(found.steps, "add, its indexing"):
        metered.services.index()
    found.messages = len(talk(2, chinese=False).messages)
    found.facts = len(metered.services.read_task(TENANT, USER, task).results)


def _measure_decisions(metered: _Metered, found: Capacity) -> None:
    """Measure a fact of about 200 bytes for each decision, in an order that leads to it."""
    now = metered.services.clock.now()
    plan = [
        (Decision.ADD, _long(statement(1))),
        (Decision.SKIP, _long(statement(1))),
        (Decision.ADD, _long("I live in Lisbon.")),
        (Decision.UPDATE, _long("I live in Bergen.")),
        (Decision.ADD, "I like cheese pizza."),
        (Decision.MERGE, "I like chicken pizza."),
        (Decision.ADD, "I like coffee."),
        (Decision.DELETE, "I do not like coffee."),
    ]
    for place, (decision, text) in enumerate(plan):
        _measure_fact(metered, found, decision, _fact(text, now + timedelta(seconds=place)))


def _measure_fact(metered: _Metered, found: Capacity, decision: Decision, fact: Fact) -> None:
    measured = found.steps if decision not in found.steps else {}
    with metered.consumed(measured, "add_structured, accepted"):
        task = metered.accept(fact)
    with metered.consumed(measured, decision):
        metered.services.deliver(EVOLUTION)
    ((_, result),) = metered.services.read_task(TENANT, USER, task).results
    if result.decision is not decision:
        raise UnexpectedDecisionError(f"{result.decision} where {decision} was meant")
    with metered.consumed(measured, f"{decision}, its indexing"):
        metered.services.index()


def _fact(text: str, at: datetime) -> Fact:
    slot = "home_city" if text.startswith("I live in") else None
    return Fact(text, Ownership.USER, (Source("s", "m"),), at, fact_key=slot)


def _long(text: str) -> str:
    """Return the text with an addition that makes it as long as a fact is taken to be."""
    return (
        text.removesuffix(".") + (" and I told it to nobody but you" * 9)[: FACT_BYTES - len(text)]
    )
