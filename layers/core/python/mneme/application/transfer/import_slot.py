"""What comes in stands beside what fills its slot already, in conflict with it.

What is there is never changed, so neither ends the other: people shall say.
"""

from dataclasses import dataclass, replace

from mneme.application.commit.find_guards import FindGuards
from mneme.application.commit.known_memory import KnownMemory
from mneme.application.commit.voice import Voice
from mneme.application.manage.claim_guards import holds
from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import Action
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.transfer.importing import Importing
from mneme.domain.evolution.verdicts import ending
from mneme.domain.memory import Head, Revision, Status

LOOKED_AT = 100
"""Of a slot that is filled by more, these are in conflict with what comes in."""


@dataclass(frozen=True, slots=True)
class Filled:
    """What a memory says, with what it is in conflict with, and the actions that fill its slot."""

    said: Revision
    actions: tuple[Action, ...] = ()


@dataclass(frozen=True)
class ImportSlot:
    """Lets an ACTIVE memory that comes in fill its slot."""

    memories: MemoryRepository
    guards: FindGuards
    clock: Clock

    def __call__(self, of: Importing, head: Head, said: Revision) -> Filled:
        """Return how it fills its slot, if it has one. Raises Unavailable.

        What it is linked to stood beside it where it comes from: that is no news.
        """
        if head.status is not Status.ACTIVE:
            return Filled(said)
        voice = Voice.of_memory(KnownMemory(head, said))
        slot = self.guards.slot(of.tenant, of.user_id, voice, said.fact_key)
        if slot is None:
            return Filled(said)
        others = sorted(slot.memory_ids - {head.memory_id} - said.linked)[:LOOKED_AT]
        beside = self._beside(of, head, others)
        both = tuple(sorted((*said.conflicts_with, *beside)))
        return Filled(replace(said, conflicts_with=both), (slot.join(head.memory_id),))

    def _beside(self, of: Importing, head: Head, others: list[str]) -> list[str]:
        """Return those that hold another value for a time that both are about."""
        now = self.clock.now()
        if not holds(head, now):
            return []
        heads = self.memories.heads(of.tenant, of.user_id, others).values()
        rivals = [one for one in heads if holds(one, now) and _meet(one, head)]
        refs = [(one.memory_id, one.revision) for one in rivals]
        said = self.memories.revisions(of.tenant, of.user_id, refs, searchable=False)
        return [one.memory_id for one in said.values() if head.memory_id not in one.linked]


def _meet(one: Head, other: Head) -> bool:
    """Return whether there is a time for which both hold."""
    return _begins_within(one, other) and _begins_within(other, one)


def _begins_within(one: Head, other: Head) -> bool:
    ends = ending(other.invalid_at, other.expire_at)
    return ends is None or one.valid_at is None or one.valid_at < ends
