"""The index as OpenSearch sees it: settings and fields."""

from typing import Any

from mneme.adapters.index_partition import SCHEMA_VERSION

SEARCHED_NEIGHBOURS = 2_000
"""How far a k-NN search explores. Up to this many visible vectors in a segment are compared one by
one, exactly; beyond, the graph is searched with a list of this length. The default of 100 finds
half of the ten nearest of 10,000 vectors when a user owns most of a shard; this finds all."""

EXPUNGED_FROM = {"merge.policy.expunge_deletes_allowed": 0}
"""A segment with anything deleted in it is merged when that is asked for; by default a tenth of it
may be."""


def index_body(dimensions: int, shards: int) -> dict[str, Any]:
    """Return settings and mappings of a new index for unit vectors of these dimensions."""
    return {"settings": {"index": _settings(shards)}, "mappings": _mappings(dimensions)}


def _settings(shards: int) -> dict[str, Any]:
    return {
        "knn": True,
        # No graph at all, where the version heeds this for its Lucene engine: a search sees one
        # user's vectors, which are compared exactly. Elsewhere SEARCHED_NEIGHBOURS does the same.
        "knn.advanced.approximate_threshold": -1,
        "number_of_shards": shards,
        "auto_expand_replicas": "0-1",
        "refresh_interval": "1s",
        **EXPUNGED_FROM,
    }


def _mappings(dimensions: int) -> dict[str, Any]:
    return {
        "dynamic": "strict",
        "_meta": {"schema": SCHEMA_VERSION},
        "_routing": {"required": True},
        "properties": {
            **{name: {"type": "keyword"} for name in _FILTERS},
            # Microseconds since 1970: a `date` keeps milliseconds, a `date_nanos` begins at 1970.
            **{name: {"type": "long"} for name in _INSTANTS},
            **dict.fromkeys(_TERMS, _WORDS),
            "revision": {"type": "integer"},
            "length": {"type": "integer"},
            # What a hit returns, apart from `_source`: reading it does not unpack the vector.
            "card": {"type": "binary", "doc_values": True},
            "vector": _vector(dimensions),
        },
    }


_FILTERS = (
    "user",
    "memory_id",
    "status",
    "scope",
    "ownership",
    "mem_type",
    "kind",
    "tags",
    "model",
)
_INSTANTS = ("observed_at", "valid_at", "invalid_at", "expire_at")
_TERMS = ("terms", "context_terms")
_WORDS = {"type": "text", "analyzer": "keyword", "norms": False, "index_options": "docs"}
"""Each value is one word, as on a keyword field, whose matches however all score the same."""


def _vector(dimensions: int) -> dict[str, Any]:
    return {
        "type": "knn_vector",
        "dimension": dimensions,
        "method": {
            "name": "hnsw",
            "engine": "lucene",  # always: the default engine is native code that can end the node
            "space_type": "cosinesimil",
            "parameters": {"m": 16, "ef_construction": 100},
        },
    }
