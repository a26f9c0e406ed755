"""End the sessions that nobody closed, a day after they were used last (DESIGN §14)."""

import hashlib
from dataclasses import dataclass

from mneme.application.passing_faults import passing_faults
from mneme.application.ports.clock import Clock
from mneme.application.ports.fault_log import FaultLog
from mneme.application.ports.table_store import Item
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import partition_owner
from mneme.application.repositories.sessions import OpenSession, Sessions
from mneme.application.repositories.user_repository import UserRepository
from mneme.application.sessions.accept_closing import AcceptClosing
from mneme.domain.scope import join_key
from mneme.domain.session import SessionClosing
from mneme.domain.tenancy import internal_context
from mneme.domain.user_state import UserState


@dataclass(frozen=True)
class EndIdleSessions:
    """The lifecycle's use case: it reads what is due, and leaves the rest to each user's tasks.

    Two that run at once send the same task, which is done once.
    """

    users: UserRepository
    sessions: Sessions
    accept: AcceptClosing
    clock: Clock
    faults: FaultLog

    def __call__(self) -> int:
        """Return how many sessions were sent to be ended.

        One that cannot be sent does not hold up the others: what was wrong with it is taken down,
        and the first such fault is raised in the end.
        """
        return passing_faults(self.sessions.due(self.clock.now()), self._looked_at, self._note)

    def _note(self, item: Item, fault: Exception) -> None:
        tenant = internal_context(partition_owner(read.text(item, "pk")))
        self.faults.record(tenant, "idle session", fault)

    def _looked_at(self, item: Item) -> bool:
        session = self.sessions.of_entry(item)
        return session is not None and self._ended(session)

    def _ended(self, session: OpenSession) -> bool:
        now = self.clock.now()
        if session.idle_at > now:
            self.sessions.look_later(session, session.idle_at)
            return False
        state = self.users.state(session.tenant, session.user_id)
        if state.effective_epoch(session.scope) != session.epoch:
            self.sessions.end(session)  # it was purged
            return False
        if _is_off(state, session):
            # Nothing is learned meanwhile, and nothing lost: switched on again, it goes on.
            self.sessions.look_later(session, now + self.sessions.idle_for)
            return False
        closing = SessionClosing(session.scope, session.epoch)
        self.accept.send(session.tenant, session.user_id, state, closing, _task_id(session))
        # Should the task fail, the session is looked at again, and gets another one.
        self.sessions.look_later(session, now + self.sessions.idle_for)
        return True


def _is_off(state: UserState, session: OpenSession) -> bool:
    return not state.enabled or session.scope.app_id in state.apps_off


def _task_id(session: OpenSession) -> str:
    """Return the id of the one task that ends the session when it is due now."""
    names = (session.tenant.tenant_id, session.user_id, session.scope.key, str(session.epoch))
    named = join_key("idle", *names, session.due_at.isoformat())
    return f"t_{hashlib.sha256(named.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"
