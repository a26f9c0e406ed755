"""Judge what a session knows: which of its memories are kept for good (DESIGN §14)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from mneme.application.commit.known_memory import KnownMemory
from mneme.application.extract.find_overruled import FindOverruled
from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import SetTo
from mneme.application.repositories.episodes import Episodes
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.sessions import OpenSession
from mneme.application.repositories.task_attachments import FACTS
from mneme.application.repositories.tasks import OPEN_STATES, Tasks
from mneme.application.tasks.task_codec import encode_promotion
from mneme.domain.fact import Fact
from mneme.domain.memory import Source, Status
from mneme.domain.scope import VisibleScope
from mneme.domain.session import OPEN_STATUSES, Promotion, SessionClosing, carried, spoken
from mneme.domain.task import Task, TaskState
from mneme.domain.tenancy import TenantContext
from mneme.domain.visibility import has_expired

CLOCK_SKEW = timedelta(minutes=5)
"""So much earlier than its session was opened may a memory of it seem to be."""


@dataclass(frozen=True)
class JudgeSession:
    """Keeps the verdict beside the task: whoever comes to it again carries out the same one."""

    memories: MemoryRepository
    episodes: Episodes
    overruled: FindOverruled
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
        """Return the task with what is kept as its facts. Raises Unavailable.

        All memories of a session have been changed since it was opened, so the cost follows what
        the user told meanwhile, not what is stored.
        """
        known = [] if session is None else self._known(tenant, user_id, closing, session)
        now = self.clock.now()
        kept = [one for one in known if closing.keeps(one.head, one.revision, now)]
        promoted = tuple(one.memory_id for one in kept)
        dropped = tuple(one.memory_id for one in known if one.memory_id not in promoted)
        facts = (
            *(carried(one.head, one.revision) for one in kept),
            *self._messages(tenant, user_id, task, closing, known),
        )
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

    def _messages(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        closing: SessionClosing,
        known: Sequence[KnownMemory],
    ) -> Sequence[Fact]:
        """Return the messages that must be kept and of which the session knows nothing, as facts.

        Those whose words are there, neither deleted nor over, and of which no memory was deleted
        or corrected by a person: these words would say it again. An edit of one finds what was
        kept by the task that is noted as a reader of it.
        """
        told = {source.message_id for one in known for source in one.revision.sources}
        session = closing.scope.session_id
        wanted = [Source(session, one) for one in sorted(closing.must_keep - told)]
        place = VisibleScope(closing.scope.key, closing.epoch)
        found = self.episodes.of_sources(tenant, user_id, place, wanted)
        overruled = self.overruled.of_session(tenant, user_id, found)
        holders = {
            entry.memory_id: source for source, entry in found.items() if source not in overruled
        }
        now = self.clock.now()
        refs = [
            (head.memory_id, head.revision)
            for head in self.memories.heads(tenant, user_id, sorted(holders)).values()
            if head.status is Status.ACTIVE
            and not has_expired(head, now)
            and VisibleScope(head.scope.key, head.epoch) == place
        ]
        turns = self.memories.revisions(tenant, user_id, refs, searchable=False)
        kept = {ref: holders[ref[0]] for ref in sorted(turns)}
        read = {source: found[source] for source in kept.values()}
        self.episodes.read_also(tenant, user_id, place, read, task.task_id)
        return [spoken(turns[ref], source) for ref, source in kept.items()]
