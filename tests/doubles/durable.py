"""What outlives a process of a test: stores in memory, which a second process finds again."""

from dataclasses import dataclass, field

from infra.queues import QUEUES
from infra.tables import TABLES, layouts_json
from mneme.adapters.embedded_audit import EmbeddedAudit
from mneme.adapters.embedded_index import EmbeddedIndex
from mneme.adapters.embedded_rebuild import EmbeddedRebuild
from mneme.adapters.queue_layout import QueueLayout
from mneme.adapters.sqlite_change_feed import SqliteChangeFeed
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.adapters.sqlite_table_store import SqliteTableStore
from mneme.adapters.sqlite_whole_table import SqliteWholeTable
from mneme.adapters.sqlite_work_queue import SqliteWorkQueue
from mneme.adapters.table_layout import parse_layouts
from mneme.runtime.backend import Backend
from tests.doubles.counting_ids import CountingIds
from tests.doubles.fixed_clock import FixedClock
from tests.doubles.hashing_embedder import HashingEmbedder
from tests.doubles.memory_blob_store import MemoryBlobStore
from tests.doubles.memory_certificate_keys import MemoryCertificateKeys
from tests.doubles.memory_digest_store import MemoryDigestStore
from tests.doubles.memory_download_links import MemoryDownloadLinks
from tests.doubles.memory_key_service import MemoryKeyService

LAYOUTS = parse_layouts(layouts_json({table.name: table.name for table in TABLES}))
QUEUE_LAYOUTS = {
    queue.name: QueueLayout(queue.name, queue.fifo, queue.visibility_seconds, queue.max_receives)
    for queue in QUEUES
}


@dataclass
class Durable:
    """What outlives a process: stores, queues, the time, and the source of ids."""

    clock: FixedClock = field(default_factory=FixedClock)
    ids: CountingIds = field(default_factory=CountingIds)
    database: SqliteDatabase = field(default_factory=SqliteDatabase)
    queue_database: SqliteDatabase = field(default_factory=SqliteDatabase)
    embedder: HashingEmbedder = field(default_factory=HashingEmbedder)
    certificate_keys: MemoryCertificateKeys = field(default_factory=MemoryCertificateKeys)

    def __post_init__(self) -> None:
        """Open the stores."""
        self.queue = queue = SqliteWorkQueue(self.queue_database, QUEUE_LAYOUTS, self.clock)
        index, dimensions = SqliteDatabase(), self.embedder.model.dimensions
        self.backend = Backend(
            tables=SqliteTableStore(self.database, LAYOUTS),
            queue=queue,
            queue_consumer=queue,
            dead_letters=queue,
            change_feed=SqliteChangeFeed(self.database, LAYOUTS),
            blobs=MemoryBlobStore(),
            links=MemoryDownloadLinks(),
            digests=MemoryDigestStore(),
            key_service=MemoryKeyService(),
            certificate_keys=self.certificate_keys,
            index=EmbeddedIndex(index, dimensions=dimensions, now=self.clock.now),
            index_audit=EmbeddedAudit(index),
            index_rebuild=EmbeddedRebuild(index, dimensions=dimensions),
            whole_tables=SqliteWholeTable(self.database, LAYOUTS),
        )

    def waiting(self, queue: str) -> int:
        """Return how many messages of a queue are not acknowledged."""
        return self.queue.waiting(queue)
