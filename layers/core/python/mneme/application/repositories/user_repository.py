"""The row that gates every request: switches and epochs of a user."""

from collections.abc import Callable
from dataclasses import dataclass

from mneme.application.ports.table_store import (
    AddToSet,
    Change,
    Check,
    Condition,
    Equals,
    Item,
    Missing,
    RemoveFromSet,
    SetTo,
    TableStore,
    Update,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import USERS, user_key, user_partition
from mneme.domain.tenancy import TenantContext
from mneme.domain.user_state import UserState

Asks = Callable[[TenantContext], bool]


def never_asks(_: TenantContext) -> bool:
    """Memory is on unless a user switches it off."""
    return False


@dataclass(frozen=True)
class UserRepository:
    """Reads user rows, always consistently: a stale "on" after an opt-out would be a breach.

    Where `opt_in` says so of a tenant, memory is off for its users until they switch it on.
    """

    tables: TableStore
    opt_in: Asks = never_asks

    def state(self, tenant: TenantContext, user_id: str) -> UserState:
        """Return the user's state; a user never seen before has the defaults. One read unit."""
        row = self.tables.get(tenant, USERS, user_key(user_partition(tenant, user_id)))
        chosen = row is not None and "switched_off" in row
        enabled = not read.flag(row or {}, "switched_off") if chosen else not self.opt_in(tenant)
        return UserState(enabled=enabled) if row is None else _state_of(row, enabled)

    def unchanged(self, tenant: TenantContext, user_id: str, state: UserState) -> Check:
        """Return the check that lets a commit fail if switches or epochs moved since `state`."""
        place = user_key(user_partition(tenant, user_id))
        return Check(USERS, place, _as_seen(state))

    def switched(
        self,
        tenant: TenantContext,
        user_id: str,
        state: UserState,
        app_id: str | None,
        *,
        enabled: bool,
    ) -> Update:
        """Return the action that sets the user's switch, or that of an app, as `state` stands."""
        change: Change
        if app_id is None:
            change = SetTo("switched_off", not enabled)
        else:
            apps = frozenset({app_id})
            change = RemoveFromSet("apps_off", apps) if enabled else AddToSet("apps_off", apps)
        changes = (change, SetTo("version", state.version + 1))
        place = user_key(user_partition(tenant, user_id))
        return Update(USERS, place, changes, _as_seen(state))

    def raised(
        self, tenant: TenantContext, user_id: str, state: UserState, after: UserState
    ) -> Update:
        """Return the action that sets the epochs to those of `after`, as `state` stands."""
        changes = (
            SetTo("epoch", after.epoch),
            SetTo("scope_epochs", dict(after.scope_epochs)),
            SetTo("version", state.version + 1),
        )
        place = user_key(user_partition(tenant, user_id))
        return Update(USERS, place, changes, _as_seen(state))


def _as_seen(state: UserState) -> Condition:
    return Missing("pk") if state.version == 0 else Equals("version", state.version)


def _state_of(row: Item, enabled: bool) -> UserState:
    epochs = row.get("scope_epochs", {})
    return UserState(
        enabled=enabled,
        apps_off=read.members(row, "apps_off"),
        epoch=read.whole(row, "epoch", 1),
        version=read.whole(row, "version"),
        scope_epochs={
            key: epoch
            for key, epoch in (epochs.items() if isinstance(epochs, dict) else ())
            if isinstance(epoch, int)
        },
    )
