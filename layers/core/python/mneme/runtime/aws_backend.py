"""The stores on AWS, each through its adapter."""

from mneme.adapters.aws_clients import AwsClients
from mneme.adapters.dynamodb_change_feed import DynamodbChangeFeed
from mneme.adapters.dynamodb_table_store import DynamodbTableStore
from mneme.adapters.kms_key_service import KmsKeyService
from mneme.adapters.s3_blob_store import S3BlobStore
from mneme.adapters.sqs_work_queue import SqsWorkQueue
from mneme.application.ports.vector_index import VectorIndex
from mneme.runtime.backend import Backend
from mneme.runtime.missing_index import MissingIndex
from mneme.runtime.settings import Settings


def aws_backend(settings: Settings) -> Backend:
    """Return the adapters of a deployment; a function without a search domain has no index."""
    clients = AwsClients()
    fifo = frozenset(name for name, url in settings.queues.items() if url.endswith(".fifo"))
    queues = SqsWorkQueue(clients.sqs, settings.queues, fifo)
    return Backend(
        tables=DynamodbTableStore(clients.dynamodb, settings.tables),
        queue=queues,
        queue_consumer=queues,
        change_feed=DynamodbChangeFeed(clients.dynamodb, clients.dynamodb_streams, settings.tables),
        blobs=S3BlobStore(clients.s3, settings.buckets),
        key_service=KmsKeyService(clients.kms, settings.key_id),
        index=_index(settings),
    )


def _index(settings: Settings) -> VectorIndex:
    if not settings.opensearch_url:
        return MissingIndex()
    from mneme.runtime.search import opensearch_index  # noqa: PLC0415

    return opensearch_index(settings.opensearch_url, settings.region)
