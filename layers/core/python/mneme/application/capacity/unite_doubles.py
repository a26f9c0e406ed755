"""Weak memories that say the same become one before anything leaves (DESIGN §11, third way)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from mneme.application.commit.known_memory import KnownMemory
from mneme.application.commit.retire_memories import Successor, retired, still_says
from mneme.application.commit.take_up_fact import all_sources
from mneme.application.ports.clock import Clock
from mneme.application.ports.embedder import Stemmer
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.ports.table_store import Action, AddToSet, Present, SetTo, Update
from mneme.application.repositories.commits import Commit, Commits, MemoryWrite
from mneme.application.repositories.guards import facts_changed
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.revision_rows import source_row
from mneme.application.repositories.row_keys import REVISIONS, revision_key, user_partition
from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.change import Actor, ChangeRecord, OfCapacity, Operation
from mneme.domain.evolution.doubles import doubles
from mneme.domain.memory import Head, Source
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext
from mneme.domain.user_state import UserState
from mneme.domain.weight import WeightPolicy, current_weight

WEAK = 100
"""So many of those that leave first are read and compared: one batch of revisions."""

MOST_UNITED = 12
"""Memories that end in one transaction: 12 × (head, revision, record), at most 12 × (check,
revision, record, scope), 13 counters, user check, log head, of 100."""


@dataclass(frozen=True, slots=True)
class _Double:
    """A memory that stays, and those that say the same and end with it."""

    stays: KnownMemory
    ending: tuple[KnownMemory, ...]

    @property
    def sources(self) -> tuple[Source, ...]:
        ending = (one.revision.sources for one in self.ending)
        return all_sources([*ending, self.stays.revision.sources])


@dataclass(frozen=True)
class UniteDoubles:
    """Supersedes doubles by the strongest of them, which takes over where they came from.

    They are of one scope, side and speaker, equally tagged, and fill no slot; nobody marked them
    as in conflict, and nothing ends them on a day of its own.
    """

    users: UserRepository
    memories: MemoryRepository
    commits: Commits
    stemmer: Stemmer
    clock: Clock
    thresholds: ThresholdsNow = as_delivered

    def __call__(
        self, tenant: TenantContext, user_id: str, state: UserState, leaving: Sequence[Head]
    ) -> int:
        """Return how many memories were united with others, of those that leave first.

        Raises WriteConflict if one of them has moved since it was read, and Unavailable.
        """
        now = self.clock.now()
        known = self._opened(tenant, user_id, leaving[:WEAK])
        found = list(_within(self._doubles(known, now), MOST_UNITED))
        if found:
            self.commits.carry_out(
                tenant, user_id, self._commit(tenant, user_id, state, found, now)
            )
        return sum(len(one.ending) for one in found)

    def _opened(
        self, tenant: TenantContext, user_id: str, heads: Sequence[Head]
    ) -> list[KnownMemory]:
        refs = {(head.memory_id, head.revision): head for head in heads}
        revisions = self.memories.revisions(tenant, user_id, list(refs), searchable=False)
        return [KnownMemory(refs[ref], one) for ref, one in revisions.items()]

    def _doubles(self, known: Sequence[KnownMemory], now: datetime) -> Iterator[_Double]:
        weights = self.thresholds().weights
        places: dict[object, dict[str, KnownMemory]] = defaultdict(dict)
        for one in known:
            if _is_comparable(one, now):
                places[_place(one)][one.memory_id] = one
        for place in places.values():
            texts = {name: one.revision.content for name, one in place.items()}
            for group in doubles(texts, self.stemmer.stem) if len(texts) > 1 else ():
                members = [place[name] for name in group]
                stays = max(members, key=lambda one: _strength(one, now, weights))
                yield _Double(stays, tuple(one for one in members if one is not stays))

    def _commit(
        self,
        tenant: TenantContext,
        user_id: str,
        state: UserState,
        found: Sequence[_Double],
        now: datetime,
    ) -> Commit:
        partition = user_partition(tenant, user_id)
        writes: list[MemoryWrite] = []
        records: list[ChangeRecord] = []
        extra: list[Action] = [self.users.unchanged(tenant, user_id, state)]
        places: dict[VisibleScope, None] = {}
        for double in found:
            stays = double.stays
            ended, closings = retired(
                partition, double.ending, Successor(stays.memory_id, now), now
            )
            writes += ended
            extra += [still_says(partition, stays), *closings, _takes_over(partition, double)]
            places[VisibleScope(stays.head.scope.key, stays.head.epoch)] = None
            records.append(_record(Operation.MERGE, stays.head, now, double.sources))
            records += [_record(Operation.SUPERSEDE, one.head, now) for one in double.ending]
        extra += [facts_changed(partition, place) for place in places]
        return Commit(tuple(writes), tuple(records), tuple(extra))


def _is_comparable(one: KnownMemory, now: datetime) -> bool:
    head, said = one.head, one.revision
    begun = head.valid_at is None or head.valid_at <= now
    bounded = head.invalid_at is not None or head.expire_at is not None
    return begun and not bounded and said.fact_key is None and not said.conflicts_with


def _place(one: KnownMemory) -> object:
    """Return what doubles have in common besides what they say."""
    head, said = one.head, one.revision
    tags = frozenset((name, type(value), value) for name, value in said.custom_tags.items())
    entities = frozenset(said.entities)
    scope = (head.scope.key, head.epoch, head.key_epoch)
    return scope, head.ownership, head.mem_type, said.speaker, said.modality, tags, entities


def _strength(one: KnownMemory, now: datetime, by: WeightPolicy) -> tuple[int, float, str]:
    """Return the order by which one stays: a lower rank never supersedes a higher one."""
    return one.head.provenance.rank, current_weight(one.head, now, by), one.memory_id


def _within(found: Iterable[_Double], most: int) -> Iterator[_Double]:
    """Yield as much of what was found as goes into one transaction."""
    for one in found:
        ending = one.ending[:most]
        if ending:
            yield _Double(one.stays, ending)
        most -= len(ending)


def _takes_over(partition: str, double: _Double) -> Action:
    head = double.stays.head
    linked = frozenset(one.memory_id for one in double.ending)
    changes = (
        SetTo("sources", [source_row(source) for source in double.sources]),
        AddToSet("supersedes", linked),
    )
    place = revision_key(partition, head.memory_id, head.revision)
    return Update(REVISIONS, place, changes, Present("pk"))


def _record(
    operation: Operation, head: Head, now: datetime, sources: tuple[Source, ...] = ()
) -> ChangeRecord:
    return ChangeRecord(
        operation=operation,
        memory_ids=(head.memory_id,),
        revision_before=head.revision,
        revision_after=head.revision,
        reason=OfCapacity.DOUBLE,
        actor=Actor.SYSTEM,
        at=now,
        sources=sources,
    )
