"""From a query to what can be searched for: a rotated vector and blind terms, no words left."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from mneme.application.ports.embedder import Embedder, Stemmer, VectorRotation
from mneme.application.ports.errands import Errand, Errands
from mneme.application.recall.inline_errands import InlineErrands
from mneme.application.recall.recall_deadline import Deadline
from mneme.application.repositories.key_ring import UserKeys
from mneme.domain.errors import ExtractionFailed, Unavailable
from mneme.domain.recall_account import RecallStep, Setback, setback_of
from mneme.domain.recollection import RecallPolicy
from mneme.domain.retrieval.blinding import blind_term, blind_terms
from mneme.domain.retrieval.calibration import CosineAnchors
from mneme.domain.retrieval.date_words import asked_dates
from mneme.domain.retrieval.marks import Asked, asked_of, is_unspaced
from mneme.domain.retrieval.terms import query_terms_of
from mneme.domain.tenancy import TenantContext

TERMS_A_QUESTION = 256
"""Terms of a query that are looked for; a longer text repeats itself or is no question."""

USUAL = RecallPolicy()


@dataclass(frozen=True, slots=True)
class Question:
    """A query under the user's keys. `vector` is None if the embedder did not answer: `setback`.

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
    setback: Setback | None = None


@dataclass(frozen=True, slots=True)
class Embedding:
    """A text whose vector may be under way."""

    text: str
    vectors: Errand[list[bytes]]


@dataclass(frozen=True)
class PoseQuestion:
    """Makes questions of queries: `begin` needs no keys, so that both can be fetched at once."""

    embedder: Embedder
    rotation: VectorRotation
    stemmer: Stemmer
    errands: Errands = field(default_factory=InlineErrands)
    policy: RecallPolicy = USUAL

    def begin(self, tenant: TenantContext, text: str) -> Embedding:
        """Have the text embedded."""
        return Embedding(text, self.errands.start(partial(self.embedder.embed, tenant, [text])))

    def __call__(
        self, begun: Embedding, keys: UserKeys, now: datetime, deadline: Deadline
    ) -> Question:
        """Return the question, without a vector if there is none in time.

        "Last week" in it is meant from `now`. Raises RecallTimedOut.
        """
        model, text = self.embedder.model, begun.text
        terms = query_terms_of(text, self.stemmer.stem)[:TERMS_A_QUESTION]
        dates = asked_dates(text, now)
        vector, setback = self._vector(begun, keys, deadline)
        return Question(
            terms=blind_terms(keys.hashing, terms),
            vector=vector,
            setback=setback,
            model=model.id,
            anchors=CosineAnchors(model.unrelated, model.paraphrase),
            dates={blind_term(keys.hashing, word): share for word, share in dates.items()},
            asks=asked_of(text),
            unspaced=is_unspaced(text),
        )

    def _vector(
        self, begun: Embedding, keys: UserKeys, deadline: Deadline
    ) -> tuple[bytes | None, Setback | None]:
        # Words find without a vector, but not without time.
        share = self.policy.embedding_time_share
        seconds = deadline.remaining(RecallStep.EMBEDDING) * share
        try:
            with deadline.measured(RecallStep.EMBEDDING):
                [vector] = begun.vectors.result(seconds)
        except (Unavailable, ExtractionFailed) as outage:
            return None, setback_of(outage)
        return self.rotation.rotate(keys.rotation, vector), None
