"""Which revisions of a memory there may be, at a cost that follows what is kept of them.

Old ones are purged, and a memory that came in tells a number only. So of one that was changed very
often few may be there.
"""

from collections.abc import Sequence

from mneme.application.ports.table_store import Query, SortRange, TableStore
from mneme.application.repositories import row_values as read
from mneme.application.repositories.row_keys import REVISIONS, revision_key
from mneme.domain.memory import Head
from mneme.domain.tenancy import TenantContext

FEW = 100
"""So many are not looked up first: they are read, or deleted, whether they are there or not.

Nor are as many of the newest when they leave the index.
"""


def numbers_kept(
    tables: TableStore, tenant: TenantContext, partition: str, head: Head, first: int = 1
) -> Sequence[int]:
    """Return the numbers of revisions from `first` on, in order, up to the current one.

    None that is there is left out; of many, only those that are there, and the current one, are
    told. To learn them, the rows are read as they are, some 20 KB each: revisions have no index of
    keys alone, and one would cost a write with each. Raises Unavailable.
    """
    if head.revision - first < FEW:
        return range(first, head.revision + 1)
    low, high = (
        str(revision_key(partition, head.memory_id, number).sort)
        for number in (first, head.revision - 1)
    )
    numbers: list[int] = []
    cursor: str | None = None
    while True:
        query = Query(REVISIONS, partition, sort=SortRange(low, high), cursor=cursor)
        page = tables.query(tenant, query)
        numbers += (read.whole(row, "revision") for row in page.items)
        cursor = page.cursor
        if cursor is None:
            return [*numbers, head.revision]
