"""Accept a conversation (DESIGN §6): durable before it is queued, queued before it is answered."""

import hashlib
import hmac
from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.messages import TaskMessage, queue_of
from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.work_queue import WorkQueue
from mneme.application.repositories.key_ring import KeyRing, UserKeys
from mneme.application.repositories.task_attachments import CONVERSATION
from mneme.application.repositories.tasks import Tasks
from mneme.application.repositories.user_repository import UserRepository
from mneme.application.screen_content import ScreenContent
from mneme.application.send_task import SendTask
from mneme.application.task_codec import encode_conversation
from mneme.domain.conversation import Conversation
from mneme.domain.errors import IdempotencyConflict, WriteConflict
from mneme.domain.scope import join_key
from mneme.domain.task import Task, TaskState
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class AcceptAdd:
    """The use case behind `add`."""

    users: UserRepository
    keys: KeyRing
    tasks: Tasks
    queue: WorkQueue
    clock: Clock
    ids: Ids
    screen: ScreenContent

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

        Raises MemorySwitchedOff, SensitiveContent, IdempotencyConflict, Unavailable. A crash at any
        point loses nothing that was answered: what is stored but not queued is sent again by the
        sweep.
        """
        state = self.users.state(tenant, user_id)
        state.require_app_on(conversation.scope.app_id)
        kept = self.screen.conversation(tenant, user_id, conversation)
        conversation = kept.content
        keys = self.keys.keys_for(tenant, user_id, state.epoch)
        task = Task(
            task_id=self._task_id(tenant, user_id, conversation.scope.app_id, idempotency_key),
            state=TaskState.PENDING,
            epoch=state.effective_epoch(conversation.scope),
            key_epoch=state.epoch,
            app_id=conversation.scope.app_id,
            body_digest=_digest(keys, conversation),
            accepted_at=conversation.accepted_at,
            updated_at=conversation.accepted_at,
            redacted=kept.redacted,
            bulk=bulk,
            payload=f"{CONVERSATION}-{self.ids.new()}",
        )
        stored = self._sent_before(tenant, user_id, task, conversation, idempotency_key)
        stored = stored or self._store(tenant, user_id, task, conversation, idempotency_key)
        if stored.state is not TaskState.PENDING:
            return stored
        send = SendTask(self.tasks, self.queue, self.clock)
        message = TaskMessage(tenant.tenant_id, user_id, stored.task_id, stored.attempt)
        return send(tenant, stored, queue_of(stored), message)

    def _task_id(
        self, tenant: TenantContext, user_id: str, app_id: str | None, idempotency_key: str | None
    ) -> str:
        """Return the id; a key is of one app: two apps of a user need not know of each other."""
        if idempotency_key is None:
            return f"t_{self.ids.new()}"
        of_app = () if app_id is None else (app_id,)
        named = join_key(tenant.tenant_id, user_id, idempotency_key, *of_app)
        return f"t_{hashlib.sha256(named.encode()).hexdigest()[:32]}"

    def _sent_before(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        conversation: Conversation,
        idempotency_key: str | None,
    ) -> Task | None:
        """Return the task of an earlier request with this key: a read, where a write would fail."""
        if idempotency_key is None:
            return None
        existing = self.tasks.find(tenant, user_id, task.task_id)
        if existing is None:
            return None
        keys = self.keys.find(tenant, user_id, existing.key_epoch)
        # A body whose key was destroyed cannot be compared any more: its task is over.
        if keys is not None and existing.body_digest != _digest(keys, conversation):
            raise IdempotencyConflict(
                "the idempotency key was used with another body", field="idempotency_key"
            )
        return existing

    def _store(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        conversation: Conversation,
        idempotency_key: str | None,
    ) -> Task:
        try:
            self.tasks.create(tenant, user_id, task, encode_conversation(conversation))
        except WriteConflict:
            # Another request with this key came between.
            existing = self._sent_before(tenant, user_id, task, conversation, idempotency_key)
            if existing is None:
                raise
            return existing
        return task


def _digest(keys: UserKeys, conversation: Conversation) -> str:
    """Digest what the caller sent, keyed; when it was accepted is no part of it."""
    body = encode_conversation(replace(conversation, accepted_at=datetime.min))
    return hmac.new(keys.hashing, body, hashlib.sha256).hexdigest()
