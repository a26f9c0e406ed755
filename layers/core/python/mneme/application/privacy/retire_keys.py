"""Destroy data keys whose day has come, some time after a purge of everything."""

from collections.abc import Iterable
from dataclasses import dataclass

from mneme.application.ports.clock import Clock
from mneme.application.ports.table_store import Item
from mneme.application.repositories import row_values as read
from mneme.application.repositories.key_ring import KeyRing
from mneme.application.repositories.row_keys import key_epoch_of, partition_owner, user_of
from mneme.domain.tenancy import internal_context


@dataclass(frozen=True)
class RetireKeys:
    """Looks at rows of `keys` that somebody reads anyway, each night all of them."""

    keys: KeyRing
    clock: Clock

    def __call__(self, rows: Iterable[Item]) -> int:
        """Destroy those that are due; return how many. Raises Unavailable."""
        now, retired = self.clock.now(), 0
        for row in rows:
            if "wrapped" not in row or "destroy_at" not in row:
                continue
            if read.instant(row, "destroy_at") <= now:
                partition, epoch = read.text(row, "pk"), key_epoch_of(read.text(row, "sk"))
                tenant = internal_context(partition_owner(partition))
                self.keys.destroy(tenant, user_of(partition), epoch, now)
                retired += 1
        return retired
