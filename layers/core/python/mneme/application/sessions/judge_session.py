"""Judge what a session knows: which of its memories are kept for good (DESIGN §14)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from mneme.application.commit.known_memory import KnownMemory
from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import SetTo
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.sessions import OpenSession
from mneme.application.repositories.task_attachments import FACTS
from mneme.application.repositories.tasks import OPEN_STATES, Tasks
from mneme.application.tasks.task_codec import encode_promotion
from mneme.domain.session import OPEN_STATUSES, Promotion, SessionClosing, carried
from mneme.domain.task import Task, TaskState
from mneme.domain.tenancy import TenantContext

CLOCK_SKEW = timedelta(minutes=5)
"""So much earlier than its session was opened may a memory of it seem to be."""


@dataclass(frozen=True)
class JudgeSession:
    """Keeps the verdict beside the task: whoever comes to it again carries out the same one."""

    memories: MemoryRepository
    tasks: Tasks
    clock: Clock

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        closing: SessionClosing,
        session: OpenSession | None,
    ) -> Task:
        """Return the task with as many facts as memories are kept. Raises Unavailable.

        All memories of a session have been changed since it was opened, so the cost follows what
        the user told meanwhile, not what is stored.
        """
        known = [] if session is None else self._known(tenant, user_id, closing, session)
        now = self.clock.now()
        kept = [one for one in known if closing.keeps(one.head, one.revision, now)]
        promoted = tuple(one.memory_id for one in kept)
        dropped = tuple(one.memory_id for one in known if one.memory_id not in promoted)
        facts = tuple(carried(one.head, one.revision) for one in kept)
        data = encode_promotion(closing.target, facts, Promotion(promoted, dropped))
        verdict = self.tasks.attachments.put_action(tenant, user_id, task, FACTS, data, at=now)
        self.tasks.turn(
            tenant,
            user_id,
            task,
            TaskState.EVOLVING,
            before=OPEN_STATES,
            changes=(SetTo("fact_count", len(facts)),),
            extra=(verdict,),
        )
        return replace(task, state=TaskState.EVOLVING, fact_count=len(facts))

    def _known(
        self,
        tenant: TenantContext,
        user_id: str,
        closing: SessionClosing,
        session: OpenSession,
    ) -> Sequence[KnownMemory]:
        """Return the memories of the session that are current, in the order of their making."""
        since = session.opened_at - CLOCK_SKEW
        heads = [
            head
            for head in self.memories.changed_since(tenant, user_id, since)
            if (head.scope.key, head.epoch) == (closing.scope.key, closing.epoch)
            and head.status in OPEN_STATUSES
        ]
        heads.sort(key=lambda head: head.memory_id)
        refs = [(head.memory_id, head.revision) for head in heads]
        revisions = self.memories.revisions(tenant, user_id, refs, searchable=False)
        return [
            KnownMemory(head, revisions[ref])
            for head, ref in zip(heads, refs, strict=True)
            if ref in revisions
        ]
