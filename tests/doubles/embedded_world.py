"""A world whose vectors are those of the embedding model that is deployed."""

from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any

from mneme.adapters.embedded_index import EmbeddedIndex
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.adapters.use_embedder import UseEmbedder
from tests.doubles.world import World


@lru_cache(maxsize=1)
def deployed_embedder() -> UseEmbedder:
    """Return the one embedder of this process: it takes a second to load."""
    return UseEmbedder()


class EmbeddedWorld(World):
    """A world with real vectors."""

    def __init__(self, **parts: Any) -> None:
        index = EmbeddedIndex(SqliteDatabase(), dimensions=deployed_embedder().model.dimensions)
        super().__init__(around=lambda stores: replace(stores, index=index), **parts)

    @cached_property
    def embedder(self) -> UseEmbedder:  # type: ignore[override]
        """The deployed embedder."""
        return deployed_embedder()
