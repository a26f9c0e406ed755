"""What becomes of a fact: the discipline that every proposal is held to (DESIGN §8).

No verdict destroys anything, and automation does not overrule people: only a fact of an equal or
higher provenance, observed no earlier, takes the place of a current memory. Any other stays beside
it and both are marked as in conflict. Confidence decides nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from mneme.domain.evolution.decisions import (
    DEFAULT_LIMITS,
    UNLIMITED,
    Candidate,
    Case,
    Interval,
    Limits,
    Proposal,
    Reason,
    Verdict,
)
from mneme.domain.evolution.founded_text import is_denied_alike, is_founded, keeps, keeps_detail
from mneme.domain.evolution.precedence import ended, hindrance, is_history
from mneme.domain.extraction.added_values import may_add
from mneme.domain.fact import Fact
from mneme.domain.memory import Provenance, Status
from mneme.domain.retrieval.terms import Stem
from mneme.domain.simplified_text import simplified
from mneme.domain.task import Decision

ONE_INSTANT = timedelta(milliseconds=1)
"""Instants that differ by less are one: heads keep milliseconds."""


def gated(
    fact: Fact, same_content: Candidate | None, rivals: Sequence[Candidate], now: datetime
) -> Verdict | None:
    """Return the verdict of the guards, or None if there is something to decide.

    `same_content` holds the same text; `rivals` fill the fact's slot at its time, the strongest
    first. A doubtful fact, and one that tells of something over, changes nothing that is known.
    """
    if same_content is not None and _is_current(fact, same_content, rivals):
        return Verdict(Decision.SKIP, Reason.SAME_CONTENT, (same_content.memory_id,))
    if fact.provenance is Provenance.CANDIDATE:
        return Verdict(Decision.ADD, Reason.NOT_CERTAIN)
    if is_over(fact.invalid_at, fact.expire_at, now):
        return Verdict(Decision.ADD, Reason.OVER_ALREADY)
    return None


def replacing(
    fact: Fact,
    rivals: Sequence[Candidate],
    reason: Reason,
    now: datetime,
    text: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> Verdict:
    """Return the verdict where a fact is to take the place of what memories say.

    The first that it may replace goes on as its next revision, the others end with it. Of facts
    observed at the same instant the one decided later wins, so decide them in the order of their
    messages. What holds only from a later day on leaves the memories as they are until then. Beside
    what it may only be added to, the fact stands in doubt.
    """
    said = simplified(fact.text)
    doubtful = tuple(one.memory_id for one in rivals if may_add(said, simplified(one.text)))
    if doubtful:
        beside = doubtful[: limits.retirements]
        return Verdict(Decision.ADD, Reason.IN_DOUBT, conflicts_with=beside)
    hindered = [(one, why) for one in rivals if (why := hindrance(fact, one)) is not None]
    beside = tuple(one.memory_id for one, _ in hindered)[: limits.retirements]
    ending = tuple(one.memory_id for one in rivals if hindrance(fact, one) is None)
    if not ending:
        past = _limited(fact, [one for one, _ in hindered], now)
        return Verdict(Decision.ADD, hindered[0][1], conflicts_with=beside, interval=past)
    if fact.valid_at is not None and fact.valid_at > now:
        ending = ending[: limits.retirements]
        return Verdict(Decision.DELETE, reason, ending, conflicts_with=beside)
    ending = ending[: 1 + limits.retirements]
    return Verdict(Decision.UPDATE, reason, ending, text, beside)


def judged(
    case: Case,
    proposal: Proposal,
    now: datetime,
    stem: Stem,
    limits: Limits = DEFAULT_LIMITS,
) -> Verdict:
    """Return the verdict on a proposal; what it may not do becomes an ADD with the reason why."""
    return _Judge(case.fact, proposal, now, stem, limits).verdict(case.candidates)


def is_over(invalid_at: datetime | None, expire_at: datetime | None, now: datetime) -> bool:
    """Return whether something no longer holds."""
    ends = ending(invalid_at, expire_at)
    return ends is not None and ends <= now


def ending(invalid_at: datetime | None, expire_at: datetime | None) -> datetime | None:
    """Return when something ends, None if it does not."""
    return min((end for end in (invalid_at, expire_at) if end is not None), default=None)


@dataclass(frozen=True, slots=True)
class _Judge:
    """One proposal before the rules."""

    fact: Fact
    proposal: Proposal
    now: datetime
    stem: Stem
    limits: Limits

    def verdict(self, candidates: Sequence[Candidate]) -> Verdict:
        known = {candidate.memory_id: candidate for candidate in candidates}
        wanted = dict.fromkeys(self.proposal.targets)
        named = [known[target] for target in wanted if target in known]
        decision = self.proposal.decision
        if decision is Decision.ADD and self.proposal.reason is Reason.IN_DOUBT:
            return self._add_beside(named)
        if decision is Decision.ADD:
            doubtful = self.proposal.unknown_targets > 0
            return self._add(Reason.UNKNOWN_TARGET if doubtful else self.proposal.reason)
        if not named:
            return self._add(Reason.UNKNOWN_TARGET)
        if decision is Decision.SKIP:
            return self._skip(named)
        if decision is Decision.UPDATE:
            return self._update(named[0])
        return self._merge(named) if decision is Decision.MERGE else self._delete(named)

    def _add(self, reason: Reason) -> Verdict:
        return Verdict(Decision.ADD, reason)

    def _add_beside(self, named: Sequence[Candidate]) -> Verdict:
        """What may contradict a memory, or be about another, ends nothing: people shall say."""
        related = (one.memory_id for one in named if one.similarity >= self.limits.related)
        beside = tuple(related)[: self.limits.retirements]
        return Verdict(Decision.ADD, Reason.IN_DOUBT, conflicts_with=beside)

    def _skip(self, named: Sequence[Candidate]) -> Verdict:
        """What is taken for known is lost if it was not: it must be in the memory's words."""
        for one in named:
            if one.similarity >= self.limits.same and self._ends_with(one) and self._is_in(one):
                return Verdict(Decision.SKIP, self.proposal.reason, (one.memory_id,))
        return self._add(Reason.NOT_THE_SAME)

    def _is_in(self, one: Candidate) -> bool:
        said = self.fact.text
        return keeps_detail(one.text, said, self.stem) and is_denied_alike(
            one.text, said, self.stem
        )

    def _update(self, target: Candidate) -> Verdict:
        if target.similarity < self.limits.related:
            return self._add(Reason.NOT_SIMILAR)
        if not self._fills_one_slot_with(target):
            return self._add(Reason.NOT_JOINABLE)
        text = self.proposal.text
        if text is not None and not self._takes_up(text, [target.text], whole=False):
            return self._add(Reason.UNFOUNDED_TEXT)
        return replacing(self.fact, [target], self.proposal.reason, self.now, text, self.limits)

    def _merge(self, named: Sequence[Candidate]) -> Verdict:
        """Memories that are made one must be of one mind, one rank and one duration."""
        near = [one for one in named if one.similarity >= self.limits.join]
        if not near:
            return self._add(Reason.NOT_SIMILAR)
        equal = [one for one in near if one.provenance is self.fact.provenance]
        if not equal:
            lower = any(hindrance(self.fact, one) is Reason.LOWER_PROVENANCE for one in near)
            return self._add(Reason.LOWER_PROVENANCE if lower else Reason.NOT_JOINABLE)
        parts = [one for one in equal if self._ends_with(one) and self._fills_one_slot_with(one)]
        if not parts or (self.fact.valid_at is not None and self.fact.valid_at > self.now):
            return self._add(Reason.NOT_JOINABLE)
        parts = parts[: 1 + self.limits.retirements]
        text = self.proposal.text
        said = [one.text for one in parts]
        if not self._takes_up(self.fact.text if text is None else text, said, whole=True):
            return self._add(Reason.UNFOUNDED_TEXT)
        targets = tuple(one.memory_id for one in parts)
        return Verdict(Decision.MERGE, self.proposal.reason, targets, text)

    def _delete(self, named: Sequence[Candidate]) -> Verdict:
        related = [one for one in named if one.similarity >= self.limits.related]
        if not related:
            return self._add(Reason.NOT_SIMILAR)
        hindrances = {one.memory_id: hindrance(self.fact, one) for one in related}
        most = self.limits.retirements
        beside = tuple(one for one, reason in hindrances.items() if reason is not None)[:most]
        retired = tuple(one for one, reason in hindrances.items() if reason is None)[:most]
        past = _limited(self.fact, related[:most], self.now)
        if retired:
            why = self.proposal.reason
            return Verdict(Decision.DELETE, why, retired, conflicts_with=beside, interval=past)
        reason = hindrances[beside[0]] or self.proposal.reason
        return Verdict(Decision.ADD, reason, conflicts_with=beside, interval=past)

    def _takes_up(self, text: str, known: Sequence[str], *, whole: bool) -> bool:
        """Return whether a text says the fact, the `whole` of what is known, and nothing else."""
        said = self.fact.text
        if not is_founded(text, [said, *known], self.stem):
            return False
        if not keeps(text, said, known, self.stem):
            return False
        return not whole or all(
            keeps(text, one, [said, *(other for other in known if other is not one)], self.stem)
            for one in known
        )

    def _ends_with(self, one: Candidate) -> bool:
        """Return whether both hold for as long."""
        return _at_once(one.invalid_at, self.fact.invalid_at) and _at_once(
            one.expire_at, self.fact.expire_at
        )

    def _fills_one_slot_with(self, one: Candidate) -> bool:
        return None in {one.fact_key, self.fact.fact_key} or one.fact_key == self.fact.fact_key


def _at_once(one: datetime | None, other: datetime | None) -> bool:
    """Return whether two instants are one; those of a head are cut to milliseconds."""
    if one is None or other is None:
        return one is other
    return abs(one - other) < ONE_INSTANT


def _is_current(fact: Fact, same: Candidate, rivals: Sequence[Candidate]) -> bool:
    """Whether the content still holds: not only in a memory that its slot has left behind.

    "Lives in Rome", "lives in Oslo", "lives in Rome" must end in Rome. What stands beside the
    slot's value because nothing may replace that is known as well. What waits to be confirmed is
    known to doubts alone: a certain statement must not wait with it.
    """
    if same.status is Status.CANDIDATE:
        return fact.provenance is Provenance.CANDIDATE
    if same.status is not Status.ACTIVE:
        return False
    if rivals and same.memory_id not in {one.memory_id for one in rivals}:
        return hindrance(fact, same) is not None
    open_to_it = [one for one in rivals if hindrance(fact, one) is None]
    current = [*rivals[:1], *open_to_it[:1]] if open_to_it else rivals
    return not rivals or any(
        (one.memory_id, one.revision) == (same.memory_id, same.revision) for one in current
    )


def _limited(fact: Fact, rivals: Sequence[Candidate], now: datetime) -> Interval:
    """Return how long a fact held that memories observed later have ended, if they have."""
    ends = [(ended(fact, one, now), one.memory_id) for one in rivals if is_history(fact, one)]
    return Interval(*min(ends)) if ends else UNLIMITED
