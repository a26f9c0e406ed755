"""The stores on AWS, each through its adapter, made at first use: a client costs a cold start."""

from functools import cached_property

from mneme.adapters.aws_clients import AwsClients
from mneme.adapters.dynamodb_change_feed import DynamodbChangeFeed
from mneme.adapters.dynamodb_table_store import DynamodbTableStore
from mneme.adapters.dynamodb_whole_table import DynamodbWholeTable
from mneme.adapters.fenced_table_store import FencedTableStore
from mneme.adapters.kms_certificate_keys import KmsCertificateKeys
from mneme.adapters.kms_key_service import KmsKeyService
from mneme.adapters.s3_blob_store import S3BlobStore
from mneme.adapters.s3_digest_store import S3DigestStore
from mneme.adapters.s3_download_links import S3DownloadLinks
from mneme.adapters.sqs_work_queue import SqsWorkQueue
from mneme.application.ports.clock import Clock
from mneme.application.ports.digest_store import DIGESTS
from mneme.application.ports.index_audit import IndexAudit
from mneme.application.ports.index_expunge import IndexExpunge
from mneme.application.ports.index_rebuild import IndexRebuild
from mneme.application.ports.table_store import TableStore
from mneme.application.ports.vector_index import VectorIndex
from mneme.domain.errors import InternalFault
from mneme.runtime.missing_index import REFUSAL, MissingIndex
from mneme.runtime.settings import Settings


class AwsBackend:
    """The stores of a deployment; a function without a search domain has no index."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._clients = AwsClients(settings.aws_calls)

    @cached_property
    def tables(self) -> TableStore:
        """The tables, in DynamoDB; a function behind the fence reaches one tenant's at a time."""
        layouts, role = self._settings.tables, self._settings.tenant_role
        if not role:
            return DynamodbTableStore(self._clients.dynamodb, layouts)
        credentials = self._clients.of_tenants(role)
        return FencedTableStore(
            lambda tenant_id: DynamodbTableStore(credentials.dynamodb(tenant_id), layouts),
            self._clock,
        )

    @cached_property
    def queue(self) -> SqsWorkQueue:
        """The queues, in SQS."""
        urls = self._settings.queues
        fifo = frozenset(name for name, url in urls.items() if url.endswith(".fifo"))
        return SqsWorkQueue(self._clients.sqs, urls, fifo)

    @property
    def queue_consumer(self) -> SqsWorkQueue:
        """The same queues, for operators: here the platform receives."""
        return self.queue

    @property
    def dead_letters(self) -> SqsWorkQueue:
        """The same queues, for operators."""
        return self.queue

    @cached_property
    def change_feed(self) -> DynamodbChangeFeed:
        """The streams, for operators: here the platform reads them."""
        clients = self._clients
        return DynamodbChangeFeed(clients.dynamodb, clients.dynamodb_streams, self._settings.tables)

    @cached_property
    def blobs(self) -> S3BlobStore:
        """The buckets, in S3."""
        return S3BlobStore(self._clients.s3, self._settings.buckets)

    @cached_property
    def links(self) -> S3DownloadLinks:
        """Presigned links."""
        return S3DownloadLinks(self._clients.s3_links, self._settings.buckets)

    @cached_property
    def digests(self) -> S3DigestStore:
        """The bucket of digests, in S3."""
        return S3DigestStore(self._clients.s3, self._settings.buckets[DIGESTS])

    @cached_property
    def key_service(self) -> KmsKeyService:
        """The wrapping key, in KMS."""
        return KmsKeyService(self._clients.kms, self._settings.key_id)

    @cached_property
    def certificate_keys(self) -> KmsCertificateKeys:
        """The keys that sign certificates, in KMS."""
        return KmsCertificateKeys(self._clients.kms, self._settings.erasure.certificate_keys)

    @cached_property
    def index(self) -> VectorIndex:
        """The search domain."""
        if not self._settings.opensearch_url:
            return MissingIndex()
        from mneme.runtime.search import opensearch_index  # noqa: PLC0415

        return opensearch_index(self._settings.opensearch_url, self._settings)

    @cached_property
    def index_audit(self) -> IndexAudit:
        """The search domain as it is."""
        if not self._settings.opensearch_url:
            return MissingIndex()
        from mneme.runtime.search import opensearch_audit  # noqa: PLC0415

        return opensearch_audit(self._settings.opensearch_url, self._settings)

    @cached_property
    def index_expunge(self) -> IndexExpunge | None:
        """The files of the search domain."""
        if not self._settings.opensearch_url:
            return None
        from mneme.runtime.search import opensearch_expunge  # noqa: PLC0415

        return opensearch_expunge(self._settings.opensearch_url, self._settings)

    @cached_property
    def index_rebuild(self) -> IndexRebuild:
        """The search domain, for operators. Raises InternalFault without one."""
        if not self._settings.opensearch_url:
            raise InternalFault(REFUSAL)
        from mneme.runtime.search import opensearch_rebuild  # noqa: PLC0415

        return opensearch_rebuild(self._settings.opensearch_url, self._settings)

    @cached_property
    def whole_tables(self) -> DynamodbWholeTable:
        """The tables from end to end, for operators."""
        return DynamodbWholeTable(self._clients.dynamodb, self._settings.tables)
