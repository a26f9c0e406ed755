"""The row that gates every request: switches and epochs of a user."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mneme.application.ports.table_store import (
    Action,
    AddToSet,
    Change,
    Check,
    Condition,
    Equals,
    Item,
    Missing,
    Put,
    RemoveFromSet,
    SetTo,
    TableStore,
    Update,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.moved_epochs import MovedEpochs, epoch_row
from mneme.application.repositories.row_keys import EPOCHS, USERS, user_key, user_partition
from mneme.domain.purge import oldest_epochs
from mneme.domain.scope import Scope
from mneme.domain.tenancy import TenantContext
from mneme.domain.user_state import OlderEpochs, UserState

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

    def state(self, tenant: TenantContext, user_id: str, scopes: Sequence[Scope] = ()) -> UserState:
        """Return the user's state; a user never seen before has the defaults. One read unit.

        The epochs of `scopes` are known then, wherever they are kept: two more reads at most, and
        only of a user with many purges. Those of others are read when they are asked for.
        """
        partition = user_partition(tenant, user_id)
        row = self.tables.get(tenant, USERS, user_key(partition))
        chosen = row is not None and "switched_off" in row
        enabled = not read.flag(row or {}, "switched_off") if chosen else not self.opt_in(tenant)
        if row is None:
            return UserState(enabled=enabled)
        state = _state_of(row, enabled, MovedEpochs(self.tables, tenant, partition))
        for scope in scopes:
            state.effective_epoch(scope)
        return state

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
    ) -> list[Action]:
        """Return the actions that set the epochs to those of `after`, as `state` stands.

        What the row has no room for moves to rows of its own, in the same transaction.
        """
        partition = user_partition(tenant, user_id)
        moving = oldest_epochs(after)
        left = {key: one for key, one in after.scope_epochs.items() if key not in moving}
        changes = (
            SetTo("epoch", after.epoch),
            SetTo("scope_epochs", dict(left)),
            SetTo("moved", max([after.moved, *moving.values()])),
            SetTo("version", state.version + 1),
        )
        rows = (epoch_row(partition, scope_key, epoch) for scope_key, epoch in moving.items())
        raised = Update(USERS, user_key(partition), changes, _as_seen(state))
        return [raised, *(Put(EPOCHS, row) for row in rows)]


def _as_seen(state: UserState) -> Condition:
    return Missing("pk") if state.version == 0 else Equals("version", state.version)


def _state_of(row: Item, enabled: bool, older: OlderEpochs) -> UserState:
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
        moved=read.whole(row, "moved", 0),
        older=older,
    )
