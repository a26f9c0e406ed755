"""From a query to what can be searched for: a rotated vector and blind terms, no words left."""

from dataclasses import dataclass

from mneme.application.ports.embedder import Embedder, Stemmer, VectorRotation
from mneme.application.repositories.key_ring import UserKeys
from mneme.domain.errors import Unavailable
from mneme.domain.retrieval.blinding import blind_terms
from mneme.domain.retrieval.relevance import CosineAnchors
from mneme.domain.retrieval.terms import query_terms_of
from mneme.domain.tenancy import TenantContext

TERM_LIMIT = 256
"""Terms of a query that are looked for; a longer text repeats itself or is no question."""


@dataclass(frozen=True, slots=True)
class Question:
    """A query under the user's keys. `vector` is None if the embedder did not answer."""

    terms: tuple[str, ...]
    vector: bytes | None
    model: str
    anchors: CosineAnchors


@dataclass(frozen=True)
class PoseQuestion:
    """Makes questions of queries."""

    embedder: Embedder
    rotation: VectorRotation
    stemmer: Stemmer

    def __call__(self, tenant: TenantContext, text: str, keys: UserKeys) -> Question:
        """Return the question; without a vector if the embedder is unavailable."""
        model = self.embedder.model
        terms = query_terms_of(text, self.stemmer.stem)[:TERM_LIMIT]
        return Question(
            terms=blind_terms(keys.hashing, terms),
            vector=self._vector(tenant, text, keys),
            model=model.id,
            anchors=CosineAnchors(model.unrelated, model.paraphrase),
        )

    def _vector(self, tenant: TenantContext, text: str, keys: UserKeys) -> bytes | None:
        try:
            [vector] = self.embedder.embed(tenant, [text])
        except Unavailable:
            return None
        return self.rotation.rotate(keys.rotation, vector)
