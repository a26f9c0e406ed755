"""One attempt at one fact: what every plan of its commit needs (DESIGN §8)."""

from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.commit.amend_history import ended_chapter, resumed
from mneme.application.commit.known_memory import KnownMemory
from mneme.application.commit.look_up_known import KnownState, LookUpKnown
from mneme.application.commit.placed_fact import PlacedFact
from mneme.application.commit.retire_memories import Successor, retired
from mneme.application.commit.voice import Voice
from mneme.application.evolve.judgement import Judgement
from mneme.application.index.find_by import FindBy
from mneme.application.ports.table_store import Action
from mneme.application.repositories.commits import Commit, MemoryWrite
from mneme.application.repositories.revision_archive import RevisionArchive
from mneme.application.repositories.row_keys import user_partition
from mneme.domain.change import Actor, ChangeRecord, Operation
from mneme.domain.evolution.decisions import Reason
from mneme.domain.evolution.precedence import holds_from
from mneme.domain.fact import Fact
from mneme.domain.memory import Head
from mneme.domain.task import FactResult
from mneme.domain.tenancy import TenantContext
from mneme.domain.weight import WeightPolicy


@dataclass(frozen=True, slots=True)
class Planned:
    """What a fact becomes, and the commit that makes it so."""

    result: FactResult
    commit: Commit


@dataclass(frozen=True, slots=True)
class Attempt:
    """A fact with what was known and judged; `memory_id` is its own if it becomes a new memory."""

    look_up: LookUpKnown
    find_by: FindBy
    archive: RevisionArchive
    tenant: TenantContext
    user_id: str
    placed: PlacedFact
    memory_id: str
    actor: Actor
    known: KnownState
    judgement: Judgement
    now: datetime
    weights: WeightPolicy

    @property
    def partition(self) -> str:
        """The user's partition."""
        return user_partition(self.tenant, self.user_id)

    @property
    def voice(self) -> Voice:
        """Whose words the fact's are."""
        return Voice.of_fact(self.placed)

    @property
    def fact(self) -> Fact:
        """The fact, as long as it held."""
        fact, until = self.placed.fact, self.judgement.verdict.interval.until
        if until is None or (fact.invalid_at is not None and fact.invalid_at <= until):
            return fact
        return replace(fact, invalid_at=until)

    def memories(self, memory_ids: tuple[str, ...]) -> list[KnownMemory]:
        """Return memories that the judgement names."""
        return [self.judgement.memories[memory_id] for memory_id in memory_ids]

    def retired(
        self, ending: list[KnownMemory], successor: str | None = None
    ) -> tuple[tuple[MemoryWrite, ...], list[Action]]:
        """Return what ends memories where the fact begins: by default with its own memory."""
        by = Successor(successor or self.memory_id, holds_from(self.placed.fact, self.now))
        return retired(self.partition, ending, by, self.now)

    def ends_in_history(self) -> tuple[str, ...]:
        """Return the memory whose last revision the fact ends, beyond those of its verdict."""
        interval = self.judgement.verdict.interval
        if interval.closes is None or interval.resumes is not None:
            return ()
        memory_id, number = interval.closes
        [known] = self.memories((memory_id,))
        return (memory_id,) if number == known.head.revision else ()

    def closed_chapter(self, by: str) -> tuple[tuple[MemoryWrite, ...], list[Action]]:
        """Return what ends the part of a slot's history in which the fact has its place."""
        interval = self.judgement.verdict.interval
        if interval.closes is None:
            return (), []
        memory_id, number = interval.closes
        [known] = self.memories((memory_id,))
        around = Successor(by, holds_from(self.placed.fact, self.now))
        if interval.resumes is None or interval.until is None:
            return ended_chapter(self.partition, known, number, around, self.now)
        write, ended = resumed(self.partition, known, around, interval.until, self.now)
        return (write,), [ended]

    def superseded(self, ending: list[KnownMemory], reason: Reason) -> list[ChangeRecord]:
        """Return the records of memories that end."""
        return [
            self.record(Operation.SUPERSEDE, known.head, known.head.revision, reason)
            for known in ending
        ]

    def record(
        self,
        operation: Operation,
        head: Head,
        revision_before: int | None,
        reason: Reason | None = None,
        fact: Fact | None = None,
    ) -> ChangeRecord:
        """Return the record of what is done to one memory."""
        return ChangeRecord(
            operation=operation,
            memory_ids=(head.memory_id,),
            revision_before=revision_before,
            revision_after=head.revision,
            reason=reason or self.judgement.verdict.reason,
            actor=self.actor,
            at=self.now,
            sources=(fact or self.placed.fact).sources,
            shadow=self.judgement.shadow,
        )

    def joined_slot(self, fact: Fact, memory_id: str) -> list[Action]:
        """Return the action by which a memory joins the slot of what it says, if that has one."""
        guard = self.known.key_guard
        if guard is None:
            guard = self.look_up.key_guard(self.tenant, self.user_id, self.voice, fact.fact_key)
        return [] if guard is None else [guard.join(memory_id)]
