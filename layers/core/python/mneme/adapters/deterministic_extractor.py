"""The extractor that always exists: rules, without a model."""

from mneme.domain.conversation import Conversation, Message
from mneme.domain.extraction.extract_facts import Extracted, extracted
from mneme.domain.extraction.portions import Portions
from mneme.domain.tenancy import TenantContext


class DeterministicExtractor:
    """An `Extractor` of rules alone: the same conversation always gives the same facts."""

    def reads_context(self, tenant: TenantContext) -> bool:  # noqa: ARG002
        """Return false: each conversation stands for itself."""
        return False

    def extract(
        self,
        tenant: TenantContext,  # noqa: ARG002
        conversation: Conversation,
        context: tuple[Message, ...],  # noqa: ARG002
        settled: frozenset[str] = frozenset(),
        answered: Portions | None = None,  # noqa: ARG002
    ) -> Extracted:
        """Return what the conversation states about people."""
        return extracted(conversation, settled)
