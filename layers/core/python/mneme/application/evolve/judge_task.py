"""Who decides about the facts of a task: a model in one call, rules, or nobody (DESIGN §8)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from mneme.application.commit.look_up_known import KnownState
from mneme.application.evolve.append_fact import append_judge, shadow_judge
from mneme.application.evolve.find_similar import FindSimilar
from mneme.application.evolve.find_unwanted import FindUnwanted
from mneme.application.evolve.judge_fact import JudgeFact
from mneme.application.evolve.judgement import Judge, Judgement, Prepared
from mneme.application.evolve.propose_for_task import OpenFact, ProposeForTask
from mneme.application.ports.clock import Clock
from mneme.domain.errors import ExtractionFailed, ModelOutage
from mneme.domain.evolution.decisions import Reason, Verdict
from mneme.domain.extraction.policy import Mode
from mneme.domain.task import Decision, FactResult
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class TaskJudges:
    """The judges of a task's facts. `prepared` is None if a model was asked and did not answer."""

    tenant: TenantContext
    user_id: str
    mode: Mode
    facts: Mapping[int, OpenFact]
    prepared: Mapping[int, Prepared] | None
    judge_fact: JudgeFact
    find_unwanted: FindUnwanted
    clock: Clock
    _became: dict[str, str] = field(default_factory=dict)

    def judge(self, number: int) -> Judge:
        """Return the judge of a fact, once those before it are committed."""
        return self._unless_unwanted(number, self._judge(number))

    def _judge(self, number: int) -> Judge:
        placed = self.facts[number].placed
        if self.mode in {Mode.APPEND, Mode.CANDIDATE}:
            return append_judge(placed, self.clock)
        if self.prepared is None:
            return append_judge(placed, self.clock, Reason.MODEL_UNAVAILABLE, marked=True)
        prepared = self._as_committed(self.prepared.get(number))
        decide = self.judge_fact.judge(self.tenant, self.user_id, placed, prepared)
        return decide if self.mode is Mode.DECIDE else shadow_judge(decide, placed, self.clock)

    def _unless_unwanted(self, number: int, judge: Judge) -> Judge:
        """Return the judge that lets what a person deleted or corrected stay so."""
        placed = self.facts[number].placed

        def judged(known: KnownState, attempt: int) -> Judgement:
            found = self.find_unwanted(self.tenant, self.user_id, placed, known)
            if found is None:
                return judge(known, attempt)
            verdict = Verdict(Decision.SKIP, found.reason, (found.known.memory_id,))
            return Judgement(verdict, {found.known.memory_id: found.known})

        return judged

    def became(self, number: int, result: FactResult) -> None:
        """Note the memory that says a fact now: later facts may be about it."""
        self._became[self.facts[number].memory_id] = result.memory_id

    def _as_committed(self, prepared: Prepared | None) -> Prepared | None:
        if prepared is None:
            return None
        targets = tuple(self._became.get(one, one) for one in prepared.proposal.targets)
        return replace(prepared, proposal=replace(prepared.proposal, targets=targets))


@dataclass(frozen=True)
class JudgeTask:
    """Asks the model where one serves the tenant and the mode wants decisions."""

    propose: ProposeForTask | None
    judge_fact: JudgeFact
    find_unwanted: FindUnwanted
    clock: Clock

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        mode: Mode,
        facts: Mapping[int, OpenFact],
        taken_back: frozenset[str] = frozenset(),
    ) -> TaskJudges:
        """Return the judges of facts; the memories in `taken_back` will end, if no fact goes on.

        Raises Unavailable if memories cannot be searched.
        """
        find_similar = self.judge_fact.find_similar.for_lot()
        return TaskJudges(
            tenant=tenant,
            user_id=user_id,
            mode=mode,
            facts=facts,
            prepared=self._prepared(tenant, user_id, mode, facts, find_similar),
            judge_fact=replace(self.judge_fact, find_similar=find_similar, taken_back=taken_back),
            find_unwanted=self.find_unwanted.for_lot(),
            clock=self.clock,
        )

    def _prepared(
        self,
        tenant: TenantContext,
        user_id: str,
        mode: Mode,
        facts: Mapping[int, OpenFact],
        find_similar: FindSimilar,
    ) -> Mapping[int, Prepared] | None:
        wanted = mode in {Mode.DECIDE, Mode.SHADOW} and bool(facts)
        if self.propose is None or not wanted or not self.propose.evolver.serves(tenant):
            return {}
        try:
            return replace(self.propose, find_similar=find_similar)(tenant, user_id, facts)
        except (ModelOutage, ExtractionFailed):
            return None
