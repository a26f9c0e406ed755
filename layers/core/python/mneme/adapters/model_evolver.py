"""The evolver that asks a language model, and lets it name nothing it was not shown (DESIGN §8)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mneme.adapters.model_question import OUTPUT_TOKENS, ModelQuestion, fence_of
from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.counts_log import CountsLog
from mneme.application.ports.language_model import Prompt, ServingModel
from mneme.contracts.prompts import evolve
from mneme.contracts.prompts.evolve import FactDecision
from mneme.contracts.prompts.shown_cases import ShownCases, show
from mneme.domain.evolution.decisions import Case, Proposal, Reason
from mneme.domain.models.lenient_json import first_json
from mneme.domain.task import Decision
from mneme.domain.tenancy import TenantContext

TASK = "evolution"
SECONDS = 40.0
"""For both calls together, well within what the worker has for a task."""


@dataclass(frozen=True)
class ModelEvolver:
    """An `Evolver` that asks once for all cases of a task, and once more if it cannot read that."""

    model: ServingModel
    clock: Clock
    ids: Ids
    log: CountsLog
    seconds: float = SECONDS

    def serves(self, tenant: TenantContext) -> bool:
        """Tell whether a model may be asked for this tenant."""
        return self.model.serves(tenant)

    def propose(self, tenant: TenantContext, cases: Sequence[Case]) -> list[Proposal | None]:
        """Return one proposal a case, None for one that the model passed over.

        Raises ModelOutage, and ExtractionFailed if the model refuses or cannot be understood.
        """
        shown = show(cases)
        counts = Counter(facts=len(cases), memories=len(shown.memories))
        try:
            decided = self._decided(tenant, shown, counts)
            proposals = [_proposal(shown, decided.get(n), n) for n in shown.facts]
            counts.update(one.decision.value for one in proposals if one is not None)
            counts["unknown_targets"] = sum(one.unknown_targets for one in proposals if one)
            counts["passed_over"] = len(cases) - sum(one is not None for one in proposals)
        finally:
            self.log.record(tenant, counts)
        by_place = dict(zip(shown.facts.values(), proposals, strict=True))
        return [by_place.get(place) for place in range(len(cases))]

    def _decided(
        self, tenant: TenantContext, shown: ShownCases, counts: Counter[str]
    ) -> dict[int, FactDecision]:
        """Return the decisions by the facts' numbers."""
        text = shown.text(fence_of(self.ids))
        prompt = Prompt(TASK, evolve.SYSTEM, text, evolve.SCHEMA, OUTPUT_TOKENS)
        question = ModelQuestion(prompt, evolve.AGAIN, _read)
        deadline = self.clock.monotonic() + self.seconds
        return question.ask(self.model, self.clock, tenant, deadline, counts)


def _read(text: str) -> dict[int, FactDecision] | None:
    value = first_json(text, evolve.is_answer)
    return None if value is None else _by_fact(evolve.read_decisions(value))


def _by_fact(decisions: Iterable[FactDecision]) -> dict[int, FactDecision]:
    """Return one decision a fact: of several, the first that is not ADD."""
    chosen: dict[int, FactDecision] = {}
    for one in decisions:
        earlier = chosen.get(one.fact)
        if earlier is None or earlier.decision is Decision.ADD:
            chosen[one.fact] = one
    return chosen


def _proposal(shown: ShownCases, decided: FactDecision | None, fact: int) -> Proposal | None:
    if decided is None:
        return None
    if decided.decision is Decision.ADD:
        return Proposal(Decision.ADD, reason=Reason.MODEL)
    named = [shown.target(fact, number) for number in decided.targets]
    targets = tuple(dict.fromkeys(one for one in named if one is not None))
    unknown = named.count(None) + (not named)
    if not targets:
        return Proposal(Decision.ADD, unknown_targets=unknown)
    return Proposal(decided.decision, targets, decided.text, Reason.MODEL, unknown)
