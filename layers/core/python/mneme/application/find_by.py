"""By what memories are found: rotated vectors and blind terms, both under the user's keys."""

from collections.abc import Sequence
from dataclasses import dataclass

from mneme.application.ports.embedder import Embedder, Stemmer, VectorRotation
from mneme.application.repositories.key_ring import KeyRing, UserKeys
from mneme.domain.memory import Embedding
from mneme.domain.retrieval.blinding import blind_terms
from mneme.domain.retrieval.terms import spoken_terms_of
from mneme.domain.tenancy import TenantContext

TERM_LIMIT = 8192
"""As many words as 16 KB hold; only characters that stand for several words can exceed it."""


@dataclass(frozen=True)
class FindBy:
    """Makes embeddings and terms of texts, for one user at a time."""

    keys: KeyRing
    embedder: Embedder
    rotation: VectorRotation
    stemmer: Stemmer

    def embeddings(
        self, tenant: TenantContext, user_id: str, key_epoch: int, texts: Sequence[str]
    ) -> list[Embedding]:
        """Return one embedding a text, in order, embedded in one batch."""
        if not texts:
            return []
        keys = self.keys.keys_for(tenant, user_id, key_epoch)
        return [
            Embedding(self.embedder.model.id, self.rotation.rotate(keys.rotation, vector))
            for vector in self.embedder.embed(tenant, texts)
        ]

    def terms(self, keys: UserKeys, speaker: str | None, text: str) -> tuple[str, ...]:
        """Return the blind terms of something said: its first ones, if they are very many."""
        terms = spoken_terms_of(speaker, text, self.stemmer.stem)
        return blind_terms(keys.hashing, terms[:TERM_LIMIT])
