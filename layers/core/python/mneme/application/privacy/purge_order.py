"""What a purge's job is to take away, and how far it is: the cursor of its shard."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from mneme.application.ports.table_store import Item
from mneme.application.repositories.row_keys import compact, user_partition
from mneme.domain.erasure import Store
from mneme.domain.errors import InternalFault
from mneme.domain.memory import Head
from mneme.domain.purge import PurgeTarget
from mneme.domain.tenancy import TenantContext

Counts = Mapping[Store, int]


@dataclass(frozen=True, slots=True)
class PurgeOrder:
    """What is older than the epoch `upto` goes. `stage` is the one to be done next, from `after`.

    The job goes round its stages until a `round` finds nothing any more. `counts` is what the first
    one found, before it deleted anything; `found`, what this one has found so far.
    """

    target: PurgeTarget
    upto: int
    at: datetime
    round: int = 1
    stage: int = 0
    after: str | None = None
    counts: Counts = field(default_factory=dict)
    found: Counts = field(default_factory=dict)

    def encode(self) -> str:
        """Return it as a job's cursor: names and numbers only."""
        fields = {
            "app_id": self.target.app_id,
            "session_id": self.target.session_id,
            "upto": self.upto,
            "at": self.at.isoformat(),
            "round": self.round,
            "stage": self.stage,
            "after": self.after,
            "counts": dict(self.counts),
            "found": dict(self.found),
        }
        return json.dumps(fields, separators=(",", ":"))


def purge_order(cursor: str | None) -> PurgeOrder:
    """Undo `encode`. Raises InternalFault if it is none: a purge is never begun by hand."""
    if cursor is None:
        raise InternalFault("a purge names what it is about")
    told = json.loads(cursor)
    return PurgeOrder(
        target=PurgeTarget(told["app_id"], told["session_id"]),
        upto=told["upto"],
        at=datetime.fromisoformat(told["at"]),
        round=told["round"],
        stage=told["stage"],
        after=told["after"],
        counts=_counts(told["counts"]),
        found=_counts(told["found"]),
    )


def plus(counts: Counts, more: Counts) -> Counts:
    """Return the sums."""
    return {store: counts.get(store, 0) + more.get(store, 0) for store in {**counts, **more}}


def _counts(told: Mapping[str, int]) -> Counts:
    return {Store(name): count for name, count in told.items()}


@dataclass(frozen=True, slots=True)
class Purge:
    """A purge of one user, as the steps of its job need it."""

    tenant: TenantContext
    user_id: str
    order: PurgeOrder
    now: datetime
    erases: bool = False
    """Whether keys are destroyed at once."""
    counting: bool = False
    """Whether a step only counts what it would delete."""

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

    def takes_memory(self, head: Head) -> bool:
        """Return whether a memory goes."""
        order = self.order
        meant = order.target.covers(head.scope)
        if order.target.is_quoted_by(head):
            meant = head.created_at <= order.at
        return head.epoch < order.upto and meant


def sort_of(row: Item) -> str:
    """Return a row's sort key."""
    return str(row["sk"])
