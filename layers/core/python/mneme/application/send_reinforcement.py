"""Queue what was recalled, to be strengthened; the answer does not wait for that."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from mneme.application.messages import REINFORCEMENT, ReinforcementMessage
from mneme.application.ports.work_queue import WorkQueue
from mneme.domain.errors import Unavailable
from mneme.domain.memory import Kind
from mneme.domain.recollection import RecalledMemory
from mneme.domain.tenancy import TenantContext

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class SendReinforcement:
    """Sends one message a recall, ids only. Verbatim messages do not fade and are left out."""

    queue: WorkQueue

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        memories: Sequence[RecalledMemory],
        now: datetime,
    ) -> None:
        """Send it; a queue that does not answer costs the memories this one reinforcement."""
        recalled = [one.head.memory_id for one in memories if one.head.kind is not Kind.TURN]
        ids = tuple(dict.fromkeys(recalled))
        if not ids:
            return
        message = ReinforcementMessage(tenant.tenant_id, user_id, now, ids)
        try:
            self.queue.send(tenant, REINFORCEMENT, message.encode())
        except Unavailable:
            _log.warning(
                "reinforcement unsent",
                extra={"tenant_id": tenant.tenant_id, "unsent": len(ids)},
            )
