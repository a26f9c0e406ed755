"""Every tenant there is, for operators."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from mneme.application.ports.table_store import Item
from mneme.application.ports.whole_table import WholeTable
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import TENANTS, is_tenant_row, partition_owner
from mneme.application.repositories.tenant_rows import ERASED, ERASING

PAGE = 500


@dataclass(frozen=True, slots=True)
class TenantState:
    """A tenant, whether it is let in, and since when it is being erased, or is, if it is."""

    name: str
    suspended: bool
    erasing_at: datetime | None = None
    erased_at: datetime | None = None


def state_of(row: Item) -> TenantState:
    """Return the state of a tenant's row."""
    return TenantState(
        partition_owner(read.text(row, "pk")),
        read.flag(row, "suspended"),
        read.optional_instant(row, ERASING),
        read.optional_instant(row, ERASED),
    )


@dataclass(frozen=True)
class ListTenants:
    """Reads the table `tenants` from end to end: a few small rows a tenant."""

    whole: WholeTable

    def __call__(self) -> Iterator[TenantState]:
        """Yield the tenants in an order of the store's own. Raises Unavailable."""
        cursor = None
        while True:
            page = self.whole.page(TENANTS, cursor, PAGE)
            for row in page.items:
                if is_tenant_row(read.text(row, "sk")):
                    yield state_of(row)
            if page.cursor is None:
                return
            cursor = page.cursor
