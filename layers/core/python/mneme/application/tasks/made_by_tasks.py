"""From the tasks that read a message to the memories that came of it, as they stand now."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mneme.application.ports.table_store import BATCH_GET_LIMIT
from mneme.application.repositories.memory_repository import MemoryRepository, RevisionRef
from mneme.application.repositories.tasks import Tasks
from mneme.domain.memory import Head, Status
from mneme.domain.tenancy import TenantContext

SUCCESSIONS = 5
"""So often it is asked what a memory ended with."""


@dataclass(frozen=True)
class MadeByTasks:
    """Follows results of tasks. No row is kept for it: the results name the memories."""

    tasks: Tasks
    memories: MemoryRepository

    def revisions(
        self, tenant: TenantContext, user_id: str, task_ids: Iterable[str]
    ) -> dict[str, frozenset[RevisionRef]]:
        """Return by task the revisions that its facts became, or that had said them already.

        None of a task whose receipt has expired.
        """
        wanted = list(dict.fromkeys(task_ids))
        found: dict[str, frozenset[RevisionRef]] = {}
        for start in range(0, len(wanted), BATCH_GET_LIMIT):
            page = self.tasks.find_all(tenant, user_id, wanted[start : start + BATCH_GET_LIMIT])
            for task_id, task in page.items():
                results = self.tasks.results.of_task(tenant, user_id, task)
                found[task_id] = frozenset(
                    (one.memory_id, one.revision) for _, one in results if one.decision is not None
                )
        return found

    def as_they_stand(
        self, tenant: TenantContext, user_id: str, memory_ids: Iterable[str]
    ) -> dict[str, dict[str, Head | None]]:
        """Return by memory its head and those of what it ended with, None where one is gone."""
        found: dict[str, dict[str, Head | None]] = {one: {} for one in memory_ids}
        led = {memory_id: frozenset({memory_id}) for memory_id in found}
        for _ in range(1 + SUCCESSIONS):
            if not led:
                break
            heads = self.memories.heads(tenant, user_id, sorted(led))
            for memory_id, origins in led.items():
                for one in origins:
                    found[one][memory_id] = heads.get(memory_id)
            led = self._succeeded(tenant, user_id, heads, led)
        return found

    def _succeeded(
        self,
        tenant: TenantContext,
        user_id: str,
        heads: Mapping[str, Head],
        led: Mapping[str, frozenset[str]],
    ) -> dict[str, frozenset[str]]:
        """Return what ended memories ended with, and the memories from which that is reached."""
        ended = [head for head in heads.values() if head.status is Status.SUPERSEDED]
        refs = [(head.memory_id, head.revision) for head in ended]
        reached: dict[str, frozenset[str]] = {}
        for (memory_id, _), one in self.memories.revisions(tenant, user_id, refs).items():
            if one.superseded_by is not None:
                origins = reached.get(one.superseded_by, frozenset())
                reached[one.superseded_by] = origins | led[memory_id]
        return reached
