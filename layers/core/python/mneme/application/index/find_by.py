"""By what memories are found: rotated vectors and blind terms, both under the user's keys."""

from collections.abc import Sequence
from dataclasses import dataclass

from mneme.application.ports.embedder import Embedder, Stemmer, VectorRotation
from mneme.application.repositories.key_ring import KeyRing, UserKeys
from mneme.domain.conversation import Role
from mneme.domain.fact import Fact
from mneme.domain.memory import Embedding, Ownership, Revision
from mneme.domain.retrieval.blinding import blind_terms
from mneme.domain.retrieval.date_words import day_words, talked_about
from mneme.domain.retrieval.marks import marks_of
from mneme.domain.retrieval.terms import spoken_terms_of, terms_of
from mneme.domain.retrieval.unit_context import UnitContext
from mneme.domain.tenancy import TenantContext

TERMS_A_MEMORY = 8192
"""As many words as 16 KB hold; only characters that stand for several words can exceed it."""

_ROLES = {Ownership.USER: Role.USER, Ownership.AGENT: Role.ASSISTANT}


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
        return blind_terms(keys.hashing, terms[:TERMS_A_MEMORY])

    def context(
        self, keys: UserKeys, said: Fact | Revision, text: str, previous: str | None = None
    ) -> UnitContext:
        """Return by what a text is ranked that is said as the fact is, its neighbours left out.

        Who gave no name is found by their role. `previous` is the message before it.
        """
        speaker = terms_of(who_said(said), self.stemmer.stem)
        dates = talked_about(text, said.observed_at)
        if said.valid_at is not None:
            dates = tuple(dict.fromkeys((*dates, *day_words(said.valid_at))))
        return UnitContext(
            speaker=blind_terms(keys.hashing, speaker),
            said_on=blind_terms(keys.hashing, day_words(said.observed_at)),
            dates=blind_terms(keys.hashing, dates),
            marks=marks_of(text, previous),
        )


def who_said(said: Fact | Revision) -> str:
    """Return the name of who said it, or their role for want of one."""
    return said.speaker or _ROLES[said.ownership].value
