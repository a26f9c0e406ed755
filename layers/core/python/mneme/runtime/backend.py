"""The stores of one deployment: on AWS, or embedded in a folder. One shape for both."""

from dataclasses import dataclass
from typing import Protocol

from mneme.application.ports.blob_store import BlobStore
from mneme.application.ports.certificate_keys import CertificateKeys
from mneme.application.ports.change_feed import ChangeFeed
from mneme.application.ports.digest_store import DigestStore
from mneme.application.ports.download_links import DownloadLinks
from mneme.application.ports.index_audit import IndexAudit
from mneme.application.ports.index_expunge import IndexExpunge
from mneme.application.ports.index_rebuild import IndexRebuild
from mneme.application.ports.key_service import KeyService
from mneme.application.ports.table_store import TableStore
from mneme.application.ports.vector_index import VectorIndex
from mneme.application.ports.whole_table import WholeTable
from mneme.application.ports.work_queue import DeadLetters, QueueConsumer, WorkQueue


class Stores(Protocol):
    """The adapters that hold data. `queue_consumer` and `change_feed` serve the local stack."""

    @property
    def tables(self) -> TableStore:
        """The authority."""

    @property
    def queue(self) -> WorkQueue:
        """Where work is sent."""

    @property
    def queue_consumer(self) -> QueueConsumer:
        """Where work is received."""

    @property
    def dead_letters(self) -> DeadLetters:
        """What was received too often."""

    @property
    def change_feed(self) -> ChangeFeed:
        """What changed in the tables."""

    @property
    def blobs(self) -> BlobStore:
        """Objects too large for a row."""

    @property
    def links(self) -> DownloadLinks:
        """Links to objects."""

    @property
    def digests(self) -> DigestStore:
        """What change logs had come to, written once."""

    @property
    def key_service(self) -> KeyService:
        """Wraps branch keys."""

    @property
    def certificate_keys(self) -> CertificateKeys:
        """Sign certificates."""

    @property
    def index(self) -> VectorIndex:
        """The search index."""

    @property
    def index_audit(self) -> IndexAudit:
        """The search index as it is, to be compared with the tables."""

    @property
    def index_expunge(self) -> IndexExpunge | None:
        """Its files, where they hold what was deleted until they are merged."""

    @property
    def index_rebuild(self) -> IndexRebuild:
        """The search index, built anew, for operators."""

    @property
    def whole_tables(self) -> WholeTable:
        """The tables from end to end, for operators."""


@dataclass(frozen=True)
class Backend:
    """Stores that are all made at once."""

    tables: TableStore
    queue: WorkQueue
    queue_consumer: QueueConsumer
    dead_letters: DeadLetters
    change_feed: ChangeFeed
    blobs: BlobStore
    links: DownloadLinks
    digests: DigestStore
    key_service: KeyService
    certificate_keys: CertificateKeys
    index: VectorIndex
    index_audit: IndexAudit
    index_rebuild: IndexRebuild
    whole_tables: WholeTable
    index_expunge: IndexExpunge | None = None
