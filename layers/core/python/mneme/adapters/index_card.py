"""What an index gives back of a document: kept as one text, so that a hit costs one small read."""

import json
from datetime import datetime

from mneme.application.ports.vector_index import IndexContext, IndexDocument, IndexHit
from mneme.domain.memory import Kind


def write_card(document: IndexDocument) -> str:
    """Return the document's card."""
    shown = (
        document.memory_id,
        document.revision,
        document.kind,
        document.observed_at.isoformat(),
        document.terms,
        {str(offset): said for offset, said in document.context.terms.items()},
    )
    return json.dumps(shown, separators=(",", ":"))


def read_card(card: str, cosine: float | None) -> IndexHit:
    """Return the hit that a card describes."""
    memory_id, revision, kind, observed_at, terms, context = json.loads(card)
    return IndexHit(
        memory_id=memory_id,
        revision=revision,
        cosine=cosine,
        terms=tuple(terms),
        kind=Kind(kind),
        observed_at=datetime.fromisoformat(observed_at),
        context=IndexContext({int(offset): tuple(said) for offset, said in context.items()}),
    )
