"""Recall what matters now (DESIGN §10)."""

from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial

from mneme.application.ports.clock import Clock
from mneme.application.ports.embedder import Embedder, Stemmer, VectorRotation
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.ports.vector_index import VectorIndex
from mneme.application.ports.work_queue import WorkQueue
from mneme.application.recall.check_heads import CheckHeads
from mneme.application.recall.find_candidates import Candidates, FindCandidates
from mneme.application.recall.inline_errands import Bulkheads
from mneme.application.recall.pose_question import PoseQuestion, Question
from mneme.application.recall.read_answer import Best, ReadAnswer
from mneme.application.recall.recall_deadline import Deadline
from mneme.application.recall.recall_predicate import predicate
from mneme.application.recall.score_candidates import relevant
from mneme.application.recall.send_reinforcement import SendReinforcement
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.turns_included import TurnsIncluded
from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.errors import ExtractionFailed, Unavailable
from mneme.domain.isolation import resolve, wanted_scopes
from mneme.domain.recall_account import RecallAccount, RecallStep, Setback
from mneme.domain.recollection import Degradation, RecalledMemory, RecallQuery, Recollection
from mneme.domain.tenancy import TenantContext, internal_context
from mneme.domain.thresholds import Thresholds


@dataclass(frozen=True)
class Recall:
    """The use case behind `recall`."""

    users: UserRepository
    memories: MemoryRepository
    keys: KeyRing
    index: VectorIndex
    embedder: Embedder
    rotation: VectorRotation
    stemmer: Stemmer
    queue: WorkQueue
    clock: Clock
    turns_included: TurnsIncluded
    thresholds: ThresholdsNow = as_delivered
    beside: Bulkheads = field(default_factory=Bulkheads)

    def warm_up(self) -> None:
        """Load what a first recall would wait for, a second or more: the embedding model.

        One that is elsewhere may be away, or refuse: a recall can do without it, and so can a
        start.
        """
        with suppress(Unavailable, ExtractionFailed):
            self.embedder.embed(internal_context("warm-up"), ["a first text"])

    def __call__(self, tenant: TenantContext, query: RecallQuery) -> Recollection:
        """Return the memories that matter for the query, best first.

        An empty answer means that nothing relevant was found. What could not be looked at is
        named in `degraded`, or raised: Unavailable, RecallTimedOut. Raises MemorySwitchedOff,
        CrossAppDisabled, InvalidRequest.
        """
        deadline = Deadline.after(self.clock, query.timeout_seconds, self.beside.stores)
        now, by = self.clock.now(), self.thresholds()
        # 1. The gate: nothing else is touched for a user who has switched memory off.
        gate = partial(self.users.state, tenant, query.user_id, wanted_scopes(query.scope))
        state = deadline.within(RecallStep.GATE, gate)
        state.require_on()
        query = self._settled(tenant, query, deadline)
        # 2. What may be seen, and what is asked: embedded while the key is fetched.
        visibility = resolve(state, query.scope)
        pose = self._pose(by)
        begun = pose.begin(tenant, query.text)
        find_keys = partial(self.keys.find, tenant, query.user_id, state.epoch)
        keys = deadline.within(RecallStep.KEYS, find_keys)
        if keys is None:
            # Nothing was written since this user's last purge: there is nothing to find.
            return Recollection(memories=(), switched_off=visibility.switched_off)
        visible = predicate(query, visibility.scopes, keys.hashing, now)
        if visible is None:
            return Recollection(memories=(), switched_off=visibility.switched_off)
        question = pose(begun, keys, now, deadline)
        # 3. What the index finds, and of it what is relevant enough.
        find = FindCandidates(self.index, self.memories, by)
        candidates = find(tenant, query, question, visible, deadline)
        scored = relevant(question, candidates, query.min_relevance, by)
        # 4. What the heads, the authority, let pass.
        check = CheckHeads(self.memories, by)
        checked = check(tenant, query, scored, visible, deadline)
        # 5. The order by relevance and weight.
        best = Best.of(checked, query.top_k, by.ranking)
        # 6. Only what is returned is decrypted, beside the message that reinforces it.
        memories, reinforced = self._read_and_reinforce(tenant, query, best, now, deadline)
        # 7. The answer.
        setbacks = _setbacks(question, candidates)
        account = RecallAccount(
            candidates=len(candidates.found.hits),
            best_relevance=memories[0].relevance.value if memories else None,
            setbacks=setbacks,
            reinforced=reinforced,
            spent=deadline.spent,
        )
        degraded = tuple(_DEGRADED[step] for step in setbacks)
        return Recollection(memories, degraded, visibility.switched_off, account)

    def _settled(
        self, tenant: TenantContext, query: RecallQuery, deadline: Deadline
    ) -> RecallQuery:
        """Return the query with what it leaves to the tenant."""
        if query.include_turns is not None:
            return query
        default = deadline.within(RecallStep.GATE, partial(self.turns_included.of, tenant))
        return replace(query, include_turns=default)

    def _read_and_reinforce(
        self,
        tenant: TenantContext,
        query: RecallQuery,
        best: Best,
        now: datetime,
        deadline: Deadline,
    ) -> tuple[tuple[RecalledMemory, ...], bool]:
        """Return the memories, and whether they will be reinforced."""
        send = SendReinforcement(self.queue, self.beside.queue)
        read = ReadAnswer(self.memories)
        if query.filter.asks_only_heads:
            sending = send(tenant, query.user_id, best.first(query.top_k), now)
            memories = read(tenant, query, best, deadline)
        else:
            # Only what is read tells what passes the filter: what does not was not recalled.
            memories = read(tenant, query, best, deadline)
            sending = send(tenant, query.user_id, [one.head for one in memories], now)
        deadline.check(RecallStep.REVISIONS)
        return memories, sending.settle(deadline)

    def _pose(self, by: Thresholds) -> PoseQuestion:
        beside = self.beside.embedder
        return PoseQuestion(self.embedder, self.rotation, self.stemmer, beside, by.recall)


_DEGRADED = {
    RecallStep.EMBEDDING: Degradation.EMBEDDING_UNAVAILABLE,
    RecallStep.INDEX: Degradation.INDEX_UNAVAILABLE,
}


def _setbacks(question: Question, candidates: Candidates) -> dict[RecallStep, Setback]:
    of_steps = {
        RecallStep.EMBEDDING: question.setback,
        RecallStep.INDEX: candidates.setback,
    }
    return {step: setback for step, setback in of_steps.items() if setback is not None}
