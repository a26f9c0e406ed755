"""Close a session (DESIGN §14): judge its memories, keep what is worth it, let the others go."""

from dataclasses import dataclass

from mneme.application.evolve.evolve_task import EvolveTask
from mneme.application.ports.table_store import Check
from mneme.application.repositories.sessions import Sessions
from mneme.application.repositories.task_attachments import CLOSING, FACTS
from mneme.application.repositories.tasks import Tasks
from mneme.application.repositories.user_repository import UserRepository
from mneme.application.sessions.continue_session import ContinueSession
from mneme.application.sessions.judge_session import JudgeSession
from mneme.application.sessions.leave_session import LeaveSession, became
from mneme.application.tasks.queue_messages import TaskMessage
from mneme.application.tasks.task_codec import decode_closing, decode_promotion
from mneme.application.tasks.work_on_task import LastingFaults
from mneme.domain.errors import NotFound
from mneme.domain.session import SessionClosing
from mneme.domain.task import Task, TaskState
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class CloseSession:
    """The evolution worker's work on a task that ends a session. Every step may be repeated."""

    users: UserRepository
    tasks: Tasks
    sessions: Sessions
    judge: JudgeSession
    evolve: EvolveTask
    leave: LeaveSession
    carry_on: ContinueSession

    def __call__(self, tenant: TenantContext, message: TaskMessage, task: Task) -> None:
        """Work on an open task.

        What is kept is told to the session's app, or everybody, as a fact is: it may be known there
        already, change what is, or find no room, which its result says. A fault of another kind is
        told when all else is done: raises LastingFaults, and MemorySwitchedOff, NotFound after a
        purge, Unavailable.
        """
        user_id = message.user_id
        data = self.tasks.attachments.read(tenant, user_id, task, CLOSING)
        closing = decode_closing(data)
        # 1. The gate, before and behind the work of evolution, which has its own.
        self._unchanged(tenant, user_id, closing, task)
        session = self.sessions.find(tenant, user_id, closing.scope, closing.epoch)
        # 2. What is worth keeping, judged once.
        if task.fact_count is None:
            task = self.judge(tenant, user_id, task, closing, session)
        # 3. It is told where it is to be known.
        faults = self.evolve.facts(tenant, message, task)
        if faults is None:
            return
        # 4. What is to be continued is kept for a day, and what the session knew is over.
        verdict = self.tasks.attachments.read(tenant, user_id, task, FACTS)
        promotion = decode_promotion(verdict)
        results = dict(self.tasks.results.of_task(tenant, user_id, task))
        unchanged = self._unchanged(tenant, user_id, closing, task)
        kept = became(promotion, results)
        if closing.to_be_continued and session is not None:
            # Nothing was told since it was closed, if it is over: that is kept, or was deleted.
            self.carry_on(tenant, user_id, task, closing, promotion, unchanged)
        self.leave(tenant, user_id, closing, promotion, kept, unchanged)
        if session is not None:
            self.sessions.end(session)
        # 5. The end, with what could not be kept.
        if faults:
            raise LastingFaults(faults)
        self.tasks.finish(tenant, user_id, task, TaskState.DONE)

    def _unchanged(
        self, tenant: TenantContext, user_id: str, closing: SessionClosing, task: Task
    ) -> Check:
        state = self.users.state(tenant, user_id)
        state.require_app_on(closing.scope.app_id)
        there = (state.effective_epoch(closing.scope), state.effective_epoch(closing.target))
        if there != (closing.epoch, task.epoch):
            raise NotFound("the session was purged after its end was accepted")
        return self.users.unchanged(tenant, user_id, state)
