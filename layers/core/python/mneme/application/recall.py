"""Recall what matters now (DESIGN §10)."""

from contextlib import suppress
from dataclasses import dataclass, field, replace

from mneme.application.check_heads import CheckHeads
from mneme.application.find_candidates import Candidates, FindCandidates
from mneme.application.ports.clock import Clock
from mneme.application.ports.embedder import Embedder, Stemmer, VectorRotation
from mneme.application.ports.vector_index import VectorIndex
from mneme.application.ports.work_queue import WorkQueue
from mneme.application.pose_question import PoseQuestion, Question
from mneme.application.read_answer import ReadAnswer
from mneme.application.recall_deadline import Deadline
from mneme.application.recall_predicate import predicate
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.turns_included import TurnsIncluded
from mneme.application.repositories.user_repository import UserRepository
from mneme.application.score_candidates import relevant
from mneme.application.send_reinforcement import SendReinforcement
from mneme.domain.errors import Unavailable
from mneme.domain.isolation import resolve
from mneme.domain.recollection import Degradation, RecallQuery, Recollection
from mneme.domain.retrieval.ranking_weights import RankingWeights
from mneme.domain.tenancy import TenantContext, internal_context


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
    weights: RankingWeights = field(default_factory=RankingWeights)

    def warm_up(self) -> None:
        """Load what a first recall would wait for, a second or more: the embedding model.

        One that is elsewhere may be away: a recall can do without it, and so can a start.
        """
        with suppress(Unavailable):
            self.embedder.embed(internal_context("warm-up"), ["a first text"])

    def __call__(self, tenant: TenantContext, query: RecallQuery) -> Recollection:
        """Return the memories that matter for the query, best first.

        An empty answer means that nothing relevant was found. What could not be looked at is
        named in `degraded`, or raised: Unavailable, RecallTimedOut. Raises MemorySwitchedOff,
        CrossAppDisabled, InvalidRequest.
        """
        deadline = Deadline.after(self.clock, query.timeout_seconds)
        now = self.clock.now()
        # 1. The gate: nothing else is touched for a user who has switched memory off.
        state = self.users.state(tenant, query.user_id)
        state.require_on()
        query = self._settled(tenant, query)
        # 2. What may be seen, and what is asked.
        visibility = resolve(state, query.scope)
        keys = self.keys.find(tenant, query.user_id, state.epoch)
        if keys is None:
            # Nothing was written since this user's last purge: there is nothing to find.
            return Recollection(memories=(), switched_off=visibility.switched_off)
        visible = predicate(query, visibility.scopes, keys.hashing, now)
        if visible is None:
            return Recollection(memories=(), switched_off=visibility.switched_off)
        question = self._pose(tenant, query.text, keys, now)
        # 3. What the index finds, and of it what is relevant enough.
        candidates = self._find(tenant, query, question, visible, deadline)
        scored = relevant(question, candidates, query.min_relevance, self.weights)
        # 4. What the heads, the authority, let pass.
        checked = self._check(tenant, query, scored, visible, deadline)
        # 5, 6. The order by relevance and weight; only what is returned is decrypted.
        memories = self._read(tenant, query, checked, deadline)
        self._reinforce(tenant, query.user_id, memories, now)
        # 7. The answer.
        return Recollection(memories, _degraded(question, candidates), visibility.switched_off)

    def _settled(self, tenant: TenantContext, query: RecallQuery) -> RecallQuery:
        """Return the query with what it leaves to the tenant."""
        if query.include_turns is not None:
            return query
        return replace(query, include_turns=self.turns_included.of(tenant))

    @property
    def _pose(self) -> PoseQuestion:
        return PoseQuestion(self.embedder, self.rotation, self.stemmer)

    @property
    def _find(self) -> FindCandidates:
        return FindCandidates(self.index, self.memories)

    @property
    def _check(self) -> CheckHeads:
        return CheckHeads(self.memories, self.weights)

    @property
    def _read(self) -> ReadAnswer:
        return ReadAnswer(self.memories, self.weights)

    @property
    def _reinforce(self) -> SendReinforcement:
        return SendReinforcement(self.queue)


def _degraded(question: Question, candidates: Candidates) -> tuple[Degradation, ...]:
    degraded = []
    if question.vector is None:
        degraded.append(Degradation.EMBEDDING_UNAVAILABLE)
    if not candidates.index_answered:
        degraded.append(Degradation.INDEX_UNAVAILABLE)
    return tuple(degraded)
