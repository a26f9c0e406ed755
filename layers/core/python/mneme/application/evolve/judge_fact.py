"""The verdict on a fact, from what is known at the moment of an attempt (DESIGN §8)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.commit.known_memory import KnownMemory
from mneme.application.commit.look_up_known import KnownState
from mneme.application.commit.placed_fact import PlacedFact
from mneme.application.evolve.find_archived import FindArchived
from mneme.application.evolve.find_similar import FindSimilar
from mneme.application.evolve.judge_opposites import JudgeOpposites
from mneme.application.evolve.judgement import Judge, Judgement, Prepared, told_again, told_late
from mneme.application.evolve.likeness import Similar
from mneme.application.evolve.read_memories import read_memories
from mneme.application.evolve.slot_history import ReadSlotHistory
from mneme.application.ports.clock import Clock
from mneme.application.ports.embedder import Stemmer
from mneme.application.ports.evolver import Evolver
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.domain.evolution.decisions import (
    Candidate,
    Case,
    Interval,
    Proposal,
    Reason,
    Verdict,
)
from mneme.domain.evolution.edited_message import in_place_of
from mneme.domain.evolution.precedence import hindrance, holds_from, is_history
from mneme.domain.evolution.slot_history import in_the_past, until_what_comes
from mneme.domain.evolution.verdicts import gated, is_over, judged, replacing
from mneme.domain.memory import Provenance, Status
from mneme.domain.task import Decision
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class JudgeFact:
    """Asks guards, slot and evolver in this order; the first that has something to say decides."""

    find_similar: FindSimilar
    rules: Evolver
    stemmer: Stemmer
    clock: Clock
    thresholds: ThresholdsNow = as_delivered
    taken_back: frozenset[str] = frozenset()

    @property
    def read_history(self) -> ReadSlotHistory:
        """What tells of a slot's past."""
        return ReadSlotHistory(self.find_similar.memories)

    @property
    def judge_opposites(self) -> JudgeOpposites:
        """What tells of the past of what fills no slot."""
        memories = self.find_similar.memories
        return JudgeOpposites(memories, self.stemmer.stem, self.clock, self.thresholds().evolution)

    @property
    def find_archived(self) -> FindArchived:
        """What finds a memory that comes back."""
        return FindArchived(self.find_similar, self.rules, self.stemmer.stem)

    def judge(
        self,
        tenant: TenantContext,
        user_id: str,
        placed: PlacedFact,
        prepared: Prepared | None = None,
    ) -> Judge:
        """Return the judge of one fact, by a prepared proposal or else by rules."""

        def judge(known: KnownState, attempt: int) -> Judgement:
            # Who lost a race after "nothing like it is known" has to look again.
            stale = prepared is not None and attempt and prepared.proposal.decision is Decision.ADD
            given = None if stale else prepared
            return _Sitting(self, tenant, user_id, placed, known, given).judgement()

        return judge


@dataclass(frozen=True, slots=True)
class _Sitting:
    """One attempt at one fact."""

    by: JudgeFact
    tenant: TenantContext
    user_id: str
    placed: PlacedFact
    known: KnownState
    prepared: Prepared | None

    def judgement(self) -> Judgement:
        fact, now = self.placed.fact, self.by.clock.now()
        certain = fact.provenance is not Provenance.CANDIDATE
        if self.known.late is not None:
            return told_late(self.known.late)
        if certain and not is_over(fact.invalid_at, fact.expire_at, now):
            late = self._of_the_past(now) or self._among_opposites([self.known.content])
            if late is not None:
                return late
        rivals = self._rivals(now)
        sooner = self._sooner(rivals, now) if certain else None
        if sooner is not None:
            return sooner
        gate = gated(fact, self.known.same_content, _seen(rivals), now)
        if gate is not None:
            return Judgement(gate, self.known.memories)
        decided = self._of_slot(rivals, now) if rivals else self._by_proposal(now)
        decided = decided or self._by_rules(now)
        limited = until_what_comes(fact, decided.verdict, self.known.members, now)
        return self._or_archived(replace(decided, verdict=limited), now)

    def _or_archived(self, decided: Judgement, now: datetime) -> Judgement:
        """Return the return of what said it before, where it would only be added once more."""
        verdict = decided.verdict
        if verdict != Verdict(Decision.ADD, verdict.reason):
            return decided
        archived = self.by.find_archived(self.tenant, self.user_id, self.placed, self.known, now)
        return decided if archived is None else told_again(archived)

    def _among_opposites(
        self, found: Iterable[KnownMemory | None], contradicted: tuple[str, ...] = ()
    ) -> Judgement | None:
        """Return the judgement on a fact that is history to what it contradicts, None if not."""
        known = [one for one in found if one is not None]
        opposed = frozenset(contradicted)
        late = self.by.judge_opposites(self.tenant, self.user_id, self.placed, known, opposed)
        return None if late is None else Judgement(late.verdict, late.memories)

    def _read(self, memory_ids: Iterable[str | None]) -> list[KnownMemory]:
        ids = [one for one in memory_ids if one is not None]
        return read_memories(self.by.find_similar.memories, self.tenant, self.user_id, ids)

    # --- a fact with a slot ---------------------------------------------------------------

    def _rivals(self, now: datetime) -> list[Similar]:
        """Return who fills the slot; what is over already is in nobody's way."""
        return [
            self._compared(one)
            for one in self.known.rivals
            if not is_over(one.head.invalid_at, one.head.expire_at, now)
            or hindrance(self.placed.fact, one.head) is None
        ]

    def _sooner(self, rivals: list[Similar], now: datetime) -> Judgement | None:
        """Return the judgement on a fact that was known to be so later, and is so already."""
        same, fact = self.known.content, self.placed.fact
        start = max(now, holds_from(fact, now))
        if same is None or same.head.valid_at is None or same.head.valid_at <= start:
            return None
        before = [one.known for one in rivals if hindrance(fact, one.candidate) is None]
        before = before or self._read(same.revision.supersedes)
        active = [one for one in before if one.head.status is Status.ACTIVE]
        closes = next(((one.memory_id, one.head.revision) for one in active), None)
        repeats = (same.memory_id, same.head.revision)
        interval = Interval(closes=closes, repeats=repeats)
        skip = (Decision.SKIP, Reason.SAME_CONTENT, (same.memory_id,))
        known = {one.memory_id: one for one in (*active, same)}
        return Judgement(Verdict(*skip, interval=interval), known)

    def _of_slot(self, rivals: list[Similar], now: datetime) -> Judgement:
        """A slot has one value: what is not said already, or joined to it, replaces it."""
        fact = self.placed.fact
        open_to_it = [one for one in rivals if hindrance(fact, one.candidate) is None]
        verdict = self._joined([*open_to_it[:1], *rivals[:1]], now)
        if verdict.decision is Decision.ADD:
            same = self.known.same_content
            says_so = [same] if same and same.memory_id not in self._ids(rivals) else []
            beside = [one for one in _seen(rivals) if hindrance(fact, one)]
            seen = [*_seen(open_to_it), *says_so, *beside]
            verdict = replacing(
                fact, seen, Reason.NEWER_FOR_KEY, now, limits=self.by.thresholds().evolution
            )
        return Judgement(verdict, self.known.memories)

    def _ids(self, rivals: list[Similar]) -> set[str]:
        return {one.known.memory_id for one in rivals}

    def _joined(self, rivals: list[Similar], now: datetime) -> Verdict:
        """Return whether the fact is said already or goes into what one of the rivals says."""
        case = Case(self.placed.fact, tuple(dict.fromkeys(_seen(rivals))))
        proposal = self._prepared_for(rivals[0])
        if proposal is None:
            proposal = in_place_of(self._by_the_rules(case), self.by.taken_back)
            if proposal.decision not in {Decision.SKIP, Decision.MERGE}:
                proposal = Proposal(Decision.ADD)
        proposal = in_place_of(proposal, self.by.taken_back)
        return judged(case, proposal, now, self.by.stemmer.stem, self.by.thresholds().evolution)

    def _of_the_past(self, now: datetime) -> Judgement | None:
        """Return the judgement on a fact that is history in its slot, None if it is not."""
        fact, members = self.placed.fact, self.known.members
        begun = [head for head in members if head.valid_at is None or head.valid_at <= now]
        if not any(is_history(fact, head) for head in begun):
            return None
        rivals = [self._compared(one) for one in self.known.rivals]
        joined = self._joined(rivals, now) if rivals else Verdict(Decision.ADD, Reason.NEW)
        if joined.decision is Decision.MERGE:
            return _judgement(joined, rivals)
        history = self.by.read_history(self.tenant, self.user_id, members, fact.text)
        beside = tuple(one.memory_id for one in _seen(rivals) if hindrance(fact, one))
        beside = beside[: self.by.thresholds().evolution.retirements]
        verdict = in_the_past(fact, history.chapters, beside, now)
        return None if verdict is None else Judgement(verdict, history.memories)

    def _prepared_for(self, slot: Similar) -> Proposal | None:
        if self.prepared is None or self.prepared.proposal.targets[:1] != (slot.known.memory_id,):
            return None
        return self.prepared.proposal if self._is_as_shown(slot) else None

    def _by_proposal(self, now: datetime) -> Judgement | None:
        """Return the judgement on the prepared proposal, None if what it is about has moved."""
        if self.prepared is None:
            return None
        targets = list(self.prepared.proposal.targets)
        found = self.by.find_similar.named(
            self.tenant, self.user_id, self.placed, self.known.terms, targets
        )
        if len(found) < len(set(targets)) or not all(map(self._is_as_shown, found)):
            return None
        return self._judged(self.prepared.proposal, found, now)

    def _is_as_shown(self, one: Similar) -> bool:
        shown = self.prepared.revisions if self.prepared else {}
        return shown.get(one.known.memory_id, one.known.head.revision) == one.known.head.revision

    def _by_rules(self, now: datetime) -> Judgement:
        found = self.by.find_similar(self.tenant, self.user_id, self.placed, self.known.terms)
        case = Case(self.placed.fact, tuple(one.candidate for one in found))
        return self._judged(self._by_the_rules(case), found, now)

    def _by_the_rules(self, case: Case) -> Proposal:
        [proposal] = self.by.rules.propose(self.tenant, [case])
        return proposal or Proposal(Decision.ADD)

    def _judged(self, proposal: Proposal, found: list[Similar], now: datetime) -> Judgement:
        case = Case(self.placed.fact, tuple(one.candidate for one in found))
        proposal = in_place_of(proposal, self.by.taken_back)
        named = proposal.targets if proposal.decision is Decision.DELETE else ()
        before = [] if self.known.content else self._read([self.known.content_guard.memory_id])
        late = self._among_opposites([*(one.known for one in found), *before], named)
        if late is not None:
            return late
        verdict = judged(case, proposal, now, self.by.stemmer.stem, self.by.thresholds().evolution)
        meant = {*verdict.targets, *verdict.conflicts_with}
        known = [one.known for one in found if one.known.memory_id in meant]
        standing = self.by.find_similar.as_it_stands(self.tenant, self.user_id, known)
        return Judgement(verdict, standing)

    def _compared(self, slot: KnownMemory) -> Similar:
        return self.by.find_similar.compared(self.placed, self.known.terms, slot)


def _seen(found: Iterable[Similar]) -> list[Candidate]:
    return [one.candidate for one in found]


def _judgement(verdict: Verdict, found: Iterable[Similar]) -> Judgement:
    return Judgement(verdict, {one.known.memory_id: one.known for one in found})
