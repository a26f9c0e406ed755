"""Note that memories reached a model: what a caller says it used (DESIGN §10)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from mneme.application.ports.clock import Clock
from mneme.application.ports.metrics import NO_METRICS, Metrics
from mneme.application.ports.work_queue import WorkQueue
from mneme.application.repositories.memory_repository import MemoryRepository
from mneme.application.repositories.user_repository import UserRepository
from mneme.application.tasks.queue_messages import REINFORCEMENT, ReinforcementMessage
from mneme.domain.measures import Measure, Measured
from mneme.domain.memory import Head, Kind, Status
from mneme.domain.scope import Level
from mneme.domain.tenancy import TenantContext
from mneme.domain.user_state import UserState


@dataclass(frozen=True)
class NoteUse:
    """The use case behind `used`: queued before it is answered, counted afterwards."""

    users: UserRepository
    memories: MemoryRepository
    queue: WorkQueue
    clock: Clock
    metrics: Metrics = NO_METRICS

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        memory_ids: Sequence[str],
        used_at: datetime | None,
    ) -> int:
        """Return how many of the memories count: those that the caller could have recalled.

        Others are passed over, whatever they are. An instant to come counts as now. The same use
        told again, with its instant, counts once. Raises MemorySwitchedOff, Unavailable.
        """
        state = self.users.state(tenant, user_id)
        state.require_on()
        heads = self.memories.heads(tenant, user_id, memory_ids)
        meant = tuple(one for one, head in heads.items() if _could_recall(tenant, state, head))
        if meant:
            now = self.clock.now()
            at = now if used_at is None else min(used_at, now)
            message = ReinforcementMessage(tenant.tenant_id, user_id, at, meant, used=True)
            self.queue.send(tenant, REINFORCEMENT, message.encode())
            self.metrics.record(tenant, [Measure(Measured.MEMORIES_USED, len(meant))])
        return len(meant)


def _could_recall(tenant: TenantContext, state: UserState, head: Head) -> bool:
    """Return whether the memory is shown to this caller at all. Messages do not fade."""
    scope = head.scope
    everywhere = scope.level is Level.GLOBAL
    hidden = not everywhere and scope.app_id in state.apps_off
    # Whoever may ask in an app is shown what every app sees.
    somewhere = tenant.apps is None or bool(tenant.apps)
    reached = somewhere if everywhere else tenant.reaches_app(scope.app_id)
    if scope.level is Level.SESSION and tenant.session_id not in {None, scope.session_id}:
        return False
    there = head.status is Status.ACTIVE and head.epoch == state.effective_epoch(scope)
    return there and reached and not hidden and head.kind is not Kind.TURN
