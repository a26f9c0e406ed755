"""Whose words a fact's are: the same words in another voice are another memory's."""

from dataclasses import dataclass

from mneme.application.commit.known_memory import KnownMemory
from mneme.application.commit.placed_fact import PlacedFact
from mneme.domain.memory import Kind, Ownership
from mneme.domain.scope import VisibleScope


@dataclass(frozen=True, slots=True)
class Voice:
    """What kind of thing is said, by which side and speaker, and in which place.

    `key_epoch` is the user's, whose key hashes what the guards are found by.
    """

    kind: Kind
    ownership: Ownership
    speaker: str | None
    place: VisibleScope
    key_epoch: int

    @classmethod
    def of_fact(cls, placed: PlacedFact) -> "Voice":
        """Return the voice of a fact on its way."""
        fact = placed.fact
        return cls(fact.kind, fact.ownership, fact.speaker, placed.place, placed.key_epoch)

    @classmethod
    def of_memory(cls, known: KnownMemory) -> "Voice":
        """Return the voice of what a memory says now."""
        head = known.head
        place = VisibleScope(head.scope.key, head.epoch)
        return cls(head.kind, head.ownership, known.revision.speaker, place, head.key_epoch)
