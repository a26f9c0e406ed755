"""The stores of one deployment: on AWS, or embedded in a folder. One shape for both."""

from dataclasses import dataclass

from mneme.application.ports.blob_store import BlobStore
from mneme.application.ports.change_feed import ChangeFeed
from mneme.application.ports.key_service import KeyService
from mneme.application.ports.table_store import TableStore
from mneme.application.ports.vector_index import VectorIndex
from mneme.application.ports.work_queue import QueueConsumer, WorkQueue


@dataclass(frozen=True)
class Backend:
    """The adapters that hold data. `queue_consumer` and `change_feed` serve the local stack."""

    tables: TableStore
    queue: WorkQueue
    queue_consumer: QueueConsumer
    change_feed: ChangeFeed
    blobs: BlobStore
    key_service: KeyService
    index: VectorIndex
