"""The search index on OpenSearch. Importing it costs 0.1 s: only who searches does."""

from mneme.adapters.hadamard_rotation import rotated_dimensions
from mneme.adapters.opensearch_audit import OpensearchAudit
from mneme.adapters.opensearch_connection import opensearch_client
from mneme.adapters.opensearch_expunge import OpensearchExpunge
from mneme.adapters.opensearch_index import OpensearchIndex
from mneme.adapters.opensearch_rebuild import OpensearchRebuild
from mneme.runtime.embedders import embedding_model
from mneme.runtime.settings import Settings


def opensearch_index(url: str, settings: Settings) -> OpensearchIndex:
    """Return the index at an address, for the vectors of the deployment's embedding model.

    Nothing is asked of it yet.
    """
    client = opensearch_client(url, _signed_for(settings))
    return OpensearchIndex(
        client, settings.index_name, _dimensions(settings), shards=settings.index_shards
    )


def opensearch_rebuild(url: str, settings: Settings) -> OpensearchRebuild:
    """Return the same index to be built anew. Nothing is asked of it yet."""
    client = opensearch_client(url, _signed_for(settings))
    return OpensearchRebuild(
        client, settings.index_name, _dimensions(settings), shards=settings.index_shards
    )


def opensearch_audit(url: str, settings: Settings) -> OpensearchAudit:
    """Return the same index to be read as it is. Nothing is asked of it yet."""
    return OpensearchAudit(opensearch_client(url, _signed_for(settings)), settings.index_name)


def opensearch_expunge(url: str, settings: Settings) -> OpensearchExpunge:
    """Return what rids its files of what was deleted. Nothing is asked of it yet."""
    return OpensearchExpunge(opensearch_client(url, _signed_for(settings)), settings.index_name)


def _signed_for(settings: Settings) -> str | None:
    return settings.region if settings.opensearch_signed else None


def _dimensions(settings: Settings) -> int:
    return rotated_dimensions(embedding_model(settings.embedder).dimensions)
