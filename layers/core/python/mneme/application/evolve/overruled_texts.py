"""The texts that people have deleted or corrected, read once for a lot of facts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.overrulings import Overruling, Overrulings, deletion_of
from mneme.application.repositories.row_keys import user_partition
from mneme.domain.evolution.told_again import Telling, telling, tells_again
from mneme.domain.fact import Fact
from mneme.domain.memory import Head, Revision
from mneme.domain.retrieval.blinding import normalised
from mneme.domain.retrieval.terms import Stem
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class OverruledText:
    """One text of a memory, by what and when it was overruled, and how it is read."""

    head: Head
    said: Revision
    by: Overruling
    telling: Telling

    @property
    def said_at(self) -> datetime:
        """When it was said last."""
        return self.said.observed_at if self.by.corrected else self.head.observed_at

    def shares_message(self, fact: Fact) -> bool:
        """Return whether one message told both: outside a session its id names no message."""
        return any(one.session_id is not None and one in self.said.sources for one in fact.sources)

    def is_told_by(self, fact: Fact, told: Telling) -> bool:
        """Return whether a fact of its side and speaker, which is `told` so, tells it again."""
        if _voice_of(fact, fact.speaker) != _voice_of(self.head, self.said.speaker):
            return False
        if normalised(fact.text) == normalised(self.said.content):
            return True
        return tells_again(told, self.telling, same_message=self.shares_message(fact))


@dataclass(frozen=True, slots=True)
class _OfScope:
    """What is known of a scope, until somebody overrules something else in it."""

    overruled_at: datetime
    texts: Sequence[OverruledText]


@dataclass(frozen=True)
class OverruledTexts:
    """Reads them. Who acts on one must check its memory's head: it may be restored meanwhile."""

    overrulings: Overrulings
    memories: MemoryRepository
    stem: Stem
    _kept: dict[VisibleScope, _OfScope] = field(default_factory=dict)

    def anew(self) -> "OverruledTexts":
        """Return one that knows nothing yet."""
        return OverruledTexts(self.overrulings, self.memories, self.stem)

    def forget(self, place: VisibleScope) -> None:
        """Forget what is known of a scope: it has moved."""
        self._kept.pop(place, None)

    def of_heads(
        self, tenant: TenantContext, user_id: str, heads: Iterable[Head]
    ) -> list[OverruledText]:
        """Return what deleted memories say. Raises Unavailable."""
        deleted = [(head, deletion_of(head)) for head in heads]
        return self._read(tenant, user_id, deleted)

    def of_scope(
        self, tenant: TenantContext, user_id: str, place: VisibleScope, overruled_at: datetime
    ) -> Sequence[OverruledText]:
        """Return the texts that were overruled last in a scope, at `overruled_at` the last one.

        Raises Unavailable.
        """
        kept = self._kept.get(place)
        if kept is None or kept.overruled_at != overruled_at:
            listed = self.overrulings.of_scope(
                tenant, user_partition(tenant, user_id), place
            ).listed
            heads = self.memories.heads(tenant, user_id, sorted({one.memory_id for one in listed}))
            standing = [
                (heads[one.memory_id], one)
                for one in listed
                if one.memory_id in heads and one.stands(heads[one.memory_id])
            ]
            kept = _OfScope(overruled_at, self._read(tenant, user_id, standing))
            self._kept[place] = kept
        return kept.texts

    def _read(
        self, tenant: TenantContext, user_id: str, overruled: Sequence[tuple[Head, Overruling]]
    ) -> list[OverruledText]:
        refs = {(by.memory_id, by.revision): (head, by) for head, by in overruled}
        found = self.memories.revisions(tenant, user_id, list(refs), searchable=False)
        return [self._text(*refs[ref], found[ref]) for ref in refs if ref in found]

    def _text(self, head: Head, by: Overruling, said: Revision) -> OverruledText:
        told = telling(said.content, said.speaker, said.fact_key, self.stem)
        return OverruledText(head, said, by, told)


def _voice_of(said: Fact | Head, speaker: str | None) -> tuple[str, str, str]:
    return said.kind, said.ownership, (speaker or "").casefold()
