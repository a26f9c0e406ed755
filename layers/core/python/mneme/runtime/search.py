"""The search index on OpenSearch. Importing it costs 0.1 s: only who searches does."""

from mneme.adapters.opensearch_connection import opensearch_client
from mneme.adapters.opensearch_index import OpensearchIndex

ALIAS = "memories"
DIMENSIONS = 512


def opensearch_index(url: str, region: str) -> OpensearchIndex:
    """Return the index at an address; nothing is asked of it yet."""
    return OpensearchIndex(opensearch_client(url, region or None), ALIAS, DIMENSIONS)
