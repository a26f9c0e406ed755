"""Purges as a user asks for them, and the search for what they hid in all that is stored."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from bench.lifecycle.made_facts import MadeFacts
from bench.lifecycle.small_world import SmallWorld
from bench.lifecycle.transitions import Seen
from infra.tables import TABLES
from mneme.application.repositories.row_keys import user_partition
from mneme.domain.job import JobName, JobOwner, JobState
from mneme.domain.purge import PurgeTarget
from mneme.domain.tenancy import TenantContext


@dataclass
class Forgetting:
    """One user's purges. What is stored of the user is readable here, so that it can be searched.

    `asked` are the jobs that have not been seen to end.
    """

    tenant: TenantContext
    user_id: str
    facts: MadeFacts
    world: SmallWorld
    seen: Seen
    asked: list[str] = field(default_factory=list)
    controls: int = 0

    def purge(self, target: PurgeTarget, name: JobName = JobName.PURGE) -> list[int]:
        """Purge; return the numbers of what nothing may tell of from then on."""
        going = self.facts.said_only_in(target)
        self.controls += bool(self._stored() & going)
        self.seen.hide(self._partition, target)
        self.facts.forget(target)
        purge = self.world.purge_memory
        self.asked.append(purge(self.tenant, self.user_id, target, name=name))
        return sorted(going)

    def unended(self) -> Iterator[str]:
        """Yield the jobs that have not ended well; those that have are asked of no more."""
        owner = JobOwner(self.tenant.tenant_id, self.user_id)
        asked, self.asked = self.asked, []
        for job_id in asked:
            job = self.world.jobs.show.find(owner, job_id)
            if job is None or job.state is not JobState.DONE or job.progress.failed:
                yield f"{self._partition} {job}"

    def left(self) -> Iterator[str]:
        """Yield what is still stored of what was purged, and not told again since."""
        found = self._stored() & self.facts.gone
        if found:
            yield f"{self._partition}: marks {sorted(found)[:5]}"

    def _stored(self) -> set[int]:
        """Return the marks of all words that any row or object of the user holds."""
        stores, mark = self.world.stores, re.compile(rf"mark(\d+)x{self.user_id}\b".encode())
        rows = (row for table in TABLES for _, row in stores.encoded(table.name, self._partition))
        objects = (data for place, data in stores.objects.held.items() if place[0] == self._owner)
        return {int(found) for data in (*rows, *objects) for found in mark.findall(data)}

    @property
    def _owner(self) -> str:
        return self.tenant.tenant_id

    @property
    def _partition(self) -> str:
        return user_partition(self.tenant, self.user_id)
