"""Decide about every fact of a task and commit each decision (DESIGN §6, §8)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from mneme.application.commit.commit_fact import CommitFact, FactWrite
from mneme.application.commit.placed_fact import PlacedFact
from mneme.application.evolve.find_unsaid import TakenBack
from mneme.application.evolve.judge_task import JudgeTask, TaskJudges
from mneme.application.evolve.leave_outdated import LeaveOutdated
from mneme.application.evolve.propose_for_task import OpenFact
from mneme.application.evolve.shift import SHIFT_SECONDS
from mneme.application.evolve.take_back_edited import TakeBackEdited
from mneme.application.index.embed_facts import EmbedFacts
from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import Action
from mneme.application.ports.work_queue import WorkQueue
from mneme.application.repositories.sessions import Sessions
from mneme.application.repositories.task_attachments import FACTS
from mneme.application.repositories.tasks import Tasks
from mneme.application.tasks.queue_messages import TaskMessage, evolution_queue_of
from mneme.application.tasks.task_codec import decode_edited, decode_facts, decode_mode
from mneme.application.tasks.work_on_task import LastingFaults
from mneme.application.tasks.write_gate import WriteGate
from mneme.domain.change import Actor
from mneme.domain.errors import (
    CapacityFull,
    ImportantQuotaFull,
    MemorySwitchedOff,
    MnemeError,
    NotFound,
)
from mneme.domain.evolution.edited_message import EditedMessage
from mneme.domain.extraction.policy import Mode
from mneme.domain.fact import Fact
from mneme.domain.memory import Embedding, Provenance
from mneme.domain.scope import Scope, VisibleScope
from mneme.domain.task import FactResult, Task, TaskState
from mneme.domain.tenancy import TenantContext
from mneme.domain.ulid import derived_ulid

LOT = 64
"""Facts that are embedded, asked about and committed together."""


@dataclass(frozen=True, slots=True)
class _Work:
    """A task with those of its facts that have no result yet, by their numbers.

    The `edited` messages take back what they said before.
    """

    tenant: TenantContext
    user_id: str
    task: Task
    scope: Scope
    mode: Mode
    facts: Mapping[int, Fact]
    edited: tuple[EditedMessage, ...]

    @property
    def taken_back(self) -> TakenBack:
        """What they take back."""
        return TakenBack(self.tenant, self.user_id, self.task, self.scope, self.edited)


@dataclass(frozen=True)
class EvolveTask:
    """The evolution worker's use case: a fact whose result is recorded is never touched again."""

    tasks: Tasks
    gate: WriteGate
    embed_facts: EmbedFacts
    judge_task: JudgeTask
    commit_fact: CommitFact
    take_back: TakeBackEdited
    leave_outdated: LeaveOutdated
    sessions: Sessions
    queue: WorkQueue
    clock: Clock
    shift_seconds: float = SHIFT_SECONDS

    def __call__(self, tenant: TenantContext, message: TaskMessage, task: Task) -> None:
        """Work on an open task. Raises the gate's errors, Unavailable, and LastingFaults.

        A fact for which there is no room is refused: its result says why. One that can never be
        committed does not keep the others from it: its fault is raised when the others have their
        results. What is left of a very long task goes on in a message
        of its own.
        """
        faults = self.facts(tenant, message, task)
        if faults is None:
            return
        if faults:
            raise LastingFaults(faults)
        self.tasks.finish(tenant, message.user_id, task, TaskState.DONE)

    def facts(
        self, tenant: TenantContext, message: TaskMessage, task: Task
    ) -> list[MnemeError] | None:
        """Return the faults that will not pass, each of a fact that has no result.

        None if what is left goes on in a message of its own. Raises the gate's errors, Unavailable.
        """
        started = self.clock.monotonic()
        work = self._open(tenant, message.user_id, task)
        self._use_session(work, started_at := self.clock.now())
        committed, faults = 0, list[MnemeError]()
        lots = _lots(work)
        for place, lot in enumerate(lots, start=1):
            lasting = self._evolve(lot)
            faults += lasting
            committed += len(lot.facts) - len(lasting)
            late = self.clock.monotonic() - started >= self.shift_seconds
            if late and committed and place < len(lots):
                self._go_on(work, message)
                return None
        gate = partial(self.gate, tenant, message.user_id, work.scope, task)
        self.take_back(work.taken_back, gate)
        self._use_session(work, started_at)
        return faults

    def _use_session(self, work: _Work, since: datetime) -> None:
        """Let a session whose own memories these are be open: before them, and behind them.

        One that ends meanwhile, which only happens beside a history being loaded, opens again.
        """
        now = self.clock.now()
        self.sessions.use(work.tenant, work.user_id, work.scope, work.task.epoch, now, since=since)

    def _go_on(self, work: _Work, message: TaskMessage) -> None:
        self.tasks.go_on(work.tenant, work.user_id, work.task)
        following = replace(message, attempt=work.task.attempt + 1)
        self.queue.send(work.tenant, evolution_queue_of(work.task), following.encode())

    def _open(self, tenant: TenantContext, user_id: str, task: Task) -> _Work:
        data = self.tasks.attachments.read(tenant, user_id, task, FACTS)
        scope, facts = decode_facts(data)
        mode = decode_mode(data)
        settled = dict(self.tasks.results.of_task(tenant, user_id, task))
        waiting = {
            number: _doubted(fact) if mode is Mode.CANDIDATE else fact
            for number, fact in enumerate(facts)
            if number not in settled and mode is not Mode.OFF
        }
        place = VisibleScope(scope.key, task.epoch)
        current = self.leave_outdated(tenant, user_id, task, place, waiting)
        return _Work(tenant, user_id, task, scope, mode, current, decode_edited(data))

    def _evolve(self, work: _Work) -> list[MnemeError]:
        """Commit each fact in order; return the faults that will not pass, one a fact at most."""
        facts = [*work.facts.values()]
        found = self.embed_facts(work.tenant, work.user_id, work.task.key_epoch, facts)
        embedded = dict(zip(work.facts, found, strict=True))
        judges = self._judges(work, embedded)
        lasting: list[MnemeError] = []
        for number, outcome in embedded.items():
            try:
                if isinstance(outcome, MnemeError):
                    raise outcome
                write = self._write(work, number, judges)
                result = self.commit_fact(work.tenant, work.user_id, write)
            except (MemorySwitchedOff, NotFound):
                raise
            except (CapacityFull, ImportantQuotaFull) as full:
                self._refuse(work, number, full)
            except MnemeError as fault:
                if fault.retryable:
                    raise
                lasting.append(fault)
            else:
                judges.became(number, result)
        return lasting

    def _refuse(self, work: _Work, number: int, full: MnemeError) -> None:
        results = self.tasks.results
        told_by = {source.message_id for source in work.facts[number].sources}
        results.refuse(work.tenant, work.user_id, work.task, number, full.code, told_by)

    def _judges(self, work: _Work, embedded: Mapping[int, Embedding | MnemeError]) -> TaskJudges:
        facts = {
            number: OpenFact(
                self._memory_id(work, number),
                PlacedFact(
                    fact, embedding, work.scope, work.task.epoch, work.task.key_epoch
                ).observed_by(work.task.accepted_at),
            )
            for number, fact in work.facts.items()
            if isinstance(embedding := embedded[number], Embedding)
        }
        ending = self.take_back.ending(work.taken_back)
        return self.judge_task(work.tenant, work.user_id, work.mode, facts, ending)

    def _write(self, work: _Work, number: int, judges: TaskJudges) -> FactWrite:
        tenant, user_id, task = work.tenant, work.user_id, work.task
        fact = judges.facts[number]
        return FactWrite(
            placed=fact.placed,
            memory_id=fact.memory_id,
            actor=Actor.SYSTEM,
            gate=partial(self.gate, tenant, user_id, work.scope, task),
            judge=judges.judge(number),
            settle=partial(self._settle, tenant, user_id, task, number),
            settled=partial(self.tasks.results.of_fact, tenant, user_id, task, number),
            yields_importance=fact.placed.fact.provenance is Provenance.AUTOMATIC,
        )

    def _memory_id(self, work: _Work, number: int) -> str:
        """Return the id of the fact's own memory: the same at every delivery."""
        name = (work.tenant.tenant_id, work.user_id, work.task.task_id, "fact", str(number))
        return derived_ulid(work.task.accepted_at, *name)

    def _settle(
        self, tenant: TenantContext, user_id: str, task: Task, number: int, result: FactResult
    ) -> tuple[Action, ...]:
        return (self.tasks.results.record_action(tenant, user_id, task, number, result),)


def _lots(work: _Work) -> list[_Work]:
    """Return the work in lots, in order of the messages; a usual task is one."""
    numbers = list(work.facts)
    return [
        replace(work, facts={number: work.facts[number] for number in numbers[at : at + LOT]})
        for at in range(0, len(numbers), LOT)
    ]


def _doubted(fact: Fact) -> Fact:
    return replace(fact, provenance=Provenance.CANDIDATE)
