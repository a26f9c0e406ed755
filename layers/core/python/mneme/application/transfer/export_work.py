"""The job behind an export: parts page by page, then the file made of them.

A purge ends it, whatever was purged: what it has read may be gone. A page done again writes the
same objects.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from mneme.application.jobs.look_after_each import LookAfterEach
from mneme.application.ports.clock import Clock
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.row_keys import user_partition
from mneme.application.repositories.user_repository import UserRepository
from mneme.application.transfer.export_files import ExportFiles, ExportPlace
from mneme.application.transfer.export_lines import footer_line, header_line, memory_line
from mneme.application.transfer.export_order import ExportOrder, Stage, export_order
from mneme.domain.errors import InternalFault, NotFound
from mneme.domain.job import JobOwner, JobShard, PageDone, Progress
from mneme.domain.managing import is_there
from mneme.domain.memory import Head, Kind
from mneme.domain.tenancy import internal_context
from mneme.domain.transfer import Counts
from mneme.domain.user_state import UserState

PAGE = 200
"""Memories a page: with their revisions, a megabyte or so."""


@dataclass(frozen=True, slots=True)
class _Export:
    """An export, as a page of it finds it."""

    shard: JobShard
    order: ExportOrder
    place: ExportPlace
    state: UserState


@dataclass(frozen=True, slots=True)
class _Line:
    """A line, and what it counts."""

    text: bytes
    counts: Counts


@dataclass(frozen=True)
class ExportWork:
    """Takes out all that is there for management: what was deleted and can be restored, too."""

    users: UserRepository
    memories: MemoryRepository
    files: ExportFiles
    each: LookAfterEach
    clock: Clock
    thresholds: ThresholdsNow = as_delivered
    shards: int = 1

    def first_cursor(self, day: date | None) -> str | None:  # noqa: ARG002
        """Return None: an export is begun by who asks for it."""
        return None

    def page(self, owner: JobOwner, shard: JobShard) -> PageDone:
        """Do the next page. Raises Unavailable."""
        order = export_order(shard.cursor)
        tenant = internal_context(owner.tenant_id)
        partition = user_partition(tenant, owner.user_id)
        place = ExportPlace(tenant, owner.user_id, partition, shard.job_id)
        of = _Export(shard, order, place, self.users.state(tenant, owner.user_id))
        if of.state.newest_epoch != order.epoch:
            return self._dropped(of)
        if order.stage is Stage.READ:
            return self._read(of)
        if order.stage is Stage.JOIN:
            return self._joined(of)
        self.files.clear(place, order.parts)
        return PageDone(None, Progress())

    def _dropped(self, of: _Export) -> PageDone:
        # Whoever was cut off may have written one part more.
        self.files.drop(of.place, of.order.parts + 1)
        return PageDone(None, Progress(), error=NotFound.code)

    def _read(self, of: _Export) -> PageDone:
        place, order = of.place, of.order
        heads, more = self.memories.heads_after(
            place.tenant, place.user_id, order.after, of.shard.portion(PAGE)
        )
        now, kept = self.clock.now(), self.thresholds().retention
        lines: list[_Line] = []
        done = Progress(len(heads))
        for head in heads:
            if is_there(head, of.state, now, kept):
                told = partial(self._told, place, head, lines)
                done += self.each(of.shard, place.tenant, head.memory_id, told)
        whole = b"".join(line.text for line in lines)
        self.files.put_part(place, order.parts, of.state.epoch, whole)
        following = replace(
            order,
            stage=Stage.READ if more else Stage.JOIN,
            after=heads[-1].memory_id if heads else None,
            parts=order.parts + 1,
            counts=sum((line.counts for line in lines), order.counts),
        )
        return PageDone(following.encode(), done)

    def _told(self, place: ExportPlace, head: Head, lines: list[_Line]) -> Progress:
        refs = [(head.memory_id, number) for number in range(1, head.revision + 1)]
        found = self.memories.revisions(place.tenant, place.user_id, refs, searchable=False)
        if (head.memory_id, head.revision) not in found:
            raise InternalFault("what a memory says is gone")
        message = int(head.kind is Kind.TURN)
        counts = Counts(1 - message, message, len(found))
        lines.append(_Line(memory_line(head, [found[ref] for ref in refs if ref in found]), counts))
        return Progress(changed=1)

    def _joined(self, of: _Export) -> PageDone:
        """Write the file, unless there was a purge meanwhile: then nothing of it is left."""
        self.files.write(of.place, self._pieces(of))
        state = self.users.state(of.place.tenant, of.place.user_id)
        if state.newest_epoch != of.order.epoch:
            return self._dropped(of)
        return PageDone(replace(of.order, stage=Stage.CLEAR).encode(), Progress())

    def _pieces(self, of: _Export) -> Iterator[bytes]:
        order = of.order
        yield header_line(of.place.user_id, of.shard.started_at)
        yield from self.files.parts(of.place, order.parts, of.state.epoch)
        yield footer_line(order.counts)
