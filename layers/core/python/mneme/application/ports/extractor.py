"""From a conversation to facts."""

from typing import Protocol

from mneme.domain.conversation import Conversation, Message
from mneme.domain.extraction.extract_facts import Extracted
from mneme.domain.extraction.portions import Portions
from mneme.domain.tenancy import TenantContext


class Extractor(Protocol):
    """Takes from a conversation what may matter later, often nothing."""

    def reads_context(self, tenant: TenantContext) -> bool:
        """Tell whether `extract` makes use of a context for this tenant."""
        ...

    def extract(
        self,
        tenant: TenantContext,
        conversation: Conversation,
        context: tuple[Message, ...],
        settled: frozenset[str] = frozenset(),
        answered: Portions | None = None,
    ) -> Extracted:
        """Return the facts in order of their messages.

        `context` are the messages of the session before these, in order: they help to understand
        the conversation and are no source, nor are its own messages in `settled` (ids). What is in
        `answered` is not asked again; what a model answers before it fails is added there. Raises
        ModelOutage (an Unavailable) for what may succeed later, and ExtractionFailed for what will
        not.
        """
        ...
