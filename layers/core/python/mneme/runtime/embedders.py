"""The embedding model of a deployment: the local one, or one that its settings name."""

from mneme.adapters.local_embedding_model import LOCAL_MODEL
from mneme.application.models.allowed_embedder import AllowedEmbedder
from mneme.application.ports.clock import Clock
from mneme.application.ports.embedder import Embedder, EmbeddingModel
from mneme.application.repositories.provider_lists import ProviderLists
from mneme.application.repositories.tenant_rows import TenantRows
from mneme.runtime.providers import BEDROCK, EMBEDDING_ENDPOINT
from mneme.runtime.settings import EmbedderSettings

RECALL_SECONDS = 2.5
"""As long as a call goes on that was made for a recall: somewhat longer than any recall does."""


def embedding_model(named: EmbedderSettings | None) -> EmbeddingModel:
    """Return which model makes the vectors, without loading or asking it."""
    if named is None:
        return LOCAL_MODEL
    return EmbeddingModel(
        id=f"{named.name}/{named.dimensions}",
        dimensions=named.dimensions,
        unrelated=named.unrelated,
        paraphrase=named.paraphrase,
    )


def embedder(
    named: EmbedderSettings | None, region: str, clock: Clock, tenants: TenantRows
) -> Embedder:
    """Return the model: loaded, if it is the local one; else asked for tenants that allow it."""
    if named is None:
        from mneme.adapters.use_embedder import UseEmbedder  # noqa: PLC0415

        return UseEmbedder()
    provider = BEDROCK if named.url is None else EMBEDDING_ENDPOINT
    asked = _remote(named, region, clock)
    return AllowedEmbedder(asked, provider, ProviderLists(tenants, (provider,)))


def _remote(named: EmbedderSettings, region: str, clock: Clock) -> Embedder:
    model = embedding_model(named)
    if named.url is None:
        from mneme.adapters.bedrock_clients import BedrockClients  # noqa: PLC0415
        from mneme.adapters.bedrock_embedder import BedrockEmbedder  # noqa: PLC0415

        clients = BedrockClients(region or None)
        return BedrockEmbedder(clients, named.name, model, clock, timeout_seconds=named.seconds)
    from mneme.adapters.model_endpoint import ModelEndpoint  # noqa: PLC0415
    from mneme.adapters.openai_compatible_embedder import (  # noqa: PLC0415
        OpenaiCompatibleEmbedder,
    )

    return OpenaiCompatibleEmbedder(
        ModelEndpoint(named.url, named.api_key),
        named.name,
        model,
        clock,
        timeout_seconds=named.seconds,
        shortened=named.shortened,
    )
