"""An index and an embedder with moods: well, down, or (the index) lying through its teeth."""

from collections.abc import Sequence
from enum import StrEnum

from mneme.application.ports.embedder import EmbeddingModel
from mneme.application.ports.vector_index import (
    IndexDocument,
    IndexHit,
    IndexHits,
    IndexQuery,
    Tombstone,
    VectorIndex,
)
from mneme.domain.errors import Unavailable
from mneme.domain.retrieval.bm25 import NO_STATISTICS
from mneme.domain.retrieval.term_places import term_places
from mneme.domain.tenancy import TenantContext
from tests.doubles.hashing_embedder import HashingEmbedder


class Mood(StrEnum):
    """How a search is answered.

    LYING: with every document that was ever written, of whoever, whatever became of it since, and
    with some that never were. DOWN: not at all. WORDLESS: the index is well, the embedder down.
    """

    WELL = "well"
    LYING = "lying"
    DOWN = "down"
    WORDLESS = "wordless"


class MoodyIndex:
    """A `VectorIndex` before another one, which is kept up to date in every mood.

    `found` holds the ids of the memories that were found last.
    """

    def __init__(self, index: VectorIndex) -> None:
        self.inner = index
        self.mood = Mood.WELL
        self.written: dict[tuple[str, int], IndexHit] = {}
        self.found: set[str] = set()

    def prepare(self) -> None:
        """Prepare the index."""
        self.inner.prepare()

    def apply(self, tenant: TenantContext, entries: Sequence[IndexDocument | Tombstone]) -> None:
        """Write, and remember for the lies."""
        self.inner.apply(tenant, entries)
        for entry in entries:
            if isinstance(entry, IndexDocument):
                self._remember(entry)

    def _remember(self, entry: IndexDocument) -> None:
        """Add a hit to the lies, with its neighbours in number that may never have been."""
        for number in (entry.revision - 1, entry.revision, entry.revision + 1):
            hit = IndexHit(
                entry.memory_id,
                number,
                1.0,
                term_places(entry.terms, {}),
                len(entry.terms),
                entry.kind,
                entry.observed_at,
            )
            self.written.setdefault((entry.memory_id, number), hit)

    def search(self, tenant: TenantContext, query: IndexQuery) -> IndexHits:
        """Answer as the mood is."""
        match self.mood:
            case Mood.DOWN:
                raise Unavailable("the index does not answer")
            case Mood.LYING:
                answer = IndexHits(tuple(self.written.values()), NO_STATISTICS)
            case _:
                answer = self.inner.search(tenant, query)
        self.found = {hit.memory_id for hit in answer.hits}
        return answer


class MoodyEmbedder(HashingEmbedder):
    """An embedder that may be told to fail."""

    def __init__(self) -> None:
        self.down = False

    @property
    def model(self) -> EmbeddingModel:
        """Return the model."""
        return super().model

    def embed(self, tenant: TenantContext, texts: Sequence[str]) -> list[bytes]:
        """Return the vectors. Raises Unavailable while it is down."""
        if self.down:
            raise Unavailable("the embedder does not answer")
        return super().embed(tenant, texts)
