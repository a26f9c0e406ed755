"""For how long what was deleted can be brought back: certificates of erasures say so."""

from infra.buckets import BUCKETS
from infra.tables import TABLES

KEYS = "keys"
DIGESTS = "digests"
STREAM_DAYS = 1
"""DynamoDB lists changes for 24 hours."""

SNAPSHOT_DAYS = 14
"""Amazon OpenSearch Service keeps its automated snapshots for so long."""


def recovery_days(*, search: bool) -> dict[str, int]:
    """Return the days by kind of store; `search`: there is a domain of which snapshots are taken.

    Objects are deleted with all their versions, and cannot be brought back.
    """
    windows = {row.name: row.recovery_days for row in TABLES}
    days = {
        "keys": windows.pop(KEYS),
        "tables": max(windows.values()),
        "stream": STREAM_DAYS,
        "digests": next(row.locked_days or 0 for row in BUCKETS if row.name == DIGESTS),
    }
    return days | ({"search": SNAPSHOT_DAYS} if search else {})
