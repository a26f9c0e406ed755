"""Judges that add a fact, unless its content is known: nothing else is compared (DESIGN §8)."""

from dataclasses import replace

from mneme.application.commit.look_up_known import KnownState
from mneme.application.commit.placed_fact import PlacedFact
from mneme.application.evolve.judgement import Judge, Judgement, told_again, told_late
from mneme.application.ports.clock import Clock
from mneme.domain.evolution.decisions import Reason, Verdict
from mneme.domain.evolution.verdicts import gated
from mneme.domain.task import Decision


def append_judge(
    placed: PlacedFact, clock: Clock, reason: Reason = Reason.APPENDED, *, marked: bool = False
) -> Judge:
    """Return the judge that adds a fact unless its content is known."""

    def judge(known: KnownState, _: int) -> Judgement:
        if known.late is not None:
            return told_late(known.late)
        gate = gated(placed.fact, known.same_content, (), clock.now())
        if gate is None and known.archived is not None:
            return told_again(known.archived)
        verdict = gate or Verdict(Decision.ADD, reason)
        return Judgement(verdict, known.memories, unconsolidated=marked)

    return judge


def shadow_judge(decide: Judge, placed: PlacedFact, clock: Clock) -> Judge:
    """Return the judge that adds a fact, and notes what would have been decided."""
    append = append_judge(placed, clock)

    def judge(known: KnownState, attempt: int) -> Judgement:
        done = append(known, attempt)
        if done.verdict.decision is Decision.SKIP:
            return done
        return replace(done, shadow=decide(known, attempt).verdict)

    return judge
