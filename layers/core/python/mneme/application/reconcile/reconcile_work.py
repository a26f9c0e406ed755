"""The job that compares users' tables, index and counters, a slice of all users a night."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any

from mneme.application.jobs.look_after_each import LookAfterEach
from mneme.application.ports.whole_table import WholeTable
from mneme.application.privacy.retire_keys import RetireKeys
from mneme.application.reconcile.reconcile_user import ReconcileUser
from mneme.application.repositories.row_keys import KEYS, partition_owner, user_of
from mneme.domain.identity import hashed_user
from mneme.domain.job import JobOwner, JobShard, PageDone, Progress
from mneme.domain.tenancy import internal_context

PAGE = 20
"""Rows of `keys` a page: a user has one an epoch."""

SLICES = 7
"""In so many nights everybody's turn has come."""


@dataclass(frozen=True)
class ReconcileWork:
    """Everybody who has a key has memories: that table is the shortest list of all users."""

    keys: WholeTable
    reconcile: ReconcileUser
    each: LookAfterEach
    retire_keys: RetireKeys
    shards: int = 1

    def first_cursor(self, day: date | None) -> str | None:
        """Return the cursor of a day's slice, None for everybody."""
        return None if day is None else json.dumps({"slice": day.toordinal() % SLICES})

    def page(self, owner: JobOwner, shard: JobShard) -> PageDone:
        """Compare the next users of the slice, or the one the job is about. Raises Unavailable."""
        if not owner.everybody:
            return PageDone(None, self._user(shard, owner.tenant_id, owner.user_id))
        place: dict[str, Any] = json.loads(shard.cursor) if shard.cursor else {}
        page = self.keys.page(KEYS, place.get("keys"), shard.portion(PAGE))
        self.retire_keys(page.items)
        users = _users([str(row["pk"]) for row in page.items], place)
        done = sum(
            (self._user(shard, partition_owner(one), user_of(one)) for one in users), Progress()
        )
        if page.cursor is None:
            return PageDone(None, done)
        last = str(page.items[-1]["pk"]) if page.items else place.get("last")
        return PageDone(json.dumps({**place, "keys": page.cursor, "last": last}), done)

    def _user(self, shard: JobShard, tenant_id: str, user_id: str) -> Progress:
        tenant = internal_context(tenant_id)
        compare = partial(self.reconcile, tenant, user_id)
        return self.each(shard, tenant, hashed_user(tenant_id, user_id), compare)


def _users(partitions: Sequence[str], place: dict[str, Any]) -> list[str]:
    """Return the users of a page, each once, whose turn it is."""
    known = place.get("last")
    wanted = place.get("slice")
    return [
        one
        for one in dict.fromkeys(partitions)
        if one != known and (wanted is None or _slice_of(one) == wanted)
    ]


def _slice_of(partition: str) -> int:
    digest = hashlib.sha256(partition.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:4], "big") % SLICES
