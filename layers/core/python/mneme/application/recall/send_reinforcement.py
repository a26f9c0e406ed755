"""Queue what is recalled, to be strengthened; the answer does not wait for that."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from mneme.application.ports.errands import Errand, Errands
from mneme.application.ports.work_queue import WorkQueue
from mneme.application.recall.inline_errands import InlineErrands
from mneme.application.recall.recall_deadline import Deadline
from mneme.application.tasks.queue_messages import REINFORCEMENT, ReinforcementMessage
from mneme.domain.errors import RecallTimedOut, Unavailable
from mneme.domain.memory import Head, Kind
from mneme.domain.recall_account import RecallStep
from mneme.domain.tenancy import TenantContext

TIME_SHARE = 0.5
"""Of the time left when all else is done: what is dropped costs one reinforcement, and what came
after the deadline would cost the answer."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sending:
    """A message that may be on its way, or None if there is nothing to send."""

    tenant_id: str
    count: int
    errand: Errand[None] | None

    def settle(self, deadline: Deadline) -> bool:
        """Return whether the message is queued; one that is not yet is dropped.

        The platform may stop this process once the answer is given, so this comes before it.
        """
        if self.errand is None:
            return True
        try:
            with deadline.measured(RecallStep.REINFORCEMENT):
                self.errand.result(deadline.remaining() * TIME_SHARE)
        except (Unavailable, RecallTimedOut):
            _log.warning(
                "reinforcement unsent", extra={"tenant_id": self.tenant_id, "unsent": self.count}
            )
            return False
        return True


@dataclass(frozen=True)
class SendReinforcement:
    """Sends one message a recall, ids only. Verbatim messages do not fade and are left out."""

    queue: WorkQueue
    errands: Errands = field(default_factory=InlineErrands)

    def __call__(
        self, tenant: TenantContext, user_id: str, heads: Sequence[Head], now: datetime
    ) -> Sending:
        """Begin to send it."""
        recalled = [head.memory_id for head in heads if head.kind is not Kind.TURN]
        ids = tuple(dict.fromkeys(recalled))
        if not ids:
            return Sending(tenant.tenant_id, 0, None)
        message = ReinforcementMessage(tenant.tenant_id, user_id, now, ids)
        send = partial(self.queue.send, tenant, REINFORCEMENT, message.encode())
        return Sending(tenant.tenant_id, len(ids), self.errands.start(send))
