"""Make what comes in findable: with vectors, terms and context of its own."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mneme.application.index.find_by import FindBy, who_said
from mneme.application.transfer.importing import Importing
from mneme.domain.memory import Head, Kind, Revision
from mneme.domain.retrieval.embedding_text import fact_text, turn_text


@dataclass(frozen=True)
class ImportFindable:
    """Of revisions of one memory, embedded in one batch."""

    find_by: FindBy

    def __call__(self, of: Importing, head: Head, said: Sequence[Revision]) -> tuple[Revision, ...]:
        """Return the revisions as they are found. Raises Unavailable."""
        keys = self.find_by.keys.keys_for(of.tenant, of.user_id, head.key_epoch)
        texts = [_embedded(head, one) for one in said]
        vectors = self.find_by.embeddings(of.tenant, of.user_id, head.key_epoch, texts)
        return tuple(
            replace(
                one,
                embedding=vector,
                terms=self.find_by.terms(keys, one.speaker, one.content),
                context=self.find_by.context(keys, one, one.content),
            )
            for one, vector in zip(said, vectors, strict=True)
        )


def _embedded(head: Head, said: Revision) -> str:
    if head.kind is Kind.TURN:
        return turn_text(who_said(said), said.content, None)
    return fact_text(said.speaker, said.content)
