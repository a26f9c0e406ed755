"""The job behind a purge: step by step, each in pages, it deletes what the purge has hidden.

Nothing of it is seen by anybody, so that no step needs the user's memory to stand still.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Protocol

from mneme.application.ports.clock import Clock
from mneme.application.privacy.purge_order import Purge, purge_order
from mneme.domain.errors import InternalFault
from mneme.domain.job import JobName, JobOwner, JobShard, PageDone, Progress
from mneme.domain.tenancy import internal_context


@dataclass(frozen=True, slots=True)
class StepDone:
    """What a page of a step did, and where its next page begins: None at its end."""

    after: str | None
    progress: Progress


class PurgeStep(Protocol):
    """One kind of rows, or of objects.

    A page is idempotent: who does it again finds gone what went.
    """

    def __call__(self, purge: Purge, after: str | None) -> StepDone:
        """Delete a page of what the purge takes. Raises Unavailable."""
        ...


@dataclass(frozen=True)
class PurgeWork:
    """Carries out purges of one user each."""

    steps: Sequence[PurgeStep]
    clock: Clock
    shards: int = 1

    def first_cursor(self, day: date | None) -> str | None:  # noqa: ARG002
        """Return None: a purge is begun by who asks for it, in the write that purges."""
        return None

    def page(self, owner: JobOwner, shard: JobShard) -> PageDone:
        """Do the next page of the step that the cursor names. Raises Unavailable."""
        if owner.everybody:
            raise InternalFault("a purge is of one user")
        order = purge_order(shard.cursor)
        tenant, erases = internal_context(owner.tenant_id), shard.name is JobName.ERASE
        purge = Purge(tenant, owner.user_id, order, self.clock.now(), erases)
        done = self.steps[order.step](purge, order.after)
        if done.after is not None:
            return PageDone(replace(order, after=done.after).encode(), done.progress)
        following = replace(order, step=order.step + 1, after=None)
        at_end = following.step == len(self.steps)
        return PageDone(None if at_end else following.encode(), done.progress)
