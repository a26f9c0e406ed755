"""The step of a purge that ends open writes, and deletes what they and failed ones still carry."""

from collections.abc import Sequence
from dataclasses import dataclass

from mneme.application.ports.table_store import Query, SortRange, TableStore
from mneme.application.privacy.purge_order import Counts, Purge
from mneme.application.privacy.purge_work import StepDone
from mneme.application.repositories.row_keys import OPERATIONS, task_bounds
from mneme.application.repositories.task_attachments import CLOSING, FACTS
from mneme.application.repositories.task_rows import task_of
from mneme.application.repositories.tasks import Tasks
from mneme.application.tasks.task_codec import (
    decode_closing,
    decode_conversation,
    decode_facts,
)
from mneme.domain.erasure import Store
from mneme.domain.errors import NotFound, WriteConflict
from mneme.domain.job import Progress
from mneme.domain.scope import Scope
from mneme.domain.task import Task, TaskError, TaskState

PAGE = 100
PURGED = TaskError(NotFound.code, "the scope was purged after the write was accepted")


@dataclass(frozen=True)
class PurgeTasks:
    """Walks through the user's tasks. Receipts stay until they expire: ids and codes only."""

    tables: TableStore
    tasks: Tasks

    def __call__(self, purge: Purge, after: str | None) -> StepDone:
        """End a page of tasks, and empty them; or count it. Raises Unavailable."""
        bounds = SortRange(*task_bounds())
        query = Query(OPERATIONS, purge.partition, sort=bounds, limit=PAGE, cursor=after)
        page = self.tables.query(purge.tenant, query)
        gone = [task for task in map(task_of, page.items) if self._takes(purge, task)]
        if purge.counting:
            return StepDone(page.cursor, Progress(len(page.items)), self._told(purge, gone))
        for task in gone:
            if not task.state.final:
                self._drop(purge, task)
            self.tasks.attachments.destroy(purge.tenant, purge.user_id, task)
        return StepDone(page.cursor, Progress(len(page.items), len(gone)))

    def _told(self, purge: Purge, tasks: Sequence[Task]) -> Counts:
        """Return how many writes are open, and, of a scope, what is kept of all that go.

        Of everything that is counted where it lies.
        """
        still_open = {Store.OPEN_WRITES: sum(not task.state.final for task in tasks)}
        if purge.order.target.everything:
            return still_open
        carried = [
            self.tasks.attachments.carried(purge.tenant, purge.user_id, task) for task in tasks
        ]
        return {
            **still_open,
            Store.PAYLOADS: sum(one.rows for one in carried),
            Store.PAYLOAD_OBJECTS: sum(len(one.blobs) for one in carried),
        }

    def _drop(self, purge: Purge, task: Task) -> None:
        try:
            self.tasks.drop(purge.tenant, purge.user_id, task, PURGED)
        except WriteConflict:
            return  # its worker was faster: it has ended

    def _takes(self, purge: Purge, task: Task) -> bool:
        """Return whether what a task carries goes: of everything all that is older than the purge.

        A task does not name its scope: that its payload tells, as long as it has one. What was
        dropped needs nothing any more, whoever was cut off dropping it.
        """
        if purge.order.target.everything:
            return task.key_epoch < purge.order.upto
        if task.state in {TaskState.DONE, TaskState.DROPPED}:
            return task.state is TaskState.DROPPED
        return any(
            purge.order.target.covers(scope) and epoch < purge.order.upto
            for scope, epoch in self._places(purge, task)
        )

    def _places(self, purge: Purge, task: Task) -> list[tuple[Scope, int]]:
        """Return where a task writes, and of which session it is the end, with their epochs."""
        data = self.tasks.attachments.find(purge.tenant, purge.user_id, task, task.payload)
        if data is None:
            return []
        if task.payload == CLOSING:
            closing = decode_closing(data)
            return [(closing.scope, closing.epoch), (closing.target, task.epoch)]
        if task.payload == FACTS:
            return [(decode_facts(data)[0], task.epoch)]
        return [(decode_conversation(data).scope, task.epoch)]
