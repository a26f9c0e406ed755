"""An embedder that answers soon or not at all: a recall goes on without its vector."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate

from mneme.application.ports.embedder import Embedder, EmbeddingModel
from mneme.domain.errors import ModelOutage, OutageReason
from mneme.domain.tenancy import TenantContext

WAITING = 8
"""Calls at once. While so many hang, further ones are late at once, and ask nobody."""


class PromptEmbedder:
    """An `Embedder` that waits for another one for some seconds, whatever that one's own limit."""

    def __init__(self, embedder: Embedder, seconds: float) -> None:
        self._embedder = embedder
        self._seconds = seconds
        self._threads = ThreadPoolExecutor(WAITING, thread_name_prefix="embedding")

    @property
    def model(self) -> EmbeddingModel:
        """Return the other's model."""
        return self._embedder.model

    def embed(self, tenant: TenantContext, texts: Sequence[str]) -> list[bytes]:
        """Return one vector a text, in order. Raises as the other, and ModelOutage if it is late.

        What is late goes on by itself, at most as long as the other one lets it.
        """
        asked = self._threads.submit(self._embedder.embed, tenant, texts)
        try:
            return asked.result(self._seconds)
        except TooLate as late:
            asked.cancel()
            raise ModelOutage(OutageReason.TIMED_OUT) from late
