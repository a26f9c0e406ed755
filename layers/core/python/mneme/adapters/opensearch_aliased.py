"""The index behind an alias, as whoever searches, writes or rebuilds it knows it."""

from opensearchpy import OpenSearch

from mneme.adapters.opensearch_aliases import NEXT, place_of

DEFAULT_SHARDS = 3


class OpensearchAliased:
    """Where an index is, where the one is that may take its place, and how either is made."""

    def __init__(
        self, client: OpenSearch, alias: str, dimensions: int, *, shards: int = DEFAULT_SHARDS
    ) -> None:
        self._client = client
        self._place = place_of(alias)
        self._next = place_of(alias, NEXT)
        self._dimensions = dimensions
        self._shards = shards
