"""The sentences that a memory came from, as long as their messages are there (DESIGN §7, §16)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from mneme.application.ports.clock import Clock
from mneme.application.ports.embedder import Stemmer
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.said_messages import SaidMessages
from mneme.domain.extraction.sentences import sentences
from mneme.domain.memory import Head, Kind, Revision, Source, Status
from mneme.domain.retrieval.terms import terms_of
from mneme.domain.scope import Level, Scope, VisibleScope
from mneme.domain.tenancy import TenantContext
from mneme.domain.user_state import UserState
from mneme.domain.visibility import has_expired

QUOTED_SOURCES = 10
"""Sources of one statement that are quoted; of the others, their ids are told."""

QUOTED_CHARACTERS = 1_000
TEXTS_READ = 10
"""Of a message that was edited more often, its newest texts are read."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What a memory says, and the messages that it is taken from.

    It was observed at `observed_at`, and written down at `known_at`.
    """

    content: str
    observed_at: datetime
    known_at: datetime
    sources: tuple[Source, ...]


@dataclass(frozen=True)
class FindSentences:
    """Finds them in the episodes of the memory's own place, or of the session it was kept from."""

    said: SaidMessages
    memories: MemoryRepository
    stemmer: Stemmer
    clock: Clock

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        state: UserState,
        head: Head,
        statements: Sequence[Statement],
    ) -> list[list[str | None]]:
        """Return for each statement a sentence a source, None where it cannot be told for certain.

        Messages that were deleted, purged, kept for long enough or never are not quoted. Raises
        Unavailable.
        """
        wanted = dict.fromkeys(
            source for one in statements for source in one.sources[:QUOTED_SOURCES]
        )
        holders, places = self._holders(tenant, user_id, state, head, list(wanted))
        ids = dict.fromkeys(one for listed in holders.values() for one in listed)
        turns = self._turns(tenant, user_id, places, ids)
        return [
            [
                self._sentence(statement, _the_one(statement, holders.get(source, []), turns))
                for source in statement.sources
            ]
            for statement in statements
        ]

    def _holders(
        self,
        tenant: TenantContext,
        user_id: str,
        state: UserState,
        head: Head,
        wanted: Sequence[Source],
    ) -> tuple[dict[Source, list[str]], set[VisibleScope]]:
        """Return who holds the messages, and in which places.

        What was never told in the memory's own place was told in a session that has ended: as
        memories of it are kept, so it is of the same app, and not purged.
        """
        own = VisibleScope(head.scope.key, head.epoch)
        holders, places = self.said.holders(tenant, user_id, own, wanted), {own}
        elsewhere = [one for one in wanted if one.session_id is not None and one not in holders]
        if head.scope.level is Level.SESSION or not elsewhere:
            return holders, places
        app_id = head.scope.app_id if head.scope.level is Level.APP else None
        for session in dict.fromkeys(one.session_id for one in elsewhere):
            scope = Scope(Level.SESSION, app_id, session)
            place = VisibleScope(scope.key, state.effective_epoch(scope))
            of_session = [one for one in elsewhere if one.session_id == session]
            holders |= self.said.holders(tenant, user_id, place, of_session)
            places.add(place)
        return holders, places

    def _turns(
        self,
        tenant: TenantContext,
        user_id: str,
        places: Collection[VisibleScope],
        ids: Iterable[str],
    ) -> dict[str, list[Revision]]:
        """Return the texts that each message has had, oldest first, by the memory that holds it."""
        heads = self.memories.heads(tenant, user_id, list(ids))
        now = self.clock.now()
        refs = [
            (head.memory_id, number)
            for head in heads.values()
            if head.kind is Kind.TURN
            and head.status is not Status.DELETED
            and not has_expired(head, now)
            and VisibleScope(head.scope.key, head.epoch) in places
            for number in range(max(1, head.revision - TEXTS_READ + 1), head.revision + 1)
        ]
        opened = self.memories.revisions(tenant, user_id, refs)
        found: dict[str, list[Revision]] = {}
        for memory_id, number in refs:
            if (memory_id, number) in opened:
                found.setdefault(memory_id, []).append(opened[memory_id, number])
        return found

    def _sentence(self, statement: Statement, texts: Sequence[Revision]) -> str | None:
        """Return the sentence that says most of the statement; if none does, what was said.

        Of two texts of one message that say as much of it, the newer one is meant.
        """
        if not texts:
            return None
        stated = set(terms_of(statement.content, self.stemmer.stem))
        best, most = texts[-1].content, 0
        for text in reversed(texts):
            for one in sentences(text.content):
                shared = len(stated & set(terms_of(one, self.stemmer.stem)))
                if shared > most:
                    best, most = one, shared
        return best[:QUOTED_CHARACTERS]


def _the_one(
    statement: Statement, holders: Sequence[str], turns: Mapping[str, Sequence[Revision]]
) -> Sequence[Revision]:
    """Return the texts, as far as the statement may be of them, of the message that is meant.

    Of several messages with its id that is the only one of its time.
    """
    there = [turns[memory_id] for memory_id in holders if memory_id in turns]
    if len(there) > 1:
        there = [texts for texts in there if texts[0].observed_at == statement.observed_at]
    if len(there) != 1:
        return ()
    [texts] = there
    return [text for text in texts if text.created_at <= statement.known_at]
