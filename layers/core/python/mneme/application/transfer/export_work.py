"""The job behind an export: parts page by page, then the file made of them.

A purge ends it, whatever was purged: what it has read may be gone. A page done again writes the
same objects.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial

from mneme.application.jobs.look_after_each import LookAfterEach
from mneme.application.ports.clock import Clock
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.row_keys import user_partition
from mneme.application.repositories.user_repository import UserRepository
from mneme.application.transfer.export_files import ExportFiles, ExportPlace
from mneme.application.transfer.export_lines import footer_line, header_line
from mneme.application.transfer.export_memory import ExportMemory
from mneme.application.transfer.export_order import ExportOrder, Stage, export_order
from mneme.domain.errors import NotFound
from mneme.domain.job import JobOwner, JobShard, PageDone, Progress
from mneme.domain.managing import is_there
from mneme.domain.memory import Head
from mneme.domain.tenancy import internal_context
from mneme.domain.user_state import UserState

PAGE = 200
"""Memories a page: a megabyte or so."""

PAGE_BYTES = 2**23
"""More than that is another page, also in the middle of a memory."""


@dataclass(frozen=True, slots=True)
class _Export:
    """An export, as a page of it finds it."""

    shard: JobShard
    order: ExportOrder
    place: ExportPlace
    state: UserState


@dataclass(slots=True)
class _Page:
    """What a page has read so far, how far that is, and how many bytes there is room for."""

    order: ExportOrder
    room: int
    lines: list[bytes] = field(default_factory=list)


@dataclass(frozen=True)
class ExportWork:
    """Takes out all that is there for management: what was deleted and can be restored, too."""

    users: UserRepository
    memories: MemoryRepository
    export: ExportMemory
    files: ExportFiles
    each: LookAfterEach
    clock: Clock
    thresholds: ThresholdsNow = as_delivered
    room: int = PAGE_BYTES
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
        page, done = _Page(replace(order, inside=None, below=None), self.room), Progress()
        for head in heads:
            if page.room <= 0:
                break
            done += self._of(of, head, page)
        end = page.order
        read = end.inside is None and end.after == (heads[-1].memory_id if heads else order.after)
        self.files.put_part(place, order.parts, of.state.epoch, b"".join(page.lines))
        stage = Stage.JOIN if read and not more else Stage.READ
        return PageDone(replace(end, stage=stage, parts=order.parts + 1).encode(), done)

    def _of(self, of: _Export, head: Head, page: "_Page") -> Progress:
        done = Progress()
        if is_there(head, of.state, self.clock.now(), self.thresholds().retention):
            told = partial(self._told, of, head, page)
            done = self.each(of.shard, of.place.tenant, head.memory_id, told)
        if page.order.inside is not None:
            return Progress()  # the next page goes on with it
        page.order = replace(page.order, after=head.memory_id)
        return done + Progress(read=1)

    def _told(self, of: _Export, head: Head, page: "_Page") -> Progress:
        below = of.order.below if of.order.inside == head.memory_id else None
        told = self.export(of.place.tenant, of.place.user_id, head, below, page.room)
        page.lines.append(told.lines)
        page.room -= len(told.lines)
        inside = None if told.below is None else head.memory_id
        counts = page.order.counts + told.counts
        page.order = replace(page.order, inside=inside, below=told.below, counts=counts)
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
