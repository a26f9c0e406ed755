"""Which of two statements about the same takes the other's place, and since when (DESIGN §8, §9).

What counts is the latest time that a statement speaks of: when it was said, or the day to come that
it tells of. Two statements told in the wrong order end as if they had been told in the right one.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Protocol

from mneme.domain.evolution.decisions import Candidate, Reason
from mneme.domain.fact import Fact
from mneme.domain.memory import Provenance


class Standing(Protocol):
    """A memory, as far as it matters for who takes whose place.

    It was observed last at `observed_at`, and holds from `valid_at`; None stands for ever since.
    """

    @property
    def provenance(self) -> Provenance:
        """How it came to be."""
        ...

    @property
    def observed_at(self) -> datetime:
        """When it was observed last."""
        ...

    @property
    def valid_at(self) -> datetime | None:
        """Since when it holds."""
        ...


def hindrance(fact: Fact, target: Standing) -> Reason | None:
    """Return why a fact may not take the place of what a memory says, None if it may."""
    if fact.provenance.rank < target.provenance.rank:
        return Reason.LOWER_PROVENANCE
    return Reason.OLDER_OBSERVATION if _is_older(fact, target) else None


def is_history(fact: Fact, target: Standing) -> bool:
    """Return whether the memory, had it been told after the fact, would have taken its place."""
    return _is_older(fact, target) and fact.provenance.rank <= target.provenance.rank


def ended(fact: Fact, by: Candidate, now: datetime) -> datetime:
    """Return when a fact ceased to hold, of a memory that it is history to.

    Then when the memory began to. If that held before as well, the fact was a short time between
    two observations of it; if it was told in full knowledge of the fact, no time at all.
    """
    start = holds_from(fact, now)
    if by.valid_at is not None and by.valid_at > start:
        return by.valid_at
    said_before = (by.told_at or by.observed_at) <= fact.observed_at
    return max(start, by.observed_at) if said_before else start


def strength(standing: Standing) -> tuple[int, datetime]:
    """Return by what memories that compete for a place are ordered: rank, then time."""
    return standing.provenance.rank, speaks_of(standing)


def speaks_of(standing: Fact | Standing) -> datetime:
    """Return the latest time of which a statement tells something."""
    return latest((standing.observed_at, standing.valid_at))


def holds_from(fact: Fact, now: datetime) -> datetime:
    """Return since when a fact holds: as stated, else since it was said, but not from the future.

    A message dated ahead of our clock must not hide its fact until then.
    """
    return fact.valid_at or min(fact.observed_at, now)


def held_since(fact: Fact, now: datetime) -> datetime | None:
    """Return the same, None if it began on an unknown day: it was over when it was said."""
    began = holds_from(fact, now)
    return None if fact.invalid_at is not None and fact.invalid_at <= began else began


def latest(instants: Iterable[datetime | None]) -> datetime:
    """Return the latest of the instants that are known, of which there must be one."""
    return max(at for at in instants if at is not None)


def _is_older(fact: Fact, target: Standing) -> bool:
    return speaks_of(fact) < speaks_of(target)
