"""What was said in a session before: the context in which a conversation is understood."""

from collections.abc import Sequence
from dataclasses import dataclass

from mneme.application.ports.clock import Clock
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.repositories.episodes import Episodes, KeptMessage
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.row_values import milliseconds
from mneme.domain.conversation import Conversation, Message, Role
from mneme.domain.memory import Revision, Status
from mneme.domain.task import Task
from mneme.domain.tenancy import TenantContext
from mneme.domain.visibility import has_expired


@dataclass(frozen=True)
class ReadSession:
    """Reads the last messages of a conversation's session, as its own scope and epoch see them."""

    episodes: Episodes
    memories: MemoryRepository
    clock: Clock
    thresholds: ThresholdsNow = as_delivered

    def __call__(
        self, tenant: TenantContext, user_id: str, task: Task, conversation: Conversation
    ) -> tuple[Message, ...]:
        """Return the last messages said before the conversation's first, in order.

        None of what was deleted, forgotten or purged meanwhile, or kept for long enough. Raises
        Unavailable.
        """
        most = self.thresholds().extraction.context_messages
        kept = self._kept(tenant, user_id, task, conversation, most)
        turns = self._opened(tenant, user_id, task, conversation, kept)
        found = ((each, turns.get(each.memory_id)) for each in kept)
        return tuple(
            Message(each.message_id, Role(each.role), turn.content, turn.speaker, turn.observed_at)
            for each, turn in found
            if turn is not None
        )

    def turns(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        conversation: Conversation,
        limit: int,
    ) -> list[Revision]:
        """Return the same, up to so many, as the turns that they became. Raises Unavailable."""
        kept = self._kept(tenant, user_id, task, conversation, limit)
        turns = self._opened(tenant, user_id, task, conversation, kept)
        return [turns[each.memory_id] for each in kept if each.memory_id in turns]

    def _kept(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        conversation: Conversation,
        limit: int,
    ) -> list[KeptMessage]:
        if conversation.scope.session_id is None:
            return []
        began = min(message.time or conversation.accepted_at for message in conversation.messages)
        return self.episodes.last_before(
            tenant, user_id, conversation.scope, task.epoch, milliseconds(began), limit
        )

    def _opened(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        conversation: Conversation,
        kept: Sequence[KeptMessage],
    ) -> dict[str, Revision]:
        """Return what may still be seen of the messages, by memory id."""
        if not kept:
            return {}
        heads = self.memories.heads(tenant, user_id, [each.memory_id for each in kept])
        now = self.clock.now()
        refs = [
            (head.memory_id, head.revision)
            for head in heads.values()
            if head.status is Status.ACTIVE
            and not has_expired(head, now)
            and (head.scope.key, head.epoch) == (conversation.scope.key, task.epoch)
        ]
        turns = self.memories.revisions(tenant, user_id, refs)
        return {memory_id: turn for (memory_id, _), turn in turns.items()}
