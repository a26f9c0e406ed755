"""What a purge's job is to take away, and how far it is: the cursor of its shard."""

import json
from dataclasses import dataclass
from datetime import datetime

from mneme.application.ports.table_store import Item
from mneme.application.repositories.row_keys import compact, user_partition
from mneme.domain.errors import InternalFault
from mneme.domain.purge import PurgeTarget
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class PurgeOrder:
    """What is older than the epoch `upto` goes. `step` is the one to be done next, from `after`."""

    target: PurgeTarget
    upto: int
    at: datetime
    step: int = 0
    after: str | None = None

    def encode(self) -> str:
        """Return it as a job's cursor: names and numbers only."""
        fields = [
            self.target.app_id,
            self.target.session_id,
            self.upto,
            self.at.isoformat(),
            self.step,
            self.after,
        ]
        return json.dumps(fields, separators=(",", ":"))


def purge_order(cursor: str | None) -> PurgeOrder:
    """Undo `encode`. Raises InternalFault if it is none: a purge is never begun by hand."""
    if cursor is None:
        raise InternalFault("a purge names what it is about")
    app_id, session_id, upto, at, step, after = json.loads(cursor)
    target = PurgeTarget(app_id, session_id)
    return PurgeOrder(target, upto, datetime.fromisoformat(at), step, after)


@dataclass(frozen=True, slots=True)
class Purge:
    """A purge of one user, as the steps of its job need it."""

    tenant: TenantContext
    user_id: str
    order: PurgeOrder
    now: datetime
    erases: bool = False
    """Whether keys are destroyed at once."""

    @property
    def partition(self) -> str:
        """The partition of all the user's rows."""
        return user_partition(self.tenant, self.user_id)

    def takes(self, scope_part: str, epoch: int) -> bool:
        """Return whether a row goes, by the part of its key that names its scope, and its epoch.

        Of a long scope key rows name the digest: whether that is a session of an app only who
        knows the session can tell, so then it stays here.
        """
        order = self.order
        if epoch >= order.upto:
            return False
        if order.target.everything:
            return True
        if scope_part.startswith("~"):
            return scope_part == compact(order.target.scope_key or "")
        return order.target.covers_key(scope_part)


def sort_of(row: Item) -> str:
    """Return a row's sort key."""
    return str(row["sk"])
