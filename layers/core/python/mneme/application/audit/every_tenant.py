"""The tenants there are, as their own table names them."""

from collections.abc import Iterator

from mneme.application.ports.whole_table import WholeTable
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import TENANTS, is_tenant_row, partition_owner
from mneme.application.repositories.tenant_rows import ERASED
from mneme.domain.tenancy import TenantContext, internal_context

PAGE = 1000


def every_tenant(whole_tables: WholeTable) -> Iterator[TenantContext]:
    """Yield each tenant, suspended ones as well, but none that was erased. Raises Unavailable."""
    cursor = None
    while True:
        page = whole_tables.page(TENANTS, cursor, PAGE)
        for row in page.items:
            if is_tenant_row(read.text(row, "sk")) and ERASED not in row:
                yield internal_context(partition_owner(read.text(row, "pk")))
        cursor = page.cursor
        if cursor is None:
            return
