"""Let a memory go on with what it said before its last statement was taken back (DESIGN §7)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from mneme.application.commit.find_guards import FindGuards
from mneme.application.commit.known_memory import KnownMemory
from mneme.application.commit.voice import Voice
from mneme.application.ports.table_store import Action, Present, SetTo, Update
from mneme.application.repositories.commits import MemoryWrite
from mneme.application.repositories.episodes import Episodes
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.row_keys import REVISIONS, revision_key, user_partition
from mneme.domain.extraction.draft_fields import letters
from mneme.domain.memory import Head, Revision, Source, Status
from mneme.domain.retrieval.blinding import blind_statement, normalised
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext

REVISIONS_READ = 5
"""So far back is it asked what a memory said."""

SourcesLeft = Callable[[Revision], tuple[Source, ...] | None]
"""Gives those sources of a revision that say it still, None if it was taken back."""


@dataclass(frozen=True, slots=True)
class GoesOn:
    """The memory with its next revision, and the actions beside it."""

    write: MemoryWrite
    actions: tuple[Action, ...]


@dataclass(frozen=True)
class GoOnAsBefore:
    """Finds what was replaced by the statement alone, and is said still."""

    find: FindGuards
    memories: MemoryRepository
    episodes: Episodes

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        known: KnownMemory,
        since: datetime,
        now: datetime,
        sources_left: SourcesLeft,
    ) -> GoesOn | None:
        """Return how the memory goes on from `since`, None if it has nothing to go on with.

        That is so of a memory that says the first it has said, or another active one says or fills
        by now what it would. Raises Unavailable.
        """
        head, memory_id = known.head, known.memory_id
        said = self._said_before(tenant, user_id, known, since, sources_left)
        if said is None or head.status is not Status.ACTIVE:
            return None
        voice = Voice.of_memory(KnownMemory(head, said))
        content = self.find.content(tenant, user_id, voice, said.content)
        slot = self.find.slot(tenant, user_id, voice, said.fact_key)
        members = slot.memory_ids if slot else frozenset[str]()
        others = {*members, content.memory_id or memory_id} - {memory_id}
        heads = self.memories.heads(tenant, user_id, sorted(others))
        if any(one.status is Status.ACTIVE for one in heads.values()):
            return None
        write = _as_before(head, said, since, now)
        spoken = self.find.content(tenant, user_id, Voice.of_memory(known), known.revision.content)
        place = revision_key(user_partition(tenant, user_id), memory_id, head.revision)
        ended = Update(REVISIONS, place, (SetTo("invalid_at", since.isoformat()),), Present("pk"))
        released = [spoken.release(memory_id)] if spoken.memory_id == memory_id else []
        joined = [slot.join(memory_id)] if slot and memory_id not in members else []
        actions = (ended, content.hold(memory_id), *released, *joined)
        return GoesOn(write, actions)

    def _said_before(
        self,
        tenant: TenantContext,
        user_id: str,
        known: KnownMemory,
        since: datetime,
        sources_left: SourcesLeft,
    ) -> Revision | None:
        """Return the last statement before that held until the taken back one did."""
        last, current = known.head.revision, known.revision
        numbers = range(last - 1, max(0, last - 1 - REVISIONS_READ), -1)
        refs = [(known.memory_id, number) for number in numbers]
        found = self.memories.revisions(tenant, user_id, refs)
        for ref in refs:
            said = found.get(ref)
            if said is None:
                return None
            left = sources_left(said)
            if left:
                left = self._saying(tenant, user_id, known, said, left)
            if left is None or normalised(said.content) == normalised(current.content):
                continue
            one, other = said.embedding, current.embedding
            alike = one is not None and other is not None and one.model == other.model
            was_over = said.invalid_at is not None and said.invalid_at < since
            return replace(said, sources=left) if alike and not was_over else None
        return None

    def _saying(
        self,
        tenant: TenantContext,
        user_id: str,
        known: KnownMemory,
        said: Revision,
        sources: tuple[Source, ...],
    ) -> tuple[Source, ...] | None:
        """Return the messages that were not edited since, or say it word for word; None if none."""
        head = known.head
        hashing = self.find.keys.keys_for(tenant, user_id, head.key_epoch).hashing
        stated = blind_statement(hashing, letters(said.content))
        place = VisibleScope(head.scope.key, head.epoch)
        kept = self.episodes.of_sources(tenant, user_id, place, sources)
        return (
            tuple(
                one
                for one in sources
                if one not in kept or not kept[one].told or stated in kept[one].statements
            )
            or None
        )


def _as_before(head: Head, said: Revision, since: datetime, now: datetime) -> MemoryWrite:
    """Return the next revision of a memory, which says again what it said before."""
    after = replace(
        head,
        revision=head.revision + 1,
        observed_at=said.observed_at,
        valid_at=since,
        invalid_at=None,
        changed_at=now,
        version=head.version + 1,
        index_version=head.index_version + 1,
    )
    again = replace(
        said,
        revision=after.revision,
        created_at=now,
        valid_at=since,
        invalid_at=None,
        conflicts_with=(),
        supersedes=(),
        superseded_by=None,
    )
    return MemoryWrite(after, before=head, revision=again)
