"""Decide about one fact and commit the decision (DESIGN §8), in one transaction.

Two writers that saw the same state cannot both act on it: the guards they read are part of the
transaction, and the one that comes second looks again and decides again.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from mneme.application.compose_memory import Findable, Place, new_head, revised_head, revision_of
from mneme.application.look_up_known import KnownState, LookUpKnown
from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import (
    Action,
    AddToSet,
    All,
    Check,
    Equals,
    Present,
    SetTo,
    Update,
)
from mneme.application.repositories.commits import Commit, Commits, MemoryWrite
from mneme.application.repositories.row_keys import (
    HEADS,
    REVISIONS,
    head_key,
    revision_key,
    user_partition,
)
from mneme.domain.change import Actor, ChangeRecord, Operation
from mneme.domain.errors import Unavailable, WriteConflict
from mneme.domain.evolution import Verdict, decide
from mneme.domain.fact import Fact
from mneme.domain.memory import Embedding, Head
from mneme.domain.scope import Scope
from mneme.domain.task import Decision, FactResult
from mneme.domain.tenancy import TenantContext

ATTEMPTS = 10


@dataclass(frozen=True, slots=True)
class FactWrite:
    """One fact to be committed.

    Without `evolves` it is added beside whatever fills its fact key (or skipped if said already).
    `gate` is asked anew before each attempt and raises if the write is no longer wanted; `settle`
    gives the actions that record the result in the task; `settled` the result if it is recorded.
    """

    scope: Scope
    epoch: int
    key_epoch: int
    fact: Fact
    embedding: Embedding
    memory_id: str
    actor: Actor
    evolves: bool
    gate: Callable[[], Check]
    settle: Callable[[FactResult], tuple[Action, ...]] = field(default=lambda _: ())
    settled: Callable[[], FactResult | None] = field(default=lambda: None)


@dataclass(frozen=True)
class CommitFact:
    """Carries one fact through look-up, decision and transaction."""

    look_up: LookUpKnown
    commits: Commits
    clock: Clock

    def __call__(self, tenant: TenantContext, user_id: str, write: FactWrite) -> FactResult:
        """Return what became of the fact. Raises the gate's errors and Unavailable."""
        for _ in range(ATTEMPTS):
            unchanged = write.gate()
            known = self.look_up(
                tenant,
                user_id,
                write.scope,
                write.epoch,
                write.key_epoch,
                write.fact,
                self.clock.now(),
            )
            rival = known.same_key if write.evolves else None
            verdict = decide(write.fact, known.same_content, rival)
            result, commit = self._plan(tenant, user_id, write, known, verdict)
            extra = (*commit.extra, unchanged, *write.settle(result))
            try:
                self.commits.carry_out(
                    tenant, user_id, Commit(commit.writes, commit.records, extra)
                )
            except WriteConflict:
                earlier = write.settled()
                if earlier is not None:
                    return earlier
            else:
                return result
        raise Unavailable("the memory is being written to without pause")

    def _plan(
        self,
        tenant: TenantContext,
        user_id: str,
        write: FactWrite,
        known: KnownState,
        verdict: Verdict,
    ) -> tuple[FactResult, Commit]:
        partition = user_partition(tenant, user_id)
        if verdict.decision is Decision.SKIP and known.content_head is not None:
            return self._skip(partition, write, known.content_head, verdict)
        if verdict.decision is Decision.UPDATE and known.key_head is not None:
            return self._update(partition, write, known, known.key_head, verdict)
        return self._add(partition, write, known, verdict)

    def _skip(
        self, partition: str, write: FactWrite, head: Head, verdict: Verdict
    ) -> tuple[FactResult, Commit]:
        result = FactResult(Decision.SKIP, head.memory_id, head.revision)
        record = self._record(Operation.SKIP, write, head, head.revision, verdict)
        return result, Commit((), (record,), (_still_says(partition, head),))

    def _add(
        self, partition: str, write: FactWrite, known: KnownState, verdict: Verdict
    ) -> tuple[FactResult, Commit]:
        place = Place(write.scope, write.epoch, write.key_epoch, self.clock.now())
        head = new_head(write.memory_id, write.fact, place)
        revision = revision_of(head, write.fact, _findable(write, known), verdict.conflicts_with)
        extra = [known.content_guard.hold(head.memory_id)]
        if known.key_guard is not None:
            extra.append(known.key_guard.join(head.memory_id))
        extra += _mark_conflicts(partition, known, head.memory_id, verdict.conflicts_with)
        record = self._record(Operation.ADD, write, head, None, verdict)
        result = FactResult(Decision.ADD, head.memory_id, head.revision)
        return result, Commit((MemoryWrite(head, revision=revision),), (record,), tuple(extra))

    def _update(
        self,
        partition: str,
        write: FactWrite,
        known: KnownState,
        before: Head,
        verdict: Verdict,
    ) -> tuple[FactResult, Commit]:
        after = revised_head(before, write.fact, self.clock.now())
        revision = revision_of(after, write.fact, _findable(write, known))
        extra: list[Action] = [
            known.content_guard.hold(after.memory_id),
            _close_revision(partition, before, after),
        ]
        said_before = known.key_content_guard
        if said_before is not None and said_before.content_hash != known.content_guard.content_hash:
            extra.append(said_before.release(after.memory_id))
        if known.key_guard is not None:
            extra.append(known.key_guard.join(after.memory_id))
        record = self._record(Operation.UPDATE, write, after, before.revision, verdict)
        result = FactResult(Decision.UPDATE, after.memory_id, after.revision)
        writes = (MemoryWrite(after, before=before, revision=revision),)
        return result, Commit(writes, (record,), tuple(extra))

    def _record(
        self,
        operation: Operation,
        write: FactWrite,
        head: Head,
        revision_before: int | None,
        verdict: Verdict,
    ) -> ChangeRecord:
        return ChangeRecord(
            operation=operation,
            memory_ids=(head.memory_id,),
            revision_before=revision_before,
            revision_after=head.revision,
            reason=verdict.reason,
            actor=write.actor,
            at=self.clock.now(),
            sources=write.fact.sources,
        )


def _findable(write: FactWrite, known: KnownState) -> Findable:
    return Findable(write.embedding, known.terms, {})


def _still_says(partition: str, head: Head) -> Action:
    """Return the check that the memory a fact is skipped for has neither changed nor gone."""
    unmoved = (Equals("status", head.status.value), Equals("revision", head.revision))
    return Check(HEADS, head_key(partition, head.memory_id), All(unmoved))


def _close_revision(partition: str, before: Head, after: Head) -> Action:
    """Return the action that ends the old revision's interval where the new one's begins."""
    ended = after.valid_at or after.changed_at
    return Update(
        REVISIONS,
        revision_key(partition, before.memory_id, before.revision),
        (SetTo("invalid_at", ended.isoformat()),),
        Present("pk"),
    )


def _mark_conflicts(
    partition: str, known: KnownState, memory_id: str, conflicts_with: tuple[str, ...]
) -> list[Action]:
    """Return the actions that tell the other side of a conflict about it."""
    return [
        Update(
            REVISIONS,
            revision_key(partition, other.memory_id, other.revision),
            (AddToSet("conflicts_with", frozenset({memory_id})),),
            Present("pk"),
        )
        for other in known.key_heads
        if other.memory_id in conflicts_with
    ]
