"""Every tenant there is, for operators."""

from collections.abc import Iterator
from dataclasses import dataclass

from mneme.application.ports.whole_table import WholeTable
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import TENANTS, is_tenant_row, partition_owner

PAGE = 500


@dataclass(frozen=True, slots=True)
class TenantState:
    """A tenant, and whether it is let in."""

    name: str
    suspended: bool


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
                    name = partition_owner(read.text(row, "pk"))
                    yield TenantState(name, read.flag(row, "suspended"))
            if page.cursor is None:
                return
            cursor = page.cursor
