"""Take in lines of an export: screened, sealed, and left to a job of the import queue."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from mneme.application.accept.screen_content import ScreenContent
from mneme.application.jobs.job_messages import TRANSFERS_QUEUE, page_message
from mneme.application.ports.clock import Clock, Ids
from mneme.application.ports.work_queue import WorkQueue
from mneme.application.repositories.jobs import Jobs, context_of
from mneme.application.repositories.user_repository import UserRepository
from mneme.application.transfer.export_lines import memory_line
from mneme.application.transfer.import_files import ImportFiles, ImportPlace
from mneme.application.transfer.import_lines import Line, memory_of_line
from mneme.application.transfer.import_order import ImportOrder
from mneme.domain.errors import InvalidRequest, MemorySwitchedOff, Unavailable
from mneme.domain.job import JobName, JobOwner, JobShard
from mneme.domain.managing import actor_of
from mneme.domain.tenancy import TenantContext
from mneme.domain.told_memory import ToldMemory

_NUMBER_BYTES = 8


@dataclass(frozen=True, slots=True)
class Begun:
    """The job, and how often what was redacted, by kind."""

    job_id: str
    redacted: Mapping[str, int]


@dataclass(frozen=True)
class BeginImport:
    """The use case behind `user/import`."""

    users: UserRepository
    screen: ScreenContent
    files: ImportFiles
    jobs: Jobs
    queue: WorkQueue
    clock: Clock
    ids: Ids

    def __call__(self, tenant: TenantContext, user_id: str, lines: Sequence[Line]) -> Begun:
        """Return the job that writes them.

        Raises MemorySwitchedOff, SensitiveContent, InvalidRequest, each with the line's field;
        Unavailable.
        """
        state = self.users.state(tenant, user_id)
        state.require_on()
        told = [_told(line, place) for place, line in enumerate(lines)]
        for place, one in enumerate(told):
            if not state.is_on(one.head.scope.app_id):
                message = "memory is switched off for this app"
                raise MemorySwitchedOff(message, field=f"lines[{place}].app_id")
        kept = self.screen.memories(tenant, user_id, told)
        job_id = f"{JobName.IMPORT.value}-{self.ids.secret(_NUMBER_BYTES).hex()}"
        order = ImportOrder(state.newest_epoch, state.epoch, actor_of(tenant), len(lines))
        place_of = ImportPlace(tenant, user_id, job_id, order.epoch, order.key_epoch)
        sealed = self.files.seal(place_of, b"".join(map(memory_line, kept.content)))
        self._begun(JobOwner(tenant.tenant_id, user_id), place_of, order, sealed)
        return Begun(job_id, kept.redacted)

    def _begun(
        self, owner: JobOwner, place: ImportPlace, order: ImportOrder, sealed: bytes
    ) -> None:
        """Write the job and then what it is of, which each job deletes at its end.

        Where the lines cannot be stored it ends without any; who is cut off before leaves a job
        that is late, and ends as well.
        """
        now = self.clock.now()
        shard = JobShard(place.job_id, JobName.IMPORT, 0, 1, now, now, cursor=order.encode())
        self.jobs.begin(owner, [shard])
        try:
            self.files.put(place, sealed)
        finally:
            # Whoever looks after late jobs sends the page if this does not.
            with suppress(Unavailable):
                message = page_message(owner, shard).encode()
                self.queue.send(context_of(owner), TRANSFERS_QUEUE, message)


def _told(line: Line, place: int) -> ToldMemory:
    try:
        return memory_of_line(line)
    except InvalidRequest as refusal:
        raise InvalidRequest(refusal.message, field=f"lines[{place}].{refusal.field}") from None
