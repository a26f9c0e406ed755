"""The row that gates every request: switches and epochs of a user."""

from dataclasses import dataclass

from mneme.application.ports.table_store import Check, Equals, Item, Missing, TableStore
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import USERS, user_key, user_partition
from mneme.domain.tenancy import TenantContext
from mneme.domain.user_state import UserState


@dataclass(frozen=True)
class UserRepository:
    """Reads user rows, always consistently: a stale "on" after an opt-out would be a breach."""

    tables: TableStore

    def state(self, tenant: TenantContext, user_id: str) -> UserState:
        """Return the user's state; a user never seen before has the defaults. One read unit."""
        row = self.tables.get(tenant, USERS, user_key(user_partition(tenant, user_id)))
        return UserState() if row is None else _state_of(row)

    def unchanged(self, tenant: TenantContext, user_id: str, state: UserState) -> Check:
        """Return the check that lets a commit fail if switches or epochs moved since `state`."""
        seen = Missing("pk") if state.version == 0 else Equals("version", state.version)
        return Check(USERS, user_key(user_partition(tenant, user_id)), seen)


def _state_of(row: Item) -> UserState:
    epochs = row.get("scope_epochs", {})
    return UserState(
        enabled=not read.flag(row, "switched_off"),
        apps_off=read.members(row, "apps_off"),
        epoch=read.whole(row, "epoch", 1),
        version=read.whole(row, "version"),
        scope_epochs={
            key: epoch
            for key, epoch in (epochs.items() if isinstance(epochs, dict) else ())
            if isinstance(epoch, int)
        },
    )
