"""Accept a conversation (DESIGN §6): durable before it is queued, queued before it is answered."""

import hashlib
import hmac
from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.accept.screen_content import ScreenContent
from mneme.application.ports.clock import Ids
from mneme.application.ports.metrics import NO_METRICS, Metrics
from mneme.application.ports.work_queue import WorkQueue
from mneme.application.repositories.key_ring import KeyRing, UserKeys
from mneme.application.repositories.sessions import Sessions
from mneme.application.repositories.task_attachments import CONVERSATION
from mneme.application.repositories.tasks import Tasks
from mneme.application.repositories.user_repository import UserRepository
from mneme.application.tasks.queue_messages import TaskMessage, queue_of
from mneme.application.tasks.send_task import SendTask
from mneme.application.tasks.task_codec import encode_conversation
from mneme.domain.conversation import Conversation
from mneme.domain.errors import IdempotencyConflict, WriteConflict
from mneme.domain.measures import Measure, Measured
from mneme.domain.scope import join_key
from mneme.domain.task import Task, TaskState
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class AcceptAdd:
    """The use case behind `add`."""

    users: UserRepository
    keys: KeyRing
    sessions: Sessions
    tasks: Tasks
    queue: WorkQueue
    ids: Ids
    screen: ScreenContent
    metrics: Metrics = NO_METRICS

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        conversation: Conversation,
        idempotency_key: str | None,
        *,
        bulk: bool = False,
    ) -> Task:
        """Return the accepted task; the same idempotency key and body return the same one.

        After a purge, or once the task was dropped, the key is free: the write is told anew.

        Raises MemorySwitchedOff, SensitiveContent, IdempotencyConflict, Unavailable. A crash at any
        point loses nothing that was answered: what is stored but not queued is sent again by the
        sweep.
        """
        state = self.users.state(tenant, user_id)
        state.require_app_on(conversation.scope.app_id)
        kept = self.screen.conversation(tenant, user_id, conversation)
        conversation = kept.content
        epoch = state.effective_epoch(conversation.scope)
        at = conversation.accepted_at
        self.sessions.use(tenant, user_id, conversation.scope, epoch, at)
        keys = self.keys.keys_for(tenant, user_id, state.epoch)
        task = Task(
            task_id=f"t_{self.ids.new()}",
            state=TaskState.PENDING,
            epoch=epoch,
            key_epoch=state.epoch,
            app_id=conversation.scope.app_id,
            body_digest=_digest(keys, conversation),
            accepted_at=at,
            updated_at=at,
            redacted=kept.redacted,
            bulk=bulk,
            confined=tenant.session_id is not None,
            payload=f"{CONVERSATION}-{self.ids.new()}",
        )
        if idempotency_key is None:
            self.tasks.create(tenant, user_id, task, encode_conversation(conversation))
            return self._sent(tenant, user_id, task)
        stored = self._once(tenant, user_id, task, conversation, idempotency_key)
        pending = stored.state is TaskState.PENDING
        return self._sent(tenant, user_id, stored) if pending else stored

    def _once(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        conversation: Conversation,
        idempotency_key: str,
    ) -> Task:
        """Return the task that holds this key: that of an earlier request, or a new one.

        One that was dropped holds it no longer: memory is on again, and what it told was not kept.
        """
        holder = 0
        while True:
            task_id = _named_id(tenant, user_id, task, idempotency_key, holder)
            found = self.tasks.find(tenant, user_id, task_id)  # where a write would fail
            stored = found or self._create(
                tenant, user_id, replace(task, task_id=task_id), conversation
            )
            if stored.body_digest != task.body_digest:
                raise IdempotencyConflict(
                    "the idempotency key was used with another body", field="idempotency_key"
                )
            if stored.state is not TaskState.DROPPED:
                return stored
            holder += 1

    def _create(
        self, tenant: TenantContext, user_id: str, task: Task, conversation: Conversation
    ) -> Task:
        """Return the stored task, or that of another request with its id that came between."""
        try:
            self.tasks.create(tenant, user_id, task, encode_conversation(conversation))
        except WriteConflict:
            rival = self.tasks.find(tenant, user_id, task.task_id)
            if rival is None:
                raise
            return rival
        return task

    def _sent(self, tenant: TenantContext, user_id: str, task: Task) -> Task:
        send = SendTask(self.tasks, self.queue)
        message = TaskMessage(tenant.tenant_id, user_id, task.task_id, task.attempt)
        sent = send(tenant, task, queue_of(task), message)
        self.metrics.record(tenant, [Measure(Measured.ADD_ACCEPTED)])
        return sent


def _named_id(
    tenant: TenantContext, user_id: str, task: Task, idempotency_key: str, holder: int
) -> str:
    """Return the id of the key's task, the first or a later one that holds it.

    A key is of one app, as two apps of a user need not know of each other, and of one epoch: what
    is told again after a purge is learned again.
    """
    of_app = () if task.app_id is None else (task.app_id,)
    names = (idempotency_key, str(task.epoch), str(holder), *of_app)
    named = join_key(tenant.tenant_id, user_id, *names)
    return f"t_{hashlib.sha256(named.encode()).hexdigest()[:32]}"


def _digest(keys: UserKeys, conversation: Conversation) -> str:
    """Digest what the caller sent, keyed; when it was accepted is no part of it."""
    body = encode_conversation(replace(conversation, accepted_at=datetime.min))
    return hmac.new(keys.hashing, body, hashlib.sha256).hexdigest()
