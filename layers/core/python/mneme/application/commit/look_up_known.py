"""What the guards know of a fact: who says the same, and what fills its slot."""

from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.commit.find_guards import FindGuards
from mneme.application.commit.known_memory import KnownMemory, candidate
from mneme.application.commit.placed_fact import PlacedFact
from mneme.application.commit.voice import Voice
from mneme.application.index.find_by import FindBy
from mneme.application.repositories.guards import ContentGuard, FactKeyGuard, Guards, ScopeGuard
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.row_keys import user_partition
from mneme.domain.evolution.contrary_slots import contrary_slot, excludes
from mneme.domain.evolution.decisions import Candidate
from mneme.domain.evolution.precedence import holds_from, strength
from mneme.domain.evolution.verdicts import ONE_INSTANT, ending, is_over
from mneme.domain.fact import Fact
from mneme.domain.lifecycle import comes_back
from mneme.domain.memory import Head, Provenance, Status
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext

_SAYING = frozenset({Status.ACTIVE, Status.ARCHIVED})


@dataclass(frozen=True, slots=True)
class KnownState:
    """The guards as they were read, and the memories behind them.

    `rivals` fill the fact's slot at the time it speaks of, the strongest first, or
    one that it tells is empty. `members` are the heads of all that ever filled it, no candidates.
    `holder` is the head of who holds its content, whatever became of it. `archived` said the same
    until it was archived, or is past its end, and may say it again: nobody fills its slot. `late`
    said the same at the time the fact was told, and has come to its end since.
    """

    terms: tuple[str, ...]
    content_guard: ContentGuard
    content: KnownMemory | None
    key_guard: FactKeyGuard | None
    rivals: tuple[KnownMemory, ...]
    members: tuple[Head, ...]
    scope_guard: ScopeGuard
    holder: Head | None = None
    archived: KnownMemory | None = None
    late: KnownMemory | None = None

    @property
    def same_content(self) -> Candidate | None:
        """The memory that says the same already."""
        return None if self.content is None else candidate(self.content, 1.0)

    @property
    def is_filled(self) -> bool:
        """Whether a value fills the fact's slot, or will, so that none may come back to it."""
        return bool(self.rivals) or any(one.status is Status.ACTIVE for one in self.members)

    @property
    def memories(self) -> dict[str, KnownMemory]:
        """All of them, by their ids."""
        listed = (self.content, self.archived, self.late, *self.rivals)
        return {known.memory_id: known for known in listed if known is not None}


@dataclass(frozen=True)
class LookUpKnown:
    """Reads guards and heads, consistently, in the fact's own scope and epoch."""

    guards: Guards
    memories: MemoryRepository
    find_by: FindBy

    def __call__(
        self, tenant: TenantContext, user_id: str, placed: PlacedFact, now: datetime
    ) -> KnownState:
        """Return what the guards know of the fact."""
        keys = self.find_by.keys.keys_for(tenant, user_id, placed.key_epoch)
        fact, partition = placed.fact, user_partition(tenant, user_id)
        voice = Voice.of_fact(placed)
        # Before anything else: what is done in the scope from now on is seen to be unseen.
        scope_guard = self.guards.scope(tenant, partition, placed.place)
        content_guard = self.content_guard(tenant, user_id, voice, fact.text)
        key_guard = self.key_guard(tenant, user_id, voice, fact.fact_key)
        heads = self._heads(tenant, user_id, placed.place, content_guard, key_guard)
        holder = heads.get(content_guard.memory_id or "")
        content = None if holder is None else _still_said(holder, fact, now)
        members = [
            heads[one]
            for one in (key_guard.memory_ids if key_guard else ())
            if one in heads and heads[one].status is not Status.CANDIDATE
        ]
        rivals = _filling(members, max(now, holds_from(fact, now)))
        archived = None if holder is None else _left_alone(holder, fact, now)
        late = None if holder is None else _held_then(holder, fact, now)
        wanted = [one for one in (content, archived, late) if one is not None]
        opened = self._opened(tenant, user_id, [*wanted, *rivals])
        in_slot = _in_the_way(
            fact, [opened[one.memory_id] for one in rivals if one.memory_id in opened]
        )
        contrary = self._contrary(tenant, user_id, placed, voice, now)
        known = KnownState(
            terms=self.find_by.terms(keys, fact.speaker, fact.text),
            content_guard=content_guard,
            content=None if content is None else opened.get(content.memory_id),
            key_guard=key_guard,
            rivals=tuple({one.memory_id: one for one in (*in_slot, *contrary)}.values()),
            members=tuple(members),
            scope_guard=scope_guard,
            holder=holder,
            archived=None if archived is None else opened.get(archived.memory_id),
            late=None if late is None else opened.get(late.memory_id),
        )
        return self._unless_filled(tenant, user_id, known, fact, now)

    def _unless_filled(
        self, tenant: TenantContext, user_id: str, known: KnownState, fact: Fact, now: datetime
    ) -> KnownState:
        """Return the state, without what is archived if that may not come back to its slot."""
        archived = known.archived
        if archived is None:
            return known
        filled = known.is_filled or self._is_filled(tenant, user_id, archived, fact, now)
        return replace(known, archived=None) if filled else known

    def _is_filled(
        self, tenant: TenantContext, user_id: str, archived: KnownMemory, fact: Fact, now: datetime
    ) -> bool:
        """Return whether somebody fills what is archived once filled, if that is another slot."""
        slot = archived.revision.fact_key
        if slot is None or slot == fact.fact_key:
            return False
        guard = self.key_guard(tenant, user_id, Voice.of_memory(archived), slot)
        others = (guard.memory_ids if guard else frozenset()) - {archived.memory_id}
        heads = self.memories.heads(tenant, user_id, sorted(others)).values()
        return any(
            one.status is Status.ACTIVE and not is_over(one.invalid_at, one.expire_at, now)
            for one in heads
        )

    def _contrary(
        self,
        tenant: TenantContext,
        user_id: str,
        placed: PlacedFact,
        voice: Voice,
        now: datetime,
    ) -> list[KnownMemory]:
        """Return what fills a slot that the fact tells to be empty."""
        fact = placed.fact
        guard = self.key_guard(tenant, user_id, voice, contrary_slot(fact.fact_key))
        if guard is None or not guard.memory_ids:
            return []
        heads = self.memories.heads(tenant, user_id, sorted(guard.memory_ids))
        there = [
            head
            for head in heads.values()
            if VisibleScope(head.scope.key, head.epoch) == placed.place
        ]
        filling = _filling(there, max(now, holds_from(fact, now)))
        known = self._opened(tenant, user_id, filling).values()
        return [
            one
            for one in known
            if one.revision.fact_key != fact.fact_key and excludes(fact.text, one.revision.content)
        ]

    def content_guard(
        self, tenant: TenantContext, user_id: str, voice: Voice, text: str
    ) -> ContentGuard:
        """Return who holds a text in a voice."""
        return self._find.content(tenant, user_id, voice, text)

    def key_guard(
        self, tenant: TenantContext, user_id: str, voice: Voice, fact_key: str | None
    ) -> FactKeyGuard | None:
        """Return which families fill a slot in a voice; None without a slot."""
        return self._find.slot(tenant, user_id, voice, fact_key)

    @property
    def _find(self) -> FindGuards:
        return FindGuards(self.guards, self.find_by.keys)

    def _heads(
        self,
        tenant: TenantContext,
        user_id: str,
        place: VisibleScope,
        content_guard: ContentGuard,
        key_guard: FactKeyGuard | None,
    ) -> dict[str, Head]:
        ids = set(key_guard.memory_ids) if key_guard else set()
        if content_guard.memory_id is not None:
            ids.add(content_guard.memory_id)
        heads = self.memories.heads(tenant, user_id, sorted(ids))
        return {
            memory_id: head
            for memory_id, head in heads.items()
            if VisibleScope(head.scope.key, head.epoch) == place
        }

    def _opened(
        self, tenant: TenantContext, user_id: str, heads: list[Head]
    ) -> dict[str, KnownMemory]:
        refs = {head.memory_id: (head.memory_id, head.revision) for head in heads}
        revisions = self.memories.revisions(tenant, user_id, list(refs.values()))
        return {
            head.memory_id: KnownMemory(head, revisions[refs[head.memory_id]])
            for head in heads
            if refs[head.memory_id] in revisions
        }


def _filling(members: list[Head], at: datetime) -> list[Head]:
    """Return who fills the slot at a time, the strongest first; if nobody does, who did last."""
    begun = [
        head
        for head in members
        if head.status is Status.ACTIVE and (head.valid_at is None or head.valid_at <= at)
    ]
    begun.sort(key=lambda head: (strength(head), head.memory_id), reverse=True)
    return [one for one in begun if not is_over(one.invalid_at, one.expire_at, at)] or begun[:1]


def _in_the_way(fact: Fact, rivals: list[KnownMemory]) -> list[KnownMemory]:
    """Return the rivals without those that tell by now of another slot, and leave the fact room."""
    return [
        one
        for one in rivals
        if one.revision.fact_key in {None, fact.fact_key}
        or excludes(fact.text, one.revision.content)
    ]


def _still_said(head: Head, fact: Fact, now: datetime) -> Head | None:
    """Return the memory if it says the fact still: what is over is news when it is said again.

    A candidate says it to those that are doubtful themselves.
    """
    doubted = (head.status, fact.provenance) == (Status.CANDIDATE, Provenance.CANDIDATE)
    over = is_over(head.invalid_at, head.expire_at, now)
    news = over and not is_over(fact.invalid_at, fact.expire_at, now)
    return head if not news and (doubted or head.status is Status.ACTIVE) else None


def _left_alone(head: Head, fact: Fact, now: datetime) -> Head | None:
    """Return the memory if it is archived, or as good as, and what it says is not of the past."""
    past = is_over(head.invalid_at, None, now) and not is_over(fact.invalid_at, None, now)
    return head if comes_back(head, fact.observed_at, now) and not past else None


def _held_then(head: Head, fact: Fact, now: datetime) -> Head | None:
    """Return the memory if it has come to its end, and said the fact when that was told.

    What holds longer than it did is news, and a slot knows its values by itself.
    """
    ends, told = ending(head.invalid_at, head.expire_at), ending(fact.invalid_at, fact.expire_at)
    if head.status not in _SAYING or ends is None or ends > now or fact.fact_key is not None:
        return None
    began = head.valid_at is None or head.valid_at <= holds_from(fact, now)
    longer = told is not None and told - ends >= ONE_INSTANT
    outranks = fact.provenance.rank > head.provenance.rank
    return head if began and fact.observed_at < ends and not longer and not outranks else None
