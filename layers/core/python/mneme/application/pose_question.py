"""From a query to what can be searched for: a rotated vector and blind terms, no words left."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from mneme.application.ports.embedder import Embedder, Stemmer, VectorRotation
from mneme.application.repositories.key_ring import UserKeys
from mneme.domain.errors import ExtractionFailed, Unavailable
from mneme.domain.retrieval.blinding import blind_term, blind_terms
from mneme.domain.retrieval.calibration import CosineAnchors
from mneme.domain.retrieval.date_words import asked_dates
from mneme.domain.retrieval.marks import Asked, asked_of, is_unspaced
from mneme.domain.retrieval.terms import query_terms_of
from mneme.domain.tenancy import TenantContext

TERM_LIMIT = 256
"""Terms of a query that are looked for; a longer text repeats itself or is no question."""


@dataclass(frozen=True, slots=True)
class Question:
    """A query under the user's keys. `vector` is None if the embedder did not answer.

    `dates` are the date words it asks for, each with how well it would fit; `asks` what kinds of
    answer it wants; `unspaced` says whether its script has no spaces.
    """

    terms: tuple[str, ...]
    vector: bytes | None
    model: str
    anchors: CosineAnchors
    dates: Mapping[str, float] = field(default_factory=dict)
    asks: frozenset[Asked] = frozenset()
    unspaced: bool = False


@dataclass(frozen=True)
class PoseQuestion:
    """Makes questions of queries."""

    embedder: Embedder
    rotation: VectorRotation
    stemmer: Stemmer

    def __call__(self, tenant: TenantContext, text: str, keys: UserKeys, now: datetime) -> Question:
        """Return the question; without a vector if the embedder is unavailable, or not allowed.

        "Last week" in it is meant from `now`.
        """
        model = self.embedder.model
        terms = query_terms_of(text, self.stemmer.stem)[:TERM_LIMIT]
        dates = asked_dates(text, now)
        return Question(
            terms=blind_terms(keys.hashing, terms),
            vector=self._vector(tenant, text, keys),
            model=model.id,
            anchors=CosineAnchors(model.unrelated, model.paraphrase),
            dates={blind_term(keys.hashing, word): share for word, share in dates.items()},
            asks=asked_of(text),
            unspaced=is_unspaced(text),
        )

    def _vector(self, tenant: TenantContext, text: str, keys: UserKeys) -> bytes | None:
        try:
            [vector] = self.embedder.embed(tenant, [text])
        except (Unavailable, ExtractionFailed):
            return None
        return self.rotation.rotate(keys.rotation, vector)
