"""Find what a fact would bring back that a person has deleted or corrected (DESIGN §8, §12).

What was deleted counts as what is active does: by its words, its slot and its meaning. Who tells
the same anew, after that, is heard.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from mneme.application.commit.known_memory import KnownMemory
from mneme.application.commit.look_up_known import KnownState
from mneme.application.commit.placed_fact import CLOCK_SKEW, PlacedFact
from mneme.application.evolve.overruled_texts import OverruledText, OverruledTexts
from mneme.application.repositories.guards import Guards, ScopeGuard
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.overrulings import deletion_of
from mneme.application.repositories.row_keys import user_partition
from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.evolution.decisions import Reason
from mneme.domain.evolution.told_again import telling
from mneme.domain.scope import Level, VisibleScope
from mneme.domain.session import kept_in
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class Unwanted:
    """A memory, with what a person does not want it to say, and why a fact is not learned."""

    known: KnownMemory
    reason: Reason


@dataclass(frozen=True)
class FindUnwanted:
    """Looks at what the guards point at, and at what was overruled last in the fact's scope.

    The latter only if the fact may not tell anew, so that an ordinary one costs nothing.
    """

    guards: Guards
    users: UserRepository
    memories: MemoryRepository
    texts: OverruledTexts

    def for_lot(self) -> "FindUnwanted":
        """Return one that reads what was overruled once."""
        return replace(self, texts=self.texts.anew())

    def __call__(
        self, tenant: TenantContext, user_id: str, placed: PlacedFact, known: KnownState
    ) -> Unwanted | None:
        """Return what the fact tells again, and does not tell anew. Raises Unavailable."""
        if placed.accepted_at is None:
            return None
        found = _Search(self, tenant, user_id, placed).found(known)
        if found is None:
            return None
        reason = Reason.CORRECTED if found.by.corrected else Reason.DELETED
        return Unwanted(KnownMemory(found.head, found.said), reason)


@dataclass(frozen=True, slots=True)
class _Search:
    """One search for one fact."""

    by: FindUnwanted
    tenant: TenantContext
    user_id: str
    placed: PlacedFact

    def found(self, known: KnownState) -> OverruledText | None:
        guarded = self._match(self._guarded(known))
        if guarded is not None:
            return guarded
        in_slot = frozenset(one.memory_id for one in known.members)
        listed = self._listed(self.placed.place, known.scope_guard, in_slot)
        return listed or self._of_session()

    def _guarded(self, known: KnownState) -> list[OverruledText]:
        """Return what is deleted of who holds the content, and of who has filled the slot."""
        heads = {one.memory_id: one for one in (known.holder, *known.members) if one is not None}
        deleted = [
            one
            for one in heads.values()
            if one.is_unwanted and not self.placed.tells_anew(one.observed_at, deletion_of(one).at)
        ]
        return self.by.texts.of_heads(self.tenant, self.user_id, deleted) if deleted else []

    def _listed(
        self,
        place: VisibleScope,
        guard: ScopeGuard,
        in_slot: frozenset[str] = frozenset(),
        *,
        of_message: bool = False,
    ) -> OverruledText | None:
        """Return what was overruled last in a scope, read anew if that has moved since.

        What a memory of the fact's slot said before it was corrected is told by its history.
        """
        at = guard.overruled_at
        if at is None or self.placed.tells_anew(at + CLOCK_SKEW, at + CLOCK_SKEW):
            return None
        for _ in range(2):
            texts = self.by.texts.of_scope(self.tenant, self.user_id, place, at)
            found = self._match(
                one
                for one in texts
                if not (one.by.corrected and one.head.memory_id in in_slot)
                and (not of_message or one.shares_message(self.placed.fact))
            )
            if found is None or self._stands(found):
                return found
            self.by.texts.forget(place)
        return None

    def _of_session(self) -> OverruledText | None:
        """Return what the fact's message had brought where its session was kept when it ended."""
        placed, fact = self.placed, self.placed.fact
        told_before = placed.accepted_at is not None and fact.observed_at < placed.accepted_at
        if placed.scope.level is not Level.SESSION or not told_before:
            return None
        target = kept_in(placed.scope)
        state = self.by.users.state(self.tenant, self.user_id)
        place = VisibleScope(target.key, state.effective_epoch(target))
        partition = user_partition(self.tenant, self.user_id)
        guard = self.by.guards.scope(self.tenant, partition, place)
        return self._listed(place, guard, of_message=True)

    def _match(self, texts: Iterable[OverruledText]) -> OverruledText | None:
        fact = self.placed.fact
        again = [one for one in texts if not self.placed.tells_anew(one.said_at, one.by.at)]
        if not again:
            return None
        told = telling(fact.text, fact.speaker, fact.fact_key, self.by.texts.stem)
        return next((one for one in again if one.is_told_by(fact, told)), None)

    def _stands(self, found: OverruledText) -> bool:
        memory_id = found.head.memory_id
        heads = self.by.memories.heads(self.tenant, self.user_id, [memory_id])
        return memory_id in heads and heads[memory_id].version == found.head.version
