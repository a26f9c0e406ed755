"""How much evidence the candidate stage leaves behind: looked at inside a process of its own."""

from collections.abc import Iterable
from pathlib import Path

from bench.in_process import InProcess
from bench.quality.evidence import share_found
from bench.quality.locomo import Conversation
from bench.quality.plain_bm25 import PlainBm25
from bench.quality.run import Stage
from local.first_tenant import FIRST_TENANT
from mneme.application.ports.settings import AS_DELIVERED
from mneme.application.recall.find_candidates import FindCandidates
from mneme.application.recall.pose_question import PoseQuestion
from mneme.application.recall.recall_deadline import Deadline
from mneme.application.recall.recall_predicate import predicate
from mneme.application.recall.score_candidates import relevant
from mneme.domain.isolation import resolve
from mneme.domain.memory import Kind
from mneme.domain.recollection import RecallFilter, RecallQuery
from mneme.domain.tenancy import internal_context

SECONDS = 30.0
FIRST_REVISION = 1


class CandidateStage:
    """Asks for TURNs as `recall` does, and stops behind the candidates and behind the first cut."""

    def __init__(self, data: Path) -> None:
        self._services = InProcess(data)
        self._tenant = internal_context(FIRST_TENANT)
        self._turns: dict[str, str] = {}

    def measure(self, conversation: Conversation, baseline: PlainBm25, stage: Stage) -> None:
        """Add the shares of the evidence of all questions."""
        for question in conversation.questions:
            found, ranked = self._found(conversation.id, question.text)
            plain = baseline.rank(question.text, len(found))
            stage.questions += 1
            stage.found += share_found(question.evidence, found)
            stage.ranked += share_found(question.evidence, ranked)
            stage.baseline += share_found(question.evidence, plain)
            lost = set(plain) - set(found)
            stage.lost += share_found(question.evidence, list(lost))

    def _found(self, user_id: str, text: str) -> tuple[list[str], list[str]]:
        services, tenant, now = self._services, self._tenant, self._services.clock.now()
        turns = RecallFilter(kinds=frozenset({Kind.TURN}))
        query = RecallQuery(user_id, text, filter=turns, include_turns=True)
        state = services.users.state(tenant, user_id)
        keys = services.keys.keys_for(tenant, user_id, state.epoch)
        visible = predicate(query, resolve(state, query.scope).scopes, keys.hashing, now)
        if visible is None:
            raise ValueError("nothing could be seen")
        pose = PoseQuestion(services.embedder, services.rotation, services.stemmer)
        deadline = Deadline.after(services.clock, SECONDS)
        question = pose(pose.begin(tenant, text), keys, now, deadline)
        find = FindCandidates(services.backend.index, services.memories, AS_DELIVERED)
        candidates = find(tenant, query, question, visible, deadline)
        found = [hit.memory_id for hit in candidates.found.hits]
        going_on = relevant(question, candidates, query.min_relevance, AS_DELIVERED)
        self._learn(user_id, found)
        return (
            [self._turns[memory_id] for memory_id in found],
            [self._turns[one.hit.memory_id] for one in going_on],
        )

    def _learn(self, user_id: str, memory_ids: Iterable[str]) -> None:
        """Look up which message each turn is, once."""
        refs = [(one, FIRST_REVISION) for one in memory_ids if one not in self._turns]
        rows = self._services.memories.revisions(self._tenant, user_id, refs)
        self._turns |= {ref[0]: row.sources[0].message_id for ref, row in rows.items()}
