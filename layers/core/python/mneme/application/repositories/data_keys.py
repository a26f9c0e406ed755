"""The data keys of a user as their rows tell of them: whether they are dated or destroyed."""

from mneme.application.ports.table_store import Item, Query, TableStore
from mneme.application.repositories import row_values as read
from mneme.application.repositories.branch_keys import key_fingerprint
from mneme.application.repositories.row_keys import KEYS, key_epoch_of, user_partition
from mneme.domain.residues import DataKey
from mneme.domain.tenancy import TenantContext


def data_keys(tables: TableStore, tenant: TenantContext, user_id: str, upto: int) -> list[DataKey]:
    """Return the keys of all epochs before one, in their order. Raises Unavailable."""
    found: list[DataKey] = []
    cursor: str | None = None
    while True:
        query = Query(KEYS, user_partition(tenant, user_id), cursor=cursor)
        page = tables.query(tenant, query)
        found += map(_data_key, page.items)
        cursor = page.cursor
        if cursor is None:
            return [key for key in found if key.epoch < upto]


def _data_key(row: Item) -> DataKey:
    epoch = key_epoch_of(read.text(row, "sk"))
    if "wrapped" not in row:
        fingerprint = read.text(row, "fingerprint")
        return DataKey(epoch, fingerprint, destroyed_at=read.offset_instant(row, "destroyed_at"))
    return DataKey(epoch, key_fingerprint(row), due_at=read.optional_instant(row, "destroy_at"))
