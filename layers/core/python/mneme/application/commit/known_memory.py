"""A memory as it stands, and as an evolver sees it."""

from dataclasses import dataclass

from mneme.domain.evolution.decisions import Candidate
from mneme.domain.memory import Head, Revision


@dataclass(frozen=True, slots=True)
class KnownMemory:
    """A head, read consistently, and the revision it points at."""

    head: Head
    revision: Revision

    @property
    def memory_id(self) -> str:
        """The memory's id."""
        return self.head.memory_id


def candidate(known: KnownMemory, similar: float) -> Candidate:
    """Return the memory as an evolver sees it."""
    head = known.head
    return Candidate(
        memory_id=head.memory_id,
        revision=head.revision,
        text=known.revision.content,
        similarity=similar,
        status=head.status,
        provenance=head.provenance,
        observed_at=head.observed_at,
        valid_at=head.valid_at,
        invalid_at=head.invalid_at,
        expire_at=head.expire_at,
        fact_key=known.revision.fact_key,
        told_at=known.revision.observed_at,
    )
