"""What is judged of a fact, and what was proposed before (DESIGN §8)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from mneme.application.commit.known_memory import KnownMemory
from mneme.application.commit.look_up_known import KnownState
from mneme.domain.evolution.decisions import Proposal, Reason, Verdict
from mneme.domain.task import Decision


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict with the memories it names.

    `shadow` is what would have been done, where decisions are only observed. `unconsolidated`
    marks a new memory that was not compared with what was known.
    """

    verdict: Verdict
    memories: Mapping[str, KnownMemory] = field(default_factory=dict)
    shadow: Verdict | None = None
    unconsolidated: bool = False


Judge = Callable[[KnownState, int], Judgement]
"""Gives the judgement for an attempt, numbered from 0."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A proposal made before the commit, with the revisions that it is about, by memory id.

    What is not in `revisions` is a memory of the same task, whatever it says by now.
    """

    proposal: Proposal
    revisions: Mapping[str, int]


def told_again(archived: KnownMemory) -> Judgement:
    """Return the judgement on a fact that what is archived has said, and says again by it."""
    return _skipped(archived, Reason.TOLD_AGAIN)


def told_late(known: KnownMemory) -> Judgement:
    """Return the judgement on a fact of a time at which a memory, over by now, said the same."""
    return _skipped(known, Reason.SAME_CONTENT)


def _skipped(known: KnownMemory, why: Reason) -> Judgement:
    verdict = Verdict(Decision.SKIP, why, (known.memory_id,))
    return Judgement(verdict, {known.memory_id: known})
