"""What an index gives back of a document: kept as one text, so that a hit costs one small read."""

import json
from collections.abc import Mapping
from datetime import datetime

from mneme.application.ports.vector_index import IndexDocument, IndexHit
from mneme.domain.memory import Kind
from mneme.domain.retrieval.term_places import term_places
from mneme.domain.retrieval.unit_context import Mark, UnitContext


def write_card(document: IndexDocument) -> str:
    """Return the document's card."""
    context = document.context
    shown = (
        document.memory_id,
        document.revision,
        document.kind,
        document.observed_at.isoformat(),
        document.weight_cap,
        len(document.terms),
        term_places(document.terms, context.terms),
        context.run,
        {str(offset): memory_id for offset, memory_id in context.neighbours.items()},
        context.speaker,
        context.said_on,
        context.dates,
        "".join(sorted(context.marks)),
    )
    return json.dumps(shown, separators=(",", ":"))


def read_card(card: str) -> IndexHit:
    """Return the hit that a card describes, without any cosine."""
    memory_id, revision, kind, observed_at, cap, length, places, *context = json.loads(card)
    return IndexHit(
        memory_id=memory_id,
        revision=revision,
        cosine=None,
        places=places,
        length=length,
        kind=Kind(kind),
        observed_at=datetime.fromisoformat(observed_at),
        context=_context(*context),
        weight_cap=cap,
    )


def with_cosines(hit: IndexHit, cosine: float | None, near: Mapping[str, float]) -> IndexHit:
    """Return the hit, which has none, with its own cosine and those of memories near the query."""
    # Not `_replace`: this runs hundreds of times a search and that costs three times more.
    memory_id, revision, _, places, length, kind, observed_at, context, cap, _ = hit
    return IndexHit(
        memory_id, revision, cosine, places, length, kind, observed_at, context, cap, near
    )


def _context(
    run: str,
    neighbours: dict[str, str],
    speaker: list[str],
    said_on: list[str],
    dates: list[str],
    marks: str,
) -> UnitContext:
    return UnitContext(
        neighbours={int(offset): memory_id for offset, memory_id in neighbours.items()},
        run=run,
        speaker=tuple(speaker),
        said_on=tuple(said_on),
        dates=tuple(dates),
        marks=frozenset(map(Mark, marks)),
    )
