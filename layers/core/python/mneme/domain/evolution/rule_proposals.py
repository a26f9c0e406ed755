"""What plain rules propose about a fact: only what its words show for certain (DESIGN §8).

The deterministic evolver. Where the words do not show it, a fact is added: a repetition can be
put right later, a fact that was merged or dropped by mistake can not be missed by anybody.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from mneme.domain.evolution.contradiction import Change, change
from mneme.domain.evolution.decisions import (
    DEFAULT_LIMITS,
    Candidate,
    Case,
    Limits,
    Proposal,
    Reason,
)
from mneme.domain.evolution.joined_text import joined
from mneme.domain.evolution.said import Said, said
from mneme.domain.evolution.same_meaning import covers
from mneme.domain.retrieval.terms import Stem
from mneme.domain.task import Decision

_NOTHING = Proposal(Decision.ADD)


@dataclass(frozen=True, slots=True)
class _Compared:
    """A candidate with what it says, and what the fact says of that."""

    known: Candidate
    said: Said
    change: Change


def proposed(case: Case, stem: Stem, limits: Limits = DEFAULT_LIMITS) -> Proposal:
    """Return what is to be done with the fact: the first of the rules that applies."""
    return next(_proposals(case, stem, limits), _NOTHING)


def _proposals(case: Case, stem: Stem, limits: Limits) -> Iterator[Proposal]:
    fact = said(case.fact.text, case.fact.speaker, stem)
    related = [
        _compared(one, fact, case.fact.speaker, stem)
        for one in case.candidates
        if one.similarity >= limits.related
    ]
    for one in related:
        same = one.change is Change.SAME_VALUE or _covers(one.said, fact)
        if same and one.known.similarity >= limits.same:
            yield Proposal(Decision.SKIP, (one.known.memory_id,), reason=Reason.SAME_MEANING)
    yield from _contradicted([one.known for one in related if one.change is Change.OTHER_VALUE])
    nearest = [one for one in related if one.known.similarity >= limits.join]
    fuller = tuple(one.known.memory_id for one in nearest if _covers(fact, one.said))
    if fuller:
        yield Proposal(Decision.MERGE, fuller, reason=Reason.MORE_COMPLETE)
    for one in nearest if _is_definite(fact) else ():
        text = joined(one.known.text, case.fact.text, stem)
        if text is not None:
            yield Proposal(Decision.MERGE, (one.known.memory_id,), text, Reason.JOINED)
    doubtful = tuple(one.known.memory_id for one in related if one.change is Change.IN_DOUBT)
    if doubtful:
        yield Proposal(Decision.ADD, doubtful, reason=Reason.IN_DOUBT)


def _compared(known: Candidate, fact: Said, speaker: str | None, stem: Stem) -> _Compared:
    text = said(known.text, speaker, stem)
    return _Compared(known, text, change(text, fact, stem))


def _is_definite(fact: Said) -> bool:
    """Return whether it is about the same as other sentences of its words: two "he" are not."""
    return all(sentence.definite for sentence in fact.sentences)


def _contradicted(known: list[Candidate]) -> Iterator[Proposal]:
    """A memory that fills a slot goes on as its next revision; others are superseded."""
    keyed = [one for one in known if one.fact_key is not None]
    if keyed:
        yield Proposal(Decision.UPDATE, (keyed[0].memory_id,), reason=Reason.CONTRADICTED)
    if known:
        targets = tuple(one.memory_id for one in known)
        yield Proposal(Decision.DELETE, targets, reason=Reason.CONTRADICTED)


def _covers(whole: Said, part: Said) -> bool:
    """Return whether each sentence of one text is covered by one of the other's."""
    if not part.sentences or any(one.wording.of_one_occasion for one in part.sentences):
        return False
    return all(
        any(covers(one.wording, other.wording) for one in whole.sentences)
        for other in part.sentences
    )
