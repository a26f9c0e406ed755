"""The search index on OpenSearch: one alias, every user on one shard of the index behind it."""

from collections.abc import Mapping, Sequence
from typing import Any

from mneme.adapters.index_card import with_cosines
from mneme.adapters.index_partition import require_dimensions, require_own_partition
from mneme.adapters.opensearch_aliased import OpensearchAliased
from mneme.adapters.opensearch_aliases import create_first
from mneme.adapters.opensearch_bulk import write
from mneme.adapters.opensearch_documents import read_hit
from mneme.adapters.opensearch_faults import fault, translated
from mneme.adapters.opensearch_queries import (
    COSINES,
    LEXICAL,
    STATISTICS,
    VECTOR,
    msearch_lines,
    read_statistics,
    searches,
)
from mneme.application.ports.vector_index import (
    IndexDocument,
    IndexHit,
    IndexHits,
    IndexQuery,
    Tombstone,
)
from mneme.domain.errors import Unavailable
from mneme.domain.memory import Status
from mneme.domain.tenancy import TenantContext

_LEAST_SECONDS = 0.001
_NO_STATUS = "unknown"


class OpensearchIndex(OpensearchAliased):
    """A VectorIndex behind `alias`; archived memories are behind another one, searched if asked.

    Searches are answered whole or not at all.
    """

    def prepare(self) -> None:
        """Create the first indexes and their aliases unless they are there.

        Raises Unavailable, and InternalFault for an index of another schema.
        """
        with translated():
            create_first(self._client, self._place, self._dimensions, self._shards)

    def refresh(self) -> None:
        """Make every write visible to the next search; otherwise that takes up to a second."""
        with translated():
            self._client.indices.refresh(index=f"{self._place.live},{self._place.cold}")

    def apply(self, tenant: TenantContext, entries: Sequence[IndexDocument | Tombstone]) -> None:
        """Write documents and tombstones; older versions are ignored.

        Raises Unavailable if any entry was not taken, ValueError for a vector of other dimensions.
        """
        for entry in entries:
            require_own_partition(tenant, entry.user)
        if not entries:
            return
        places = [self._place]
        with translated():
            # Asked before the write and after the commit that it carries: an index whose building
            # begins later is filled from rows that hold what is written here.
            if self._client.indices.exists_alias(name=self._next.live):
                places.append(self._next)
        write(self._client, entries, self._dimensions, places, optional=self._next)

    def search(self, tenant: TenantContext, query: IndexQuery) -> IndexHits:
        """Return the nearest and the lexically best documents, from one request.

        Raises Unavailable if any part of it failed or was late.
        """
        require_own_partition(tenant, query.user)
        require_dimensions(query.vector or b"", self._dimensions)
        bodies = searches(query)
        with translated():
            answer = self._client.msearch(
                index=self._place.live,
                body=msearch_lines(query, bodies, self._searched(query)),
                params={"request_timeout": max(query.timeout_seconds, _LEAST_SECONDS)},
            )
        answers = dict(zip(bodies, _parts(answer, len(bodies)), strict=True))
        return IndexHits(_hits(answers), read_statistics(query.terms, answers[STATISTICS]))

    def _searched(self, query: IndexQuery) -> list[str]:
        if Status.ARCHIVED in query.visible.statuses:
            return [self._place.live, self._place.cold]
        return [self._place.live]


def _hits(answers: Mapping[str, Any]) -> tuple[IndexHit, ...]:
    """Return the distinct hits with the cosines that are known."""
    known = {
        (row["fields"]["memory_id"][0], row["fields"]["revision"][0]): _cosine(row)
        for row in _rows(answers, COSINES)
    }
    newest = {memory_id: cosine for (memory_id, _), cosine in sorted(known.items())}
    found: dict[tuple[str, int], IndexHit] = {}
    for kind in (VECTOR, LEXICAL):
        for row in _rows(answers, kind):
            one = read_hit(row["fields"]["card"][0])
            place = (one.memory_id, one.revision)
            found.setdefault(place, one)
            if kind == VECTOR:
                known.setdefault(place, _cosine(row))
    return tuple(with_cosines(one, known.get(place), newest) for place, one in found.items())


def _rows(answers: Mapping[str, Any], kind: str) -> Sequence[Mapping[str, Any]]:
    return answers[kind]["hits"]["hits"] if kind in answers else ()


def _cosine(row: Mapping[str, Any]) -> float:
    return float(2.0 * row["_score"] - 1.0)


def _parts(answer: object, count: int) -> Sequence[Mapping[str, Any]]:
    """Return the answers to all of the searches. Raises Unavailable unless each is whole.

    What stands between us and the node may answer in its place: nothing is taken for granted.
    """
    parts = answer.get("responses") if isinstance(answer, dict) else None
    if not isinstance(parts, list) or len(parts) != count:
        raise Unavailable("the search index gave no readable answer")
    for part in parts:
        _require_whole(part)
    return parts


def _require_whole(part: object) -> None:
    """Raise unless the search was answered by all of its shards, in time."""
    if not isinstance(part, dict):
        raise Unavailable("the search index gave no readable answer")
    if "error" in part:
        raise fault(part.get("status", _NO_STATUS))
    # A shard that is nowhere counts as neither successful nor failed.
    shards = part.get("_shards")
    answered = isinstance(shards, dict) and shards.get("total") == shards.get("successful")
    if part.get("timed_out") is not False or not answered or "hits" not in part:
        raise Unavailable("the search index answered in part only")
