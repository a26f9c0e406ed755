"""Builders of facts and candidates, for the tests of evolution."""

from datetime import UTC, datetime, timedelta
from typing import Any

from mneme.adapters.snowball_stemmer import SnowballStemmer
from mneme.domain.evolution.decisions import Candidate, Case, Proposal, Reason, Verdict
from mneme.domain.evolution.verdicts import judged
from mneme.domain.fact import Fact
from mneme.domain.memory import Ownership, Provenance, Status
from mneme.domain.task import Decision

NOW = datetime(2026, 3, 1, tzinfo=UTC)
LATER = NOW + timedelta(days=1)
EARLIER = NOW - timedelta(days=1)
STEM = SnowballStemmer().stem


def a_fact(text: str = "Lives in Berlin", **parts: Any) -> Fact:
    """Return a fact that was observed just now."""
    defaults = {"ownership": Ownership.USER, "sources": (), "observed_at": NOW}
    return Fact(text, **{**defaults, **parts})


def a_candidate(text: str = "Lives in Berlin", memory_id: str = "old", **parts: Any) -> Candidate:
    """Return an active memory of the fact's side, as near as can be."""
    defaults = {
        "revision": 1,
        "similarity": 1.0,
        "status": Status.ACTIVE,
        "provenance": Provenance.AUTOMATIC,
        "observed_at": EARLIER,
        "valid_at": EARLIER,
    }
    return Candidate(memory_id=memory_id, text=text, **{**defaults, **parts})


def propose(decision: Decision, *targets: str, text: str | None = None, **parts: Any) -> Proposal:
    """Return what a model proposes."""
    return Proposal(decision, targets, text, **{"reason": Reason.MODEL, **parts})


def judge(fact: Fact, proposal: Proposal, *known: Candidate, now: datetime = NOW) -> Verdict:
    """Return the verdict on a proposal about a fact."""
    return judged(Case(fact, known), proposal, now, STEM)
