"""An embedding model on Amazon Bedrock: Titan Text Embeddings V2, or Cohere Embed."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mneme.adapters.bedrock_errors import bedrock_translated
from mneme.adapters.json_body import json_object
from mneme.adapters.model_negotiation import RequestRefused
from mneme.adapters.unit_vectors import embedding_input, unit_vector
from mneme.application.ports.clock import Clock
from mneme.application.ports.embedder import EmbeddingModel
from mneme.domain.errors import InternalFault, ModelOutage, OutageReason
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class _Family:
    """How the models of one maker are asked, how many texts at a time, and how they answer."""

    batch: int
    request: Callable[[Sequence[str], int], dict[str, Any]]
    vectors: Callable[[Mapping[str, Any]], Any]


def _titan_request(texts: Sequence[str], dimensions: int) -> dict[str, Any]:
    return {"inputText": texts[0], "dimensions": dimensions, "normalize": True}


def _cohere_request(texts: Sequence[str], dimensions: int) -> dict[str, Any]:  # noqa: ARG001
    # Queries could be marked as such, but memories are also compared with each other, and the port
    # promises one vector a text.
    return {
        "texts": list(texts),
        "input_type": "search_document",
        "embedding_types": ["float"],
        "truncate": "END",
    }


def _cohere_4_request(texts: Sequence[str], dimensions: int) -> dict[str, Any]:
    return {
        **_cohere_request(texts, dimensions),
        "truncate": "RIGHT",
        "output_dimension": dimensions,
    }


def _titan_vectors(answer: Mapping[str, Any]) -> list[Any]:
    return [answer.get("embedding")]


def _cohere_vectors(answer: Mapping[str, Any]) -> Any:
    found = answer.get("embeddings")
    return found.get("float") if isinstance(found, dict) else found


_FAMILIES = {
    "amazon.titan-embed-text-v2": _Family(1, _titan_request, _titan_vectors),
    "cohere.embed-v4": _Family(96, _cohere_4_request, _cohere_vectors),
    "cohere.embed-": _Family(96, _cohere_request, _cohere_vectors),
}
"""By what the id of a model contains, the narrower name first: profiles prefix it by a region."""


class BedrockEmbedder:
    """An `Embedder` on one Bedrock model; `clients` as for `BedrockModel`."""

    def __init__(
        self,
        clients: Callable[[float], Any],
        model_id: str,
        model: EmbeddingModel,
        clock: Clock,
        *,
        timeout_seconds: float,
    ) -> None:
        """Raise ValueError for a model of neither kind."""
        families = [family for name, family in _FAMILIES.items() if name in model_id]
        if not families:
            raise ValueError("embedding on Bedrock needs Titan Text Embeddings V2 or Cohere Embed")
        self._clients = clients
        self._model_id = model_id
        self._model = model
        self._clock = clock
        self._timeout_seconds = timeout_seconds
        self._family = families[0]

    @property
    def model(self) -> EmbeddingModel:
        """Return which model this is."""
        return self._model

    def embed(self, tenant: TenantContext, texts: Sequence[str]) -> list[bytes]:  # noqa: ARG002
        """Return one unit vector a text, of the text's first 2,000 characters.

        Raises ModelOutage, also when the time is over; InternalFault if the service refuses.
        """
        deadline = self._clock.monotonic() + self._timeout_seconds
        vectors: list[bytes] = []
        for start in range(0, len(texts), self._family.batch):
            batch = [embedding_input(text) for text in texts[start : start + self._family.batch]]
            vectors += self._embedded(batch, deadline)
        return vectors

    def _embedded(self, batch: Sequence[str], deadline: float) -> list[bytes]:
        request = self._family.request(batch, self._model.dimensions)
        found = self._family.vectors(self._invoked(request, deadline))
        if not isinstance(found, list) or len(found) != len(batch):
            raise ModelOutage(OutageReason.UNREADABLE)
        return [unit_vector(values, self._model.dimensions) for values in found]

    def _invoked(self, request: Mapping[str, Any], deadline: float) -> dict[str, Any]:
        client = self._clients(deadline - self._clock.monotonic())
        try:
            with bedrock_translated():
                answer = client.invoke_model(
                    modelId=self._model_id,
                    contentType="application/json",
                    accept="application/json",
                    body=json.dumps(request).encode(),
                )
                body = answer["body"].read()
        except RequestRefused as exc:
            raise InternalFault("the embedding model refused a request") from exc
        return json_object(body)
