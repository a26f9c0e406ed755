"""The search index on OpenSearch: one alias, every user on one shard of the index behind it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any

from opensearchpy import OpenSearch, RequestError, SerializationError, TransportError

from mneme.adapters.index_card import with_cosines
from mneme.adapters.index_partition import (
    SCHEMA_VERSION,
    require_dimensions,
    require_own_partition,
)
from mneme.adapters.opensearch_documents import bulk_lines, read_hit
from mneme.adapters.opensearch_mapping import index_body
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
from mneme.domain.errors import InternalFault, MnemeError, Unavailable
from mneme.domain.tenancy import TenantContext

DEFAULT_SHARDS = 3
WRITE_SECONDS = 20.0
_REQUEST_BYTES = 4_000_000
_LEAST_SECONDS = 0.001
_OUTAGES = frozenset(
    {
        HTTPStatus.UNAUTHORIZED,
        HTTPStatus.FORBIDDEN,
        HTTPStatus.NOT_FOUND,  # the alias is not there: nothing could be looked up
        HTTPStatus.REQUEST_TIMEOUT,
        HTTPStatus.TOO_MANY_REQUESTS,
    }
)
_TURN_REVISION = 1
_EXISTS = "resource_already_exists_exception"


class OpensearchIndex:
    """A VectorIndex behind `alias`. Searches are answered whole or not at all."""

    def __init__(
        self, client: OpenSearch, alias: str, dimensions: int, *, shards: int = DEFAULT_SHARDS
    ) -> None:
        self._client = client
        self._alias = alias
        self._dimensions = dimensions
        self._shards = shards

    def prepare(self) -> None:
        """Create the first index and its alias unless the alias is there.

        Raises Unavailable, and InternalFault for an index of another schema.
        """
        with _translated():
            if self._client.indices.exists_alias(name=self._alias):
                _require_schema(self._client.indices.get_mapping(index=self._alias))
                return
            body = index_body(self._dimensions, self._shards) | {"aliases": {self._alias: {}}}
            try:
                self._client.indices.create(index=f"{self._alias}-1", body=body)
            except RequestError as exc:
                if exc.error != _EXISTS:  # another process was faster
                    raise

    def refresh(self) -> None:
        """Make every write visible to the next search; otherwise that takes up to a second."""
        with _translated():
            self._client.indices.refresh(index=self._alias)

    def apply(self, tenant: TenantContext, entries: Sequence[IndexDocument | Tombstone]) -> None:
        """Write documents and tombstones; older versions are ignored.

        Raises Unavailable if any entry was not taken, ValueError for a vector of other dimensions.
        """
        for entry in entries:
            require_own_partition(tenant, entry.user)
        for body in _requests(bulk_lines(entries, self._dimensions)):
            with _translated():
                answer = self._client.bulk(
                    index=self._alias,
                    body=body,
                    # Without this, a missing alias would become an index without a mapping.
                    params={"require_alias": "true", "request_timeout": WRITE_SECONDS},
                )
            _require_written(answer)

    def search(self, tenant: TenantContext, query: IndexQuery) -> IndexHits:
        """Return the nearest and the lexically best documents, from one request.

        Raises Unavailable if any part of it failed or was late.
        """
        require_own_partition(tenant, query.user)
        require_dimensions(query.vector or b"", self._dimensions)
        bodies = searches(query)
        with _translated():
            answer = self._client.msearch(
                index=self._alias,
                body=msearch_lines(query, bodies),
                params={"request_timeout": max(query.timeout_seconds, _LEAST_SECONDS)},
            )
        answers = dict(zip(bodies, answer["responses"], strict=True))
        for part in answers.values():
            _require_whole(part)
        return IndexHits(_hits(answers), read_statistics(query.terms, answers[STATISTICS]))


def _hits(answers: Mapping[str, Any]) -> tuple[IndexHit, ...]:
    """Return the distinct hits with the cosines that are known."""
    known = {
        (row["fields"]["memory_id"][0], row["fields"]["revision"][0]): _cosine(row)
        for row in _rows(answers, COSINES)
    }
    found: dict[tuple[str, int], IndexHit] = {}
    for kind in (VECTOR, LEXICAL):
        for row in _rows(answers, kind):
            one = read_hit(row["fields"]["card"][0])
            place = (one.memory_id, one.revision)
            found.setdefault(place, one)
            if kind == VECTOR:
                known.setdefault(place, _cosine(row))
    return tuple(
        with_cosines(one, known.get(place), _around(one, known)) for place, one in found.items()
    )


def _rows(answers: Mapping[str, Any], kind: str) -> Sequence[Mapping[str, Any]]:
    return answers[kind]["hits"]["hits"] if kind in answers else ()


def _cosine(row: Mapping[str, Any]) -> float:
    return float(2.0 * row["_score"] - 1.0)


def _around(hit: IndexHit, known: Mapping[tuple[str, int], float]) -> dict[int, float]:
    """Return the cosines of a turn's neighbours, those that are known; a turn is not revised."""
    return {
        offset: known[place]
        for offset, memory_id in hit.context.neighbours.items()
        if (place := (memory_id, _TURN_REVISION)) in known
    }


def _requests(lines: Iterator[dict[str, Any]]) -> Iterator[str]:
    """Yield bodies of bulk requests that stay well below what a node accepts."""
    body: list[str] = []
    size = 0
    for address, document in zip(lines, lines, strict=True):
        pair = f"{json.dumps(address)}\n{json.dumps(document)}\n"
        if body and size + len(pair) > _REQUEST_BYTES:
            yield "".join(body)
            body, size = [], 0
        body.append(pair)
        size += len(pair)
    if body:
        yield "".join(body)


def _require_schema(mappings: Mapping[str, Any]) -> None:
    for found in mappings.values():
        if found["mappings"].get("_meta", {}).get("schema") != SCHEMA_VERSION:
            raise InternalFault("the search index holds documents of another schema; reindex")


def _require_written(answer: Mapping[str, Any]) -> None:
    """Raise unless every item was written, or lost to a newer version as it should."""
    if not answer["errors"]:
        return
    statuses = {item["index"]["status"] for item in answer["items"]}
    refused = {s for s in statuses if s >= HTTPStatus.BAD_REQUEST and s != HTTPStatus.CONFLICT}
    if refused:
        raise _fault(max(refused))


def _require_whole(part: Mapping[str, Any]) -> None:
    """Raise unless the search was answered by all of its shards, in time."""
    if "error" in part:
        raise _fault(part["status"])
    if part["timed_out"] or part["_shards"]["failed"]:
        raise Unavailable("the search index answered in part only")


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except TransportError as exc:
        raise _fault(exc.status_code) from exc
    except SerializationError as exc:
        raise Unavailable("the search index gave no readable answer") from exc


def _fault(status: int | str) -> MnemeError:
    """Return the error for a status; one that is no number means no answer at all."""
    if (
        isinstance(status, int)
        and status < HTTPStatus.INTERNAL_SERVER_ERROR
        and status not in _OUTAGES
    ):
        return InternalFault("the search index refused a request")
    return Unavailable("the search index did not answer")
