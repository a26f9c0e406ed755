"""What an add and a recall use: units, calls and CPU, measured over the real use cases."""

import json
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

from bench.in_process import InProcess
from bench.made_talk import talk
from bench.made_text import question, statement
from bench.write.metered_tables import Consumed, MeteredTables
from mneme.application.tasks.queue_messages import (
    EVOLUTION,
    EXTRACTION,
    REINFORCEMENT,
    reinforcement_message,
)
from mneme.contracts.http.add import AddRequest
from mneme.domain.fact import Fact
from mneme.domain.memory import Ownership, Source
from mneme.domain.recollection import RecallQuery
from mneme.domain.scope import Level, Scope
from mneme.domain.tenancy import internal_context
from mneme.runtime.backend import Backend

USER = "measured"
TENANT = internal_context("bench")
MEMORIES = 300
ADDS = 8
RECALLS = 40
STEPS = ACCEPT, EXTRACT, EVOLVE, INDEX, RECALL, REINFORCE = (
    "write_api",
    "extraction_worker",
    "evolution_worker",
    "indexer",
    "recall_api",
    "reinforcement_worker",
)
"""Each is named by the function that does it."""


@dataclass
class Step:
    """What one add, or one recall, makes a function do."""

    consumed: Consumed = field(default_factory=Consumed)
    cpu_ms: float = 0.0


@dataclass(frozen=True)
class Usage:
    """What each function does for an add of 10 messages, or for a recall; `facts` of such an add.

    A step's units are a mean; of what comes in batches, the share of one add or recall.
    """

    steps: dict[str, Step]
    facts: float


def measure(memories: int = MEMORIES, adds: int = ADDS, recalls: int = RECALLS) -> Usage:
    """Return the use of a user with so many memories: units first, then CPU without the meter."""
    units = _walk(_Units, memories, adds, recalls)
    seconds = _walk(_Seconds, memories, adds, recalls)
    for name, step in units.steps.items():
        step.cpu_ms = seconds.steps[name].cpu_ms
    return units


class _Units:
    """Notes what the tables are asked for."""

    def __init__(self) -> None:
        self.tables: MeteredTables

    def around(self, stores: Backend, services: InProcess) -> Backend:
        self.tables = MeteredTables(stores.tables, services.settings.tables)
        return replace(stores, tables=self.tables)

    @contextmanager
    def probe(self, step: Step, share: float) -> Iterator[None]:
        self.tables.taken()
        yield
        step.consumed.add(self.tables.taken(), share)


class _Seconds:
    """Notes the CPU time."""

    def around(self, stores: Backend, _: InProcess) -> Backend:
        return stores

    @contextmanager
    def probe(self, step: Step, share: float) -> Iterator[None]:
        began = time.process_time()
        yield
        step.cpu_ms += (time.process_time() - began) * 1000 * share


def _walk(probe: Callable[[], _Units | _Seconds], memories: int, adds: int, recalls: int) -> Usage:
    with tempfile.TemporaryDirectory(prefix="mneme-bench-") as folder:
        user = _User(Path(folder), probe())
        user.fill(memories)
        user.ask(1, noted=False)
        user.ask(recalls)
        user.tell(1, noted=False)
        facts = user.tell(adds)
    return Usage(user.steps, facts / adds)


class _User:
    """One user in an embedded process whose steps are noted."""

    def __init__(self, folder: Path, probe: _Units | _Seconds) -> None:
        self.services = InProcess(folder, lambda stores: probe.around(stores, self.services))
        self.services.tenants.create(TENANT.tenant_id)
        self.steps = {name: Step() for name in STEPS}
        self._probe = probe
        self._told = 0

    def fill(self, memories: int) -> None:
        """Write memories that nothing is noted of."""
        now = self.services.clock.now()
        for number in range(memories):
            fact = Fact(statement(number), Ownership.USER, (Source("s", "m"),), now)
            self.services.write_structured(TENANT, USER, Scope(Level.GLOBAL), fact)
        self.services.index()

    def tell(self, adds: int, *, noted: bool = True) -> int:
        """Carry conversations of about 2 KB from the request to the index; return their facts."""
        services, facts = self.services, 0
        for _ in range(adds):
            self._told += 1
            said = talk(self._told, chinese=self._told % 2 == 1)
            body = json.dumps({"user_id": USER, "messages": said.messages}, ensure_ascii=False)
            with self._noted(ACCEPT, noted, adds):
                conversation = AddRequest.model_validate_json(body).conversation(
                    services.clock.now()
                )
                task = services.accept_add(TENANT, USER, conversation, None).task_id
            services.deliver(EXTRACTION, lambda: self._noted(EXTRACT, noted, adds))
            services.deliver(EVOLUTION, lambda: self._noted(EVOLVE, noted, adds))
            services.index(lambda: self._noted(INDEX, noted, adds))
            facts += len(services.read_task(TENANT, USER, task).results)
        return facts

    def ask(self, recalls: int, *, noted: bool = True) -> None:
        """Recall, then strengthen what was recalled, all of it at once."""
        services = self.services
        for number in range(recalls):
            with self._noted(RECALL, noted, recalls):
                services.recall(TENANT, RecallQuery(USER, question(number), timeout_seconds=2.0))
        messages = []
        while records := services.queue_consumer.receive(REINFORCEMENT, 10):
            messages += [reinforcement_message(record.body) for record in records]
            for record in records:
                services.queue_consumer.acknowledge(REINFORCEMENT, record.receipt)
        with self._noted(REINFORCE, noted, recalls):
            services.reinforce(messages)
        services.index()

    def _noted(self, name: str, noted: bool, of: int) -> AbstractContextManager[None]:
        return self._probe.probe(self.steps[name], 1 / of) if noted else nullcontext()
