"""The sentences that a memory came from, as long as their messages are there (DESIGN §7, §16)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from mneme.application.ports.embedder import Stemmer
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.said_messages import SaidMessages
from mneme.domain.extraction.sentences import sentences
from mneme.domain.memory import Head, Kind, Revision, Source, Status
from mneme.domain.retrieval.terms import terms_of
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext

QUOTED_SOURCES = 10
"""Sources of one statement that are quoted; of the others, their ids are told."""

QUOTED_CHARACTERS = 1_000
FIRST_REVISION = 1
"""A message is what was said: it has no second."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What a memory says, since when it is known, and the messages that it is taken from."""

    content: str
    observed_at: datetime
    sources: tuple[Source, ...]


@dataclass(frozen=True)
class FindSentences:
    """Finds them in the episodes of the memory's own place."""

    said: SaidMessages
    memories: MemoryRepository
    stemmer: Stemmer

    def __call__(
        self, tenant: TenantContext, user_id: str, head: Head, statements: Sequence[Statement]
    ) -> list[list[str | None]]:
        """Return for each statement a sentence a source, None where it cannot be told for certain.

        Messages that were deleted, purged or never kept are not quoted. Raises Unavailable.
        """
        place = VisibleScope(head.scope.key, head.epoch)
        wanted = dict.fromkeys(
            source for one in statements for source in one.sources[:QUOTED_SOURCES]
        )
        holders = self.said.holders(tenant, user_id, place, list(wanted))
        ids = dict.fromkeys(one for listed in holders.values() for one in listed)
        turns = self._turns(tenant, user_id, place, ids)
        return [
            [
                self._sentence(statement, _the_one(statement, holders.get(source, []), turns))
                for source in statement.sources
            ]
            for statement in statements
        ]

    def _turns(
        self, tenant: TenantContext, user_id: str, place: VisibleScope, ids: Iterable[str]
    ) -> dict[str, Revision]:
        heads = self.memories.heads(tenant, user_id, list(ids))
        refs = [
            (head.memory_id, FIRST_REVISION)
            for head in heads.values()
            if head.kind is Kind.TURN
            and head.status is not Status.DELETED
            and VisibleScope(head.scope.key, head.epoch) == place
        ]
        opened = self.memories.revisions(tenant, user_id, refs)
        return {memory_id: turn for (memory_id, _), turn in opened.items()}

    def _sentence(self, statement: Statement, turn: Revision | None) -> str | None:
        """Return the sentence that says most of the statement; if none does, what was said."""
        if turn is None:
            return None
        stated = set(terms_of(statement.content, self.stemmer.stem))
        spoken = sentences(turn.content)
        shared = [len(stated & set(terms_of(one, self.stemmer.stem))) for one in spoken]
        if not any(shared):
            return turn.content[:QUOTED_CHARACTERS]
        return spoken[shared.index(max(shared))][:QUOTED_CHARACTERS]


def _the_one(
    statement: Statement, holders: Sequence[str], turns: Mapping[str, Revision]
) -> Revision | None:
    """Return the message that is meant: of several with its id, the only one of its time."""
    there = [turns[memory_id] for memory_id in holders if memory_id in turns]
    if len(there) > 1:
        there = [turn for turn in there if turn.observed_at == statement.observed_at]
    return there[0] if len(there) == 1 else None
