"""The search index read as it is, to be compared with the authority."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from mneme.domain.memory import Status
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class IndexedRevision:
    """What the index holds of one revision, in one place: among current or archived memories.

    `status` None: a tombstone. `version` is the head's index version with which it was written.
    """

    memory_id: str
    revision: int
    version: int
    status: Status | None


@dataclass(frozen=True, slots=True)
class IndexPage:
    """Some entries in order of their memory ids, whole memories; more follow `after`, if not None.

    Of one memory there may be several entries a revision: what one place holds, and the tombstone
    in the other.
    """

    entries: Sequence[IndexedRevision]
    after: str | None


class IndexAudit(Protocol):
    """Lists what the index holds of one user, tombstones included."""

    def listed(self, tenant: TenantContext, user: str, after: str | None, limit: int) -> IndexPage:
        """Return the entries of about `limit` revisions whose memory ids follow `after`.

        `user` is the user partition. Raises Unavailable.
        """
        ...

    def sweep(self, tenant: TenantContext, user: str, before: datetime) -> int:
        """Delete the user's tombstones that were written before an instant; return how many.

        Until then they keep out late writes of what they stand for. Raises Unavailable.
        """
        ...
