"""One memory as lines of an export, of which each can be imported by itself.

A memory of many revisions stands in several: each tells the memory as it is and what it says now,
and beside that some of what it said before, the newest first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.transfer.export_lines import memory_line
from mneme.domain.errors import InternalFault
from mneme.domain.memory import Head, Kind, Revision
from mneme.domain.tenancy import TenantContext
from mneme.domain.told_memory import Places, ToldMemory
from mneme.domain.transfer import LINE_BYTES, LINE_REVISIONS, Counts

MOST_WHOLE = 2
"""The current revision and one before it are not parted, however long."""


@dataclass(frozen=True, slots=True)
class Told:
    """Lines, and what they count. Revisions below `below` are still to be told; None: none are."""

    lines: bytes
    counts: Counts
    below: int | None


@dataclass(frozen=True)
class ExportMemory:
    """Reads a memory's revisions, some at a time, wherever they lie."""

    memories: MemoryRepository

    def __call__(
        self, tenant: TenantContext, user_id: str, head: Head, below: int | None, room: int
    ) -> Told:
        """Return lines, those with revisions below a number, as many as it takes to fill the room.

        Without a number they are the memory's first ones. Raises InternalFault if what it says is
        gone, Unavailable.
        """
        now = self._read(tenant, user_id, head, [head.revision])
        if not now:
            raise InternalFault("what a memory says is gone")
        lines, counts = list[bytes](), Counts() if below is not None else _counted(head)
        told_once, under = below is not None, min(below or head.revision, head.revision)
        while True:
            numbers = range(max(1, under - LINE_REVISIONS), under)
            past = self._read(tenant, user_id, head, numbers)
            if past or not told_once:
                said = (*past, *now)
                elsewhere = self._elsewhere(tenant, user_id, head, said)
                lines += _lines(ToldMemory(head, said, elsewhere))
            told_once, under = True, numbers.start
            counts += Counts(revisions=len(past))
            if under <= 1 or sum(map(len, lines)) >= room:
                return Told(b"".join(lines), counts, under if under > 1 else None)

    def _elsewhere(
        self, tenant: TenantContext, user_id: str, head: Head, said: Sequence[Revision]
    ) -> Places:
        linked = sorted({name for one in said for name in one.linked})
        found = self.memories.heads(tenant, user_id, linked).values()
        return {one.memory_id: one.scope for one in found if one.scope.key != head.scope.key}

    def _read(
        self, tenant: TenantContext, user_id: str, head: Head, numbers: Sequence[int]
    ) -> list[Revision]:
        refs = [(head.memory_id, number) for number in numbers]
        found = self.memories.revisions(tenant, user_id, refs, searchable=False)
        return [found[ref] for ref in refs if ref in found]


def _counted(head: Head) -> Counts:
    message = int(head.kind is Kind.TURN)
    return Counts(1 - message, message, 1)


def _lines(memory: ToldMemory) -> Iterator[bytes]:
    """Yield one line or, where that would be too long, several, the newest revisions first."""
    line, said = memory_line(memory), memory.revisions
    if len(line) <= LINE_BYTES or len(said) <= MOST_WHOLE:
        yield line
    else:
        newer, older = said[len(said) // 2 :], said[: len(said) // 2]
        yield from _lines(replace(memory, revisions=newer))
        yield from _lines(replace(memory, revisions=(*older, said[-1])))
