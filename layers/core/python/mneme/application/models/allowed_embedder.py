"""An embedder that shows nobody's content to a provider which its tenant does not allow."""

from collections.abc import Sequence
from dataclasses import dataclass

from mneme.application.ports.embedder import Embedder, EmbeddingModel
from mneme.application.ports.language_model import AllowedProviders
from mneme.domain.errors import ExtractionFailed
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class AllowedEmbedder:
    """An `Embedder` on a provider that tenants know under a name."""

    embedder: Embedder
    provider: str
    access: AllowedProviders

    @property
    def model(self) -> EmbeddingModel:
        """Return which model this is."""
        return self.embedder.model

    def embed(self, tenant: TenantContext, texts: Sequence[str]) -> list[bytes]:
        """Return one vector a text, in order.

        Raises Unavailable, and ExtractionFailed if the tenant does not allow the provider: there
        is no other model whose vectors could be compared with these.
        """
        if self.provider not in self.access.allowed(tenant):
            raise ExtractionFailed("the tenant does not allow the provider of the embedding model")
        return self.embedder.embed(tenant, texts)
