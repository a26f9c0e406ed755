"""An embedding model behind any server that speaks OpenAI's embeddings protocol."""

from collections.abc import Mapping, Sequence
from typing import Any

from mneme.adapters.model_endpoint import ModelEndpoint
from mneme.adapters.model_negotiation import RequestRefused
from mneme.adapters.unit_vectors import embedding_input, unit_vector
from mneme.application.ports.clock import Clock
from mneme.application.ports.embedder import EmbeddingModel
from mneme.domain.errors import InternalFault, MnemeError, ModelOutage, OutageReason
from mneme.domain.tenancy import TenantContext

BATCH = 64


class OpenaiCompatibleEmbedder:
    """An `Embedder` on an embeddings endpoint. `model.id` names the vectors, `name` the model.

    With `shortened` the server is asked for the model's dimensions; models that know but one length
    refuse to be asked.
    """

    def __init__(
        self,
        endpoint: ModelEndpoint,
        name: str,
        model: EmbeddingModel,
        clock: Clock,
        *,
        timeout_seconds: float,
        shortened: bool = False,
    ) -> None:
        self._endpoint = endpoint
        self._model = model
        self._clock = clock
        self._timeout_seconds = timeout_seconds
        self._request: dict[str, Any] = {"model": name, "encoding_format": "float"}
        if shortened:
            self._request["dimensions"] = model.dimensions

    @property
    def model(self) -> EmbeddingModel:
        """Return which model this is."""
        return self._model

    def embed(self, tenant: TenantContext, texts: Sequence[str]) -> list[bytes]:  # noqa: ARG002
        """Return one unit vector a text, of the text's first 2,000 characters.

        Raises ModelOutage, also when the time is over; InternalFault if the server refuses.
        """
        deadline = self._clock.monotonic() + self._timeout_seconds
        vectors: list[bytes] = []
        for start in range(0, len(texts), BATCH):
            batch = [embedding_input(text) for text in texts[start : start + BATCH]]
            vectors += self._embedded(batch, deadline)
        return vectors

    def _embedded(self, batch: Sequence[str], deadline: float) -> list[bytes]:
        remaining = deadline - self._clock.monotonic()
        if remaining <= 0:
            raise ModelOutage(OutageReason.TIMED_OUT)
        try:
            answer = self._endpoint.post("/embeddings", self._request | {"input": batch}, remaining)
        except RequestRefused as exc:
            raise _fault(exc) from exc
        found = _by_index(answer)
        if set(found) != set(range(len(batch))):
            raise ModelOutage(OutageReason.UNREADABLE)
        return [unit_vector(found[index], self._model.dimensions) for index in range(len(batch))]


def _fault(refused: RequestRefused) -> MnemeError:
    error = refused.translated()
    if isinstance(error, ModelOutage):
        return error
    return InternalFault("the embedding model refused a request")


def _by_index(answer: Mapping[str, Any]) -> dict[int, object]:
    """Return the vectors by the position of their text; servers may answer in any order."""
    data = answer.get("data")
    rows = data if isinstance(data, list) else []
    found: dict[int, object] = {}
    for place, row in enumerate(rows):
        if isinstance(row, dict):
            index = row.get("index")
            found[index if isinstance(index, int) else place] = row.get("embedding")
    return found
