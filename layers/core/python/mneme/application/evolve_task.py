"""Decide about every fact of a task and commit each decision (DESIGN §6, §8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from mneme.application.commit_fact import CommitFact, FactWrite
from mneme.application.find_by import FindBy
from mneme.application.messages import TaskMessage
from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import Action, Check
from mneme.application.repositories.task_attachments import FACTS
from mneme.application.repositories.tasks import Tasks
from mneme.application.task_codec import decode_facts
from mneme.application.write_gate import WriteGate
from mneme.domain.change import Actor
from mneme.domain.embedding_text import fact_text
from mneme.domain.fact import Fact
from mneme.domain.memory import Embedding
from mneme.domain.scope import Scope
from mneme.domain.task import FactResult, Task, TaskState
from mneme.domain.tenancy import TenantContext
from mneme.domain.ulid import derived_ulid


@dataclass(frozen=True)
class EvolveTask:
    """The evolution worker's use case: a fact whose result is recorded is never touched again."""

    tasks: Tasks
    gate: WriteGate
    commit_fact: CommitFact
    find_by: FindBy
    clock: Clock

    def __call__(self, tenant: TenantContext, message: TaskMessage, task: Task) -> None:
        """Work on an open task. Raises the gate's errors and Unavailable."""
        user_id = message.user_id
        scope, facts = decode_facts(self.tasks.attachments.read(tenant, user_id, task, FACTS))
        settled = dict(task.results)
        open_facts = [(n, fact) for n, fact in enumerate(facts) if n not in settled]
        embeddings = self._embed(tenant, user_id, task, [fact for _, fact in open_facts])
        for (number, fact), embedding in zip(open_facts, embeddings, strict=True):
            write = self._write(tenant, user_id, task, scope, number, fact, embedding)
            self.commit_fact(tenant, user_id, write)
        self.tasks.finish(tenant, user_id, task, TaskState.DONE, at=self.clock.now())

    def _embed(
        self, tenant: TenantContext, user_id: str, task: Task, facts: Sequence[Fact]
    ) -> list[Embedding]:
        texts = [fact_text(fact.speaker, fact.text) for fact in facts]
        return self.find_by.embeddings(tenant, user_id, task.key_epoch, texts)

    def _write(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        scope: Scope,
        number: int,
        fact: Fact,
        embedding: Embedding,
    ) -> FactWrite:
        name = (tenant.tenant_id, user_id, task.task_id, "fact", str(number))
        return FactWrite(
            scope=scope,
            epoch=task.epoch,
            key_epoch=task.key_epoch,
            fact=fact,
            embedding=embedding,
            memory_id=derived_ulid(task.accepted_at, *name),
            actor=Actor.SYSTEM,
            evolves=True,
            gate=partial(self._gate, tenant, user_id, scope, task),
            settle=partial(self._settle, tenant, user_id, task, number),
            settled=partial(self._settled, tenant, user_id, task, number),
        )

    def _gate(self, tenant: TenantContext, user_id: str, scope: Scope, task: Task) -> Check:
        return self.gate(tenant, user_id, scope, task)

    def _settle(
        self, tenant: TenantContext, user_id: str, task: Task, number: int, result: FactResult
    ) -> tuple[Action, ...]:
        return (self.tasks.result_action(tenant, user_id, task.task_id, number, result),)

    def _settled(
        self, tenant: TenantContext, user_id: str, task: Task, number: int
    ) -> FactResult | None:
        current = self.tasks.find(tenant, user_id, task.task_id)
        return None if current is None else dict(current.results).get(number)
