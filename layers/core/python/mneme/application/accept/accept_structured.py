"""Accept one finished memory: written at once, or through evolution (DESIGN §6)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from mneme.application.accept.screen_content import ScreenContent
from mneme.application.commit.commit_fact import CommitFact, FactWrite
from mneme.application.commit.placed_fact import PlacedFact
from mneme.application.evolve.append_fact import append_judge
from mneme.application.index.find_by import FindBy
from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.table_store import Check
from mneme.application.ports.work_queue import WorkQueue
from mneme.application.repositories.sessions import Sessions
from mneme.application.repositories.task_attachments import FACTS
from mneme.application.repositories.tasks import Tasks
from mneme.application.repositories.user_repository import UserRepository
from mneme.application.tasks.queue_messages import TaskMessage, queue_of
from mneme.application.tasks.send_task import SendTask
from mneme.application.tasks.task_codec import encode_facts
from mneme.domain.change import Actor
from mneme.domain.errors import Unavailable
from mneme.domain.fact import Fact
from mneme.domain.retrieval.embedding_text import fact_text
from mneme.domain.scope import Scope
from mneme.domain.task import FactResult, Task, TaskState
from mneme.domain.tenancy import TenantContext
from mneme.domain.user_state import UserState


@dataclass(frozen=True)
class AcceptStructured:
    """The use case behind `add_structured` through evolution: a task of one fact."""

    users: UserRepository
    sessions: Sessions
    tasks: Tasks
    queue: WorkQueue
    clock: Clock
    ids: Ids
    screen: ScreenContent

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        scope: Scope,
        fact: Fact,
        *,
        bulk: bool = False,
    ) -> Task:
        """Return the accepted task. Raises MemorySwitchedOff, SensitiveContent, Unavailable."""
        state = self.users.state(tenant, user_id)
        state.require_app_on(scope.app_id)
        kept = self.screen.fact(tenant, user_id, scope, fact)
        task_id, now = f"t_{self.ids.new()}", self.clock.now()
        self.sessions.use(tenant, user_id, scope, state.effective_epoch(scope), now)
        accepted = task_of_facts(task_id, state, scope, 1, now)
        task = replace(accepted, redacted=kept.redacted, bulk=bulk)
        self.tasks.create(tenant, user_id, task, encode_facts(scope, (kept.content,)))
        send = SendTask(self.tasks, self.queue)
        message = TaskMessage(tenant.tenant_id, user_id, task.task_id, task.attempt)
        return send(tenant, task, queue_of(task), message)


def task_of_facts(task_id: str, user: UserState, scope: Scope, facts: int, now: datetime) -> Task:
    """Return a task, accepted now, whose facts are known: there is nothing to extract."""
    return Task(
        task_id=task_id,
        state=TaskState.PENDING,
        epoch=user.effective_epoch(scope),
        key_epoch=user.epoch,
        app_id=scope.app_id,
        body_digest="",
        accepted_at=now,
        updated_at=now,
        payload=FACTS,
        fact_count=facts,
    )


@dataclass(frozen=True, slots=True)
class Written(FactResult):
    """What became of a memory that was written at once; `redacted` counts by kind."""

    redacted: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class WriteStructured:
    """The use case behind `add_structured` with `skip_evolution`: committed before the answer."""

    users: UserRepository
    sessions: Sessions
    commit_fact: CommitFact
    find_by: FindBy
    clock: Clock
    ids: Ids
    screen: ScreenContent

    def __call__(self, tenant: TenantContext, user_id: str, scope: Scope, fact: Fact) -> Written:
        """Return what was written; the same content again is a SKIP that names the first one.

        Raises MemorySwitchedOff, SensitiveContent, CapacityFull and ImportantQuotaFull if there is
        no room for it, Unavailable.
        """
        state = self.users.state(tenant, user_id)
        state.require_app_on(scope.app_id)
        kept = self.screen.fact(tenant, user_id, scope, fact)
        fact = kept.content
        text = fact_text(fact.speaker, fact.text)
        (embedding,) = self.find_by.embeddings(tenant, user_id, state.epoch, [text])
        epoch = state.effective_epoch(scope)
        began = self.clock.now()
        self.sessions.use(tenant, user_id, scope, epoch, began)
        placed = PlacedFact(fact, embedding, scope, epoch, state.epoch)
        write = FactWrite(
            placed=placed,
            memory_id=self.ids.new(),
            actor=Actor.USER,
            judge=append_judge(placed, self.clock),
            gate=lambda: self._gate(tenant, user_id, scope, state),
        )
        result = self.commit_fact(tenant, user_id, write)
        # Should the session have been closed meanwhile, it opens again with this memory.
        self.sessions.use(tenant, user_id, scope, epoch, self.clock.now(), since=began)
        written = (result.decision, result.memory_id, result.revision)
        return Written(*written, redacted=kept.redacted)

    def _gate(
        self, tenant: TenantContext, user_id: str, scope: Scope, accepted: UserState
    ) -> Check:
        state = self.users.state(tenant, user_id)
        state.require_app_on(scope.app_id)
        if (state.epoch, state.effective_epoch(scope)) != (
            accepted.epoch,
            accepted.effective_epoch(scope),
        ):
            raise Unavailable("the scope was purged while this was being written; send it again")
        return self.users.unchanged(tenant, user_id, state)
