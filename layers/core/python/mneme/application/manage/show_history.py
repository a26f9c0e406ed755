"""What became of one memory: every change with its reason, and each version with its sentence."""

from collections.abc import Sequence
from dataclasses import dataclass

from mneme.application.manage.find_managed import FindManaged, Managed
from mneme.application.manage.find_sentences import FindSentences, Statement
from mneme.application.manage.page_cursors import PageCursors
from mneme.application.repositories.change_records import ChangeRecords, LoggedChange
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.domain.change import Actor, ChangeRecord, OfEpisode, Operation
from mneme.domain.memory import Head, Kind, Revision, Source
from mneme.domain.paging import ListPage, PageRequest
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class Quote:
    """A message that a version came from; no sentence if it cannot be told or is gone."""

    source: Source
    sentence: str | None


@dataclass(frozen=True, slots=True)
class Chapter:
    """One change of a memory, and the version that it made, if it made one."""

    record: ChangeRecord
    version: Revision | None
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class History:
    """The memory as it stands, and a page of its chapters, oldest first."""

    head: Head
    page: ListPage[Chapter]


@dataclass(frozen=True)
class ShowHistory:
    """The use case behind `history`."""

    find: FindManaged
    records: ChangeRecords
    memories: MemoryRepository
    find_sentences: FindSentences
    cursors: PageCursors

    def __call__(
        self, tenant: TenantContext, user_id: str, memory_id: str, page: PageRequest
    ) -> History:
        """Return a page of the history, consistent with what is stored now.

        Raises NotFound, NotAllowed, InvalidRequest for a strange cursor, Unavailable.
        """
        found = self.find(tenant, user_id, memory_id)
        position = self.cursors.open(tenant, user_id, page.question, page.cursor)
        memory = (tenant, user_id, memory_id)
        logged, more = self.records.of_memory(*memory, int(position.get("after", "0")), page.limit)
        if not position and _was_kept(found.head, logged):
            more = more or len(logged) == page.limit
            logged = [LoggedChange(0, _kept(found.known.revision)), *logged][: page.limit]
        chapters = self._chapters(tenant, user_id, found, [one.record for one in logged])
        reached = {"after": str(logged[-1].sequence)} if more and logged else None
        cursor = self.cursors.seal(tenant, user_id, page.question, reached)
        return History(found.head, ListPage(tuple(chapters), cursor))

    def _chapters(
        self, tenant: TenantContext, user_id: str, found: Managed, records: list[ChangeRecord]
    ) -> list[Chapter]:
        head = found.head
        refs = [(head.memory_id, number) for record in records if (number := _made(record))]
        versions = self.memories.revisions(tenant, user_id, refs)
        told = [versions.get((head.memory_id, _made(record) or 0)) for record in records]
        current = versions.get((head.memory_id, head.revision))
        statements = [
            _statement(record, version or current)
            for record, version in zip(records, told, strict=True)
        ]
        quoted = self.find_sentences(tenant, user_id, found.state, head, statements)
        return [
            Chapter(record, version, tuple(map(Quote, statement.sources, sentences)))
            for record, version, statement, sentences in zip(
                records, told, statements, quoted, strict=True
            )
        ]


def _made(record: ChangeRecord) -> int | None:
    """Return the number of the revision that a change made, None if it made none."""
    made = record.revision_after
    return None if made == record.revision_before else made


def _statement(record: ChangeRecord, version: Revision | None) -> Statement:
    if version is None:
        return Statement("", record.at, record.at, record.sources)
    sources = version.sources if _made(record) else record.sources
    return Statement(version.content, version.observed_at, record.at, sources)


def _was_kept(head: Head, logged: Sequence[LoggedChange]) -> bool:
    """Return whether it has no record of its own beginning, as messages of an episode have none.

    They are kept together: their one record is of all of them.
    """
    born = any(one.record.revision_before is None for one in logged)
    return head.kind is Kind.TURN and not born


def _kept(turn: Revision) -> ChangeRecord:
    return ChangeRecord(
        operation=Operation.ADD,
        memory_ids=(turn.memory_id,),
        revision_before=None,
        revision_after=turn.revision,
        reason=OfEpisode.KEPT,
        actor=Actor.SYSTEM,
        at=turn.created_at,
        sources=turn.sources,
    )
