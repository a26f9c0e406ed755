"""Switch a user's memory off or on, altogether or for one app (DESIGN §15)."""

from dataclasses import dataclass

from mneme.application.ports.clock import Clock
from mneme.application.repositories.commits import Commit, Commits
from mneme.application.repositories.make_way import attempts
from mneme.application.repositories.user_repository import UserRepository
from mneme.domain.change import ChangeRecord, OfSwitch, Operation
from mneme.domain.errors import InvalidRequest, Unavailable, WriteConflict
from mneme.domain.managing import actor_of
from mneme.domain.tenancy import TenantContext
from mneme.domain.user_state import MOST_APPS_OFF, UserState


@dataclass(frozen=True)
class SwitchMemory:
    """The use case behind `user/switch`.

    One write: what reads the row after it is refused, and what is being written meanwhile fails,
    as every commit checks the row. Nothing is deleted: on again, what is left is there.
    """

    users: UserRepository
    commits: Commits
    clock: Clock

    def __call__(
        self, tenant: TenantContext, user_id: str, app_id: str | None, enabled: bool | None
    ) -> UserState:
        """Return the user's state afterwards; without `enabled` it is only read.

        What is as it is wanted is not written, nor logged. Raises InvalidRequest if so many apps
        are off that one more would make the row that gates every request too long, Unavailable.
        """
        for _ in attempts(self.clock):
            state = self.users.state(tenant, user_id)
            if enabled is None or enabled is _switch(state, app_id):
                return state
            if app_id is not None and not enabled and len(state.apps_off) >= MOST_APPS_OFF:
                raise InvalidRequest(
                    f"names one app more than the {MOST_APPS_OFF} that can be off", field="app_id"
                )
            change = self.users.switched(tenant, user_id, state, app_id, enabled=enabled)
            record = ChangeRecord(
                operation=Operation.SWITCH,
                memory_ids=(),
                revision_before=None,
                revision_after=None,
                reason=OfSwitch.ON if enabled else OfSwitch.OFF,
                actor=actor_of(tenant),
                at=self.clock.now(),
                app_id=app_id,
            )
            try:
                self.commits.carry_out(tenant, user_id, Commit((), (record,), (change,)))
            except WriteConflict:
                continue
            return self.users.state(tenant, user_id)
        raise Unavailable("the user's switches are being set without pause")


def _switch(state: UserState, app_id: str | None) -> bool:
    """Return what the switch itself says, whatever the user's own one does to an app."""
    return state.enabled if app_id is None else app_id not in state.apps_off
