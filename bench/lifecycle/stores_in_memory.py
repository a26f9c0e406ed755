"""The embedded adapters without a folder, so that a year fits into minutes."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from bench.lifecycle.set_clock import SeededIds, SetClock
from bench.lifecycle.word_embedder import DIMENSIONS
from infra.queues import QUEUES
from infra.tables import TABLES, layouts_json
from mneme.adapters.embedded_audit import EmbeddedAudit
from mneme.adapters.embedded_index import EmbeddedIndex
from mneme.adapters.embedded_rebuild import EmbeddedRebuild
from mneme.adapters.file_digest_store import FileDigestStore
from mneme.adapters.local_certificate_keys import LocalCertificateKeys
from mneme.adapters.local_key_service import LocalKeyService
from mneme.adapters.queue_layout import QueueLayout
from mneme.adapters.signed_download_links import SignedDownloadLinks
from mneme.adapters.sqlite_change_feed import SqliteChangeFeed
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.adapters.sqlite_table_store import SqliteTableStore
from mneme.adapters.sqlite_whole_table import SqliteWholeTable
from mneme.adapters.sqlite_work_queue import SqliteWorkQueue
from mneme.adapters.table_layout import parse_layouts
from mneme.domain.tenancy import TenantContext
from mneme.runtime.backend import Backend

LAYOUTS = parse_layouts(layouts_json({table.name: table.name for table in TABLES}))
QUEUE_LAYOUTS: Mapping[str, QueueLayout] = {
    queue.name: QueueLayout(queue.name, queue.fifo, queue.visibility_seconds, queue.max_receives)
    for queue in QUEUES
}


class Objects:
    """A `BlobStore` in a dictionary."""

    def __init__(self) -> None:
        self.held: dict[tuple[str, str, str], bytes] = {}

    def put(self, tenant: TenantContext, container: str, name: str, data: bytes) -> None:
        """Store the object, replacing one of the same name."""
        self.held[tenant.tenant_id, container, name] = data

    def write(
        self, tenant: TenantContext, container: str, name: str, pieces: Iterable[bytes]
    ) -> None:
        """Store an object piece by piece."""
        self.put(tenant, container, name, b"".join(pieces))

    def get(self, tenant: TenantContext, container: str, name: str) -> bytes | None:
        """Return the object, or None."""
        return self.held.get((tenant.tenant_id, container, name))

    def delete(self, tenant: TenantContext, container: str, name: str) -> None:
        """Delete the object; deleting nothing is no error."""
        self.held.pop((tenant.tenant_id, container, name), None)

    def names_under(self, tenant: TenantContext, container: str, folder: str) -> Iterator[str]:
        """Yield the names of the objects named `<folder>/…`."""
        place = (tenant.tenant_id, container)
        named = [key[2] for key in self.held if key[:2] == place]
        yield from (name for name in named if name.startswith(f"{folder}/"))

    def delete_under(self, tenant: TenantContext, container: str, folder: str) -> int:
        """Delete all objects named `<folder>/…`; return how many."""
        place = (tenant.tenant_id, container)
        gone = [key for key in self.held if key[:2] == place and key[2].startswith(f"{folder}/")]
        for key in gone:
            del self.held[key]
        return len(gone)

    def count_under(self, tenant: TenantContext, container: str, folder: str) -> int:
        """Return how many objects are named `<folder>/…`."""
        place = (tenant.tenant_id, container)
        named = [key for key in self.held if key[:2] == place]
        return sum(key[2].startswith(f"{folder}/") for key in named)


class StoresInMemory:
    """What a simulation keeps: `folder` holds its root key, and what is written once a day."""

    def __init__(self, folder: Path, clock: SetClock, ids: SeededIds) -> None:
        self.database = SqliteDatabase()
        self.tables = SqliteTableStore(self.database, LAYOUTS)
        self.feed = SqliteChangeFeed(self.database, LAYOUTS)
        self.queue = SqliteWorkQueue(SqliteDatabase(), QUEUE_LAYOUTS, clock)
        self.objects = Objects()
        index = SqliteDatabase()
        self.backend = Backend(
            tables=self.tables,
            queue=self.queue,
            queue_consumer=self.queue,
            dead_letters=self.queue,
            change_feed=self.feed,
            blobs=self.objects,
            links=SignedDownloadLinks("", folder / "links.key", self.objects, clock, ids),
            digests=FileDigestStore(folder / "digests"),
            key_service=LocalKeyService(folder / "root.key", ids),
            certificate_keys=LocalCertificateKeys(folder / "certificate-keys", ("1",), ids),
            index=EmbeddedIndex(index, dimensions=DIMENSIONS, now=clock.now),
            index_audit=EmbeddedAudit(index),
            index_rebuild=EmbeddedRebuild(index, dimensions=DIMENSIONS),
            whole_tables=SqliteWholeTable(self.database, LAYOUTS),
        )

    def partitions(self, table: str) -> dict[str, int]:
        """Return how many rows each partition of a table has."""
        statement = f'SELECT pk, COUNT(*) FROM "table_{table}" GROUP BY pk'  # noqa: S608
        with self.database.read() as connection:
            return dict(connection.execute(statement).fetchall())

    def encoded(self, table: str, partition: str) -> list[tuple[str, bytes]]:
        """Return a partition's rows as they are stored, each with its sort key, in order."""
        statement = f'SELECT sk, item FROM "table_{table}" WHERE pk = ? ORDER BY sk'  # noqa: S608
        with self.database.read() as connection:
            return connection.execute(statement, (partition,)).fetchall()
