"""Rotate a tenant's branch key without writing memories anew."""

from dataclasses import dataclass

from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import (
    Action,
    Equals,
    Key,
    Query,
    SetTo,
    TableStore,
    Update,
)
from mneme.application.repositories import row_values as read
from mneme.application.repositories.branch_keys import SETTLED, BranchKeys, BranchKeyState
from mneme.application.repositories.key_ring import secret_context
from mneme.application.repositories.row_keys import TENANTS, tenant_key
from mneme.domain.errors import InvalidRequest
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class RotateBranchKey:
    """The use case behind the operator's command.

    Two steps, between which a job seals anew what users have: who is cut off anywhere does the same
    step again, and either key opens all the while.
    """

    tables: TableStore
    branch_keys: BranchKeys
    clock: Clock

    def state(self, tenant: TenantContext) -> BranchKeyState:
        """Return how the key stands. Raises NotFound, Unavailable."""
        return self.branch_keys.state(tenant)

    def begin(self, tenant: TenantContext) -> BranchKeyState:
        """Let a new key seal from now on, unless a rotation is under way; return how it stands.

        Raises NotFound, WriteConflict if another one begins just now, Unavailable.
        """
        before = self.branch_keys.state(tenant)
        if not before.earlier:
            self.branch_keys.rotate(tenant, before.version)
        return self.branch_keys.state(tenant)

    def finish(self, tenant: TenantContext, version: int) -> BranchKeyState:
        """Forget all keys before this version, once everything was sealed anew.

        The tenant's own secrets are, here. Raises InvalidRequest as long as a process might still
        seal by an earlier key, or for another version than the newest; NotFound, WriteConflict,
        Unavailable.
        """
        state = self.branch_keys.state(tenant)
        if state.version != version:
            raise InvalidRequest("is not the newest version", field="version")
        if not state.earlier:
            return state
        if state.rotated_at is None or self.clock.now() < state.rotated_at + SETTLED:
            raise InvalidRequest("was rotated less than ten minutes ago", field="tenant")
        self.branch_keys.refresh(tenant)
        actions = [*self._resealed(tenant), self.branch_keys.forget_earlier(tenant, version)]
        self.tables.transact(tenant, actions)
        return self.branch_keys.state(tenant)

    def _resealed(self, tenant: TenantContext) -> list[Action]:
        """Return the actions that seal a tenant's own secrets anew: the key of its user tokens."""
        actions: list[Action] = []
        cursor: str | None = None
        while True:
            query = Query(TENANTS, tenant_key(tenant).partition, cursor=cursor)
            page = self.tables.query(tenant, query)
            for row in page.items:
                if "sealed" not in row:
                    continue
                place = Key(read.text(row, "pk"), read.text(row, "sk"))
                before = read.binary(row, "sealed")
                after = self.branch_keys.resealed(tenant, before, secret_context(place))
                if after is not None:
                    changes = (SetTo("sealed", after),)
                    actions.append(Update(TENANTS, place, changes, Equals("sealed", before)))
            cursor = page.cursor
            if cursor is None:
                return actions
