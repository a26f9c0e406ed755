"""Accept the end of a session (DESIGN §14): a task in the user's own order, behind all its adds."""

from dataclasses import dataclass

from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.work_queue import WorkQueue
from mneme.application.repositories.task_attachments import CLOSING
from mneme.application.repositories.tasks import Tasks
from mneme.application.repositories.user_repository import UserRepository
from mneme.application.tasks.queue_messages import TaskMessage, queue_of
from mneme.application.tasks.send_task import SendTask
from mneme.application.tasks.task_codec import encode_closing
from mneme.domain.scope import Scope
from mneme.domain.session import SessionClosing
from mneme.domain.task import Task, TaskState
from mneme.domain.tenancy import TenantContext
from mneme.domain.user_state import UserState


@dataclass(frozen=True)
class AcceptClosing:
    """The use case behind `session/close`, and behind the end of sessions that nobody closed."""

    users: UserRepository
    tasks: Tasks
    queue: WorkQueue
    clock: Clock
    ids: Ids

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        scope: Scope,
        *,
        to_be_continued: bool = False,
        must_keep: frozenset[str] = frozenset(),
    ) -> Task:
        """Return the accepted task. `scope` is of level SESSION.

        A session that nobody knows ends all the same.

        Raises MemorySwitchedOff, Unavailable.
        """
        state = self.users.state(tenant, user_id)
        state.require_app_on(scope.app_id)
        epoch = state.effective_epoch(scope)
        closing = SessionClosing(scope, epoch, to_be_continued, must_keep)
        return self.send(tenant, user_id, state, closing, f"t_{self.ids.new()}")

    def send(
        self,
        tenant: TenantContext,
        user_id: str,
        state: UserState,
        closing: SessionClosing,
        task_id: str,
    ) -> Task:
        """Return the accepted task of this id, which is stored and sent once. Raises Unavailable.

        It goes the way of an add, through extraction to evolution: whatever the user sent before it
        is done when its turn comes. Only histories being loaded have an order of their own.
        """
        now = self.clock.now()
        task = Task(
            task_id=task_id,
            state=TaskState.PENDING,
            epoch=state.effective_epoch(closing.target),
            key_epoch=state.epoch,
            app_id=closing.scope.app_id,
            body_digest="",
            accepted_at=now,
            updated_at=now,
            payload=CLOSING,
        )
        self.tasks.create(tenant, user_id, task, encode_closing(closing))
        message = TaskMessage(tenant.tenant_id, user_id, task.task_id, task.attempt)
        return SendTask(self.tasks, self.queue)(tenant, task, queue_of(task), message)
