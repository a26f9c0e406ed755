"""Ask a model what becomes of all facts of a task, in one call (DESIGN §8)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mneme.application.accept.screen_content import ScreenContent
from mneme.application.commit.placed_fact import PlacedFact
from mneme.application.evolve.find_similar import FindSimilar
from mneme.application.evolve.judgement import Prepared
from mneme.application.index.find_by import FindBy
from mneme.application.ports.evolver import Evolver
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.recall.recall_rows import cosine_of
from mneme.domain.evolution.decisions import Candidate, Case, Limits, Proposal
from mneme.domain.evolution.similarity import similarity
from mneme.domain.fact import Fact
from mneme.domain.memory import Provenance, Status
from mneme.domain.retrieval.calibration import CosineAnchors
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class OpenFact:
    """A fact of a task that has no result yet, with the id it gets if it becomes a memory."""

    memory_id: str
    placed: PlacedFact


@dataclass(frozen=True)
class ProposeForTask:
    """Collects the candidates of each fact, earlier facts of the task among them, and asks once."""

    find_similar: FindSimilar
    find_by: FindBy
    evolver: Evolver
    screen: ScreenContent
    thresholds: ThresholdsNow = as_delivered

    @property
    def limits(self) -> Limits:
        """The numbers of the discipline, as they are now."""
        return self.thresholds().evolution

    def __call__(
        self, tenant: TenantContext, user_id: str, facts: Mapping[int, OpenFact]
    ) -> dict[int, Prepared]:
        """Return proposals by the facts' numbers; none for what there is nothing to compare with.

        None either for a text that must not be stored: joining may spell out a secret.
        Raises Unavailable (ModelOutage among it), and ExtractionFailed if the model's answer is of
        no use.
        """
        asked = {number: fact for number, fact in facts.items() if not _is_doubtful(fact)}
        terms = {one.memory_id: self._terms(tenant, user_id, one) for one in asked.values()}
        earlier: list[OpenFact] = []
        cases: list[Case] = []
        for one in asked.values():
            cases.append(self._case(tenant, user_id, one, earlier, terms))
            earlier.append(one)
        if not any(case.candidates for case in cases):
            return {}
        known = (one for case in cases for one in case.candidates if not one.unsaid)
        shown = {one.memory_id: one.revision for one in known}
        proposals = self.evolver.propose(tenant, cases)
        return {
            number: Prepared(proposal, shown)
            for number, proposal in zip(asked, proposals, strict=True)
            if proposal is not None and self._may_be_kept(tenant, proposal)
        }

    def _may_be_kept(self, tenant: TenantContext, proposal: Proposal) -> bool:
        return proposal.text is None or self.screen.leaves(tenant, proposal.text)

    def _terms(self, tenant: TenantContext, user_id: str, one: OpenFact) -> tuple[str, ...]:
        keys = self.find_by.keys.keys_for(tenant, user_id, one.placed.key_epoch)
        return self.find_by.terms(keys, one.placed.fact.speaker, one.placed.fact.text)

    def _case(
        self,
        tenant: TenantContext,
        user_id: str,
        asked: OpenFact,
        earlier: Sequence[OpenFact],
        terms: Mapping[str, tuple[str, ...]],
    ) -> Case:
        found = self.find_similar(tenant, user_id, asked.placed, terms[asked.memory_id])
        candidates = [one.candidate for one in found]
        candidates += [
            _unsaid(one, self._similarity(asked, one, terms))
            for one in earlier
            if _comparable(one.placed.fact, asked.placed.fact)
        ]
        near = [one for one in candidates if one.similarity >= self.limits.related]
        near.sort(key=lambda one: -one.similarity)
        return Case(asked.placed.fact, tuple(near[: self.limits.candidates]), asked.memory_id)

    def _similarity(
        self, one: OpenFact, other: OpenFact, terms: Mapping[str, tuple[str, ...]]
    ) -> float:
        model = self.find_by.embedder.model
        cosine = cosine_of(one.placed.embedding, other.placed.embedding)
        anchors = CosineAnchors(model.unrelated, model.paraphrase)
        return similarity(terms[one.memory_id], terms[other.memory_id], cosine, anchors)


def _is_doubtful(one: OpenFact) -> bool:
    return one.placed.fact.provenance is Provenance.CANDIDATE


def _unsaid(one: OpenFact, similar: float) -> Candidate:
    """Return an earlier fact as the memory it will be."""
    fact = one.placed.fact
    return Candidate(
        memory_id=one.memory_id,
        revision=1,
        text=fact.text,
        similarity=similar,
        status=Status.ACTIVE,
        provenance=fact.provenance,
        observed_at=fact.observed_at,
        valid_at=fact.valid_at,
        invalid_at=fact.invalid_at,
        expire_at=fact.expire_at,
        fact_key=fact.fact_key,
        unsaid=True,
    )


def _comparable(one: Fact, other: Fact) -> bool:
    def side(fact: Fact) -> tuple[str, str, str]:
        return fact.kind, fact.ownership, (fact.speaker or "").casefold()

    return side(one) == side(other)
