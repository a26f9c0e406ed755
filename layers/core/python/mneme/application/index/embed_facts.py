"""Embed the facts of a task: in one batch, and one by one if the batch fails."""

from collections.abc import Sequence
from dataclasses import dataclass

from mneme.application.index.find_by import FindBy
from mneme.domain.errors import MnemeError
from mneme.domain.fact import Fact
from mneme.domain.memory import Embedding
from mneme.domain.retrieval.embedding_text import fact_text
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class EmbedFacts:
    """One fact that cannot be embedded leaves the others as they are."""

    find_by: FindBy

    def __call__(
        self, tenant: TenantContext, user_id: str, key_epoch: int, facts: Sequence[Fact]
    ) -> list[Embedding | MnemeError]:
        """Return the embedding of each fact, or why it has none, in order."""
        texts = [fact_text(fact.speaker, fact.text) for fact in facts]
        return self.texts(tenant, user_id, key_epoch, texts)

    def texts(
        self, tenant: TenantContext, user_id: str, key_epoch: int, texts: Sequence[str]
    ) -> list[Embedding | MnemeError]:
        """Return the embedding of each text, or why it has none, in order.

        After a fault that may pass the rest is not tried: it would fail as well.
        """
        try:
            return [*self.find_by.embeddings(tenant, user_id, key_epoch, texts)]
        except MnemeError as fault:
            if len(texts) == 1:
                return [fault]
        found: list[Embedding | MnemeError] = []
        for text in texts:
            previous = found[-1] if found else None
            if isinstance(previous, MnemeError) and previous.retryable:
                found.append(previous)
                continue
            found.append(self._one(tenant, user_id, key_epoch, text))
        return found

    def _one(
        self, tenant: TenantContext, user_id: str, key_epoch: int, text: str
    ) -> Embedding | MnemeError:
        try:
            [embedding] = self.find_by.embeddings(tenant, user_id, key_epoch, [text])
        except MnemeError as fault:
            return fault
        return embedding
