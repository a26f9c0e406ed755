"""Entries as OpenSearch documents, and found documents as hits."""

import base64
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mneme.adapters.index_card import read_card, write_card
from mneme.adapters.index_partition import (
    context_words,
    microseconds,
    partition_digest,
    precedence,
    present,
    require_dimensions,
    scope_word,
)
from mneme.application.ports.vector_index import IndexDocument, IndexHit, Tombstone
from mneme.domain.memory import Status
from mneme.domain.scope import join_key

FIRST_VERSION = 1
"""Of a memory that was never anything else but what it is now."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a memory's documents are: in `live`, or, while it is archived, in `cold`."""

    live: str
    cold: str


def bulk_lines(
    entries: Sequence[IndexDocument | Tombstone], dimensions: int, places: Sequence[Place]
) -> Iterator[dict[str, Any]]:
    """Yield action and document of each entry, in turn, as a bulk request wants them.

    What is in one of the two indexes of a place has a tombstone in the other, so that a memory is
    in one of them in whatever order its writes arrive. A tombstone says when it was noted.
    """
    noted_at = microseconds(present())
    for entry in entries:
        left = Tombstone(entry.user, entry.memory_id, entry.revision, entry.version)
        gone = _tombstone(left) | {"observed_at": noted_at}
        said = gone if isinstance(entry, Tombstone) else _document(entry, dimensions)
        for place in places:
            here, there = _sides(entry, place)
            yield {"index": {"_index": here} | _address(entry)}
            yield said
            if there is not None:
                yield {"index": {"_index": there} | _address(left)}
                yield gone


def _sides(entry: IndexDocument | Tombstone, place: Place) -> tuple[str, str | None]:
    """Return the index that holds the entry, and the one that must not, if it may."""
    if isinstance(entry, Tombstone):
        return place.live, place.cold
    if entry.status is Status.ARCHIVED:
        return place.cold, place.live
    return place.live, None if entry.version == FIRST_VERSION else place.cold


def read_hit(card: str) -> IndexHit:
    """Return the hit that a document's `card` field describes."""
    # The node gives back base64 without its padding; a surplus of it is no error.
    return read_card(base64.b64decode(card + "==").decode())


def _address(entry: IndexDocument | Tombstone) -> dict[str, Any]:
    user = partition_digest(entry.user)
    return {
        "_id": join_key(user, entry.memory_id, str(entry.revision)),
        "routing": user,
        "version": precedence(entry),
        # A repeated write is taken again. Deletes would not do: they are forgotten after a minute.
        "version_type": "external_gte",
    }


def _tombstone(entry: Tombstone) -> dict[str, Any]:
    return {
        "user": partition_digest(entry.user),
        "memory_id": entry.memory_id,
        "revision": entry.revision,
        "status": Status.DELETED,
    }


def _document(entry: IndexDocument, dimensions: int) -> dict[str, Any]:
    return {
        "user": partition_digest(entry.user),
        "memory_id": entry.memory_id,
        "revision": entry.revision,
        "status": entry.status,
        "scope": scope_word(entry.scope),
        "ownership": entry.ownership,
        "mem_type": entry.mem_type,
        "kind": entry.kind,
        "model": entry.model,
        "tags": sorted(entry.tags),
        "terms": entry.terms,
        "context_terms": sorted(context_words(entry.context)),
        "length": len(entry.terms),
        "card": base64.b64encode(write_card(entry).encode()).decode(),
        **_instants(entry),
        **_vector(entry.vector, dimensions),
    }


def _instants(entry: IndexDocument) -> Mapping[str, int]:
    instants = {
        "observed_at": entry.observed_at,
        "valid_at": entry.valid_at,
        "invalid_at": entry.invalid_at,
        "expire_at": entry.expire_at,
    }
    return {name: microseconds(at) for name, at in instants.items() if at is not None}


def _vector(vector: bytes, dimensions: int) -> Mapping[str, list[float]]:
    require_dimensions(vector, dimensions)
    if not vector:
        return {}
    return {"vector": np.frombuffer(vector, dtype="<f4").tolist()}
