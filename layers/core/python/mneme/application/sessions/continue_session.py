"""Keep what a session was about for the next one: a CONTINUITY memory for a day (DESIGN §14)."""

from collections.abc import Sequence
from dataclasses import dataclass

from mneme.application.commit.compose_memory import Findable, Place, new_head, revision_of
from mneme.application.extract.find_overruled import FindOverruled
from mneme.application.index.find_by import FindBy
from mneme.application.ports.clock import Clock
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.ports.table_store import Check
from mneme.application.repositories.commits import Commit, Commits, MemoryWrite
from mneme.application.repositories.episodes import Episodes
from mneme.application.repositories.guards import facts_changed
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.row_keys import user_partition
from mneme.application.repositories.row_values import milliseconds
from mneme.domain.change import Actor, ChangeRecord, Operation
from mneme.domain.fact import Fact
from mneme.domain.memory import Revision, Source, Status
from mneme.domain.retrieval.embedding_text import fact_text
from mneme.domain.scope import VisibleScope
from mneme.domain.session import (
    OPEN_STATUSES,
    OfSession,
    Promotion,
    SessionClosing,
    to_be_continued,
)
from mneme.domain.task import Task
from mneme.domain.tenancy import TenantContext
from mneme.domain.ulid import derived_ulid
from mneme.domain.visibility import has_expired

LAST_MESSAGES = 10


@dataclass(frozen=True)
class ContinueSession:
    """Writes one memory where the session's app, or everybody, sees it: the next has another id."""

    episodes: Episodes
    overruled: FindOverruled
    memories: MemoryRepository
    commits: Commits
    find_by: FindBy
    clock: Clock
    thresholds: ThresholdsNow = as_delivered

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        closing: SessionClosing,
        promotion: Promotion,
        unchanged: Check,
    ) -> None:
        """Keep it, if anything was said; kept once, however often the task is worked on.

        Raises WriteConflict if the user moved meanwhile, Unavailable.
        """
        names = (tenant.tenant_id, user_id, task.task_id, "continuity")
        memory_id = derived_ulid(task.accepted_at, *names)
        if self.memories.heads(tenant, user_id, [memory_id]):
            return
        known = self._known(tenant, user_id, promotion)
        said = self._said(tenant, user_id, closing, task)
        if not known and not said:
            return
        until = task.accepted_at + self.thresholds().sessions.continued_for
        fact = to_be_continued(said, known, until)
        self._commit(tenant, user_id, task, closing, memory_id, fact, unchanged)

    def _known(
        self, tenant: TenantContext, user_id: str, promotion: Promotion
    ) -> Sequence[Revision]:
        """Return what the memories of the session say, but what was deleted meanwhile."""
        ids = sorted((*promotion.promoted, *promotion.dropped))
        heads = self.memories.heads(tenant, user_id, ids)
        current = {one for one, head in heads.items() if head.status in OPEN_STATUSES}
        refs = [(one, heads[one].revision) for one in ids if one in current]
        found = self.memories.revisions(tenant, user_id, refs, searchable=False)
        return [found[ref] for ref in refs if ref in found]

    def _said(
        self, tenant: TenantContext, user_id: str, closing: SessionClosing, task: Task
    ) -> Sequence[Revision]:
        """Return the session's last messages, as far as their words are kept.

        Without those of which a person has deleted or corrected what they told.
        """
        until = milliseconds(task.accepted_at)
        place = (tenant, user_id, closing.scope, closing.epoch)
        last = self.episodes.last_before(*place, until, LAST_MESSAGES)
        session = closing.scope.session_id
        sources = {one.message_id: Source(session, one.message_id) for one in last}
        where = VisibleScope(closing.scope.key, closing.epoch)
        entries = self.episodes.of_sources(tenant, user_id, where, list(sources.values()))
        overruled = self.overruled.of_session(tenant, user_id, entries)
        kept = [one for one in last if sources[one.message_id] not in overruled]
        heads = self.memories.heads(tenant, user_id, [one.memory_id for one in kept])
        now = self.clock.now()
        refs = [
            (one.memory_id, heads[one.memory_id].revision)
            for one in kept
            if one.memory_id in heads
            and heads[one.memory_id].status is Status.ACTIVE
            and not has_expired(heads[one.memory_id], now)
        ]
        found = self.memories.revisions(tenant, user_id, refs, searchable=False)
        return [found[ref] for ref in refs if ref in found]

    def _commit(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        closing: SessionClosing,
        memory_id: str,
        fact: Fact,
        unchanged: Check,
    ) -> None:
        now, target = self.clock.now(), closing.target
        keys = self.find_by.keys.keys_for(tenant, user_id, task.key_epoch)
        text = fact_text(fact.speaker, fact.text)
        [embedding] = self.find_by.embeddings(tenant, user_id, task.key_epoch, [text])
        terms = self.find_by.terms(keys, fact.speaker, fact.text)
        findable = Findable(embedding, terms, self.find_by.context(keys, fact, fact.text))
        weights = self.thresholds().weights
        head = new_head(memory_id, fact, Place(target, task.epoch, task.key_epoch, now, weights))
        record = ChangeRecord(
            operation=Operation.ADD,
            memory_ids=(memory_id,),
            revision_before=None,
            revision_after=head.revision,
            reason=OfSession.CONTINUED,
            actor=Actor.SYSTEM,
            at=now,
            sources=fact.sources,
        )
        place = VisibleScope(target.key, task.epoch)
        moved = facts_changed(user_partition(tenant, user_id), place)
        write = MemoryWrite(head, revision=revision_of(head, fact, findable))
        self.commits.carry_out(tenant, user_id, Commit((write,), (record,), (moved, unchanged)))
