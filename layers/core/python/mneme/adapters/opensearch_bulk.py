"""Writes to OpenSearch: in requests of bounded size, of which every item must be taken."""

import json
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from opensearchpy import OpenSearch

from mneme.adapters.opensearch_documents import Place, bulk_lines
from mneme.adapters.opensearch_faults import fault, translated
from mneme.application.ports.vector_index import IndexDocument, Tombstone

WRITE_SECONDS = 20.0
_REQUEST_BYTES = 4_000_000


def write(
    client: OpenSearch,
    entries: Sequence[IndexDocument | Tombstone],
    dimensions: int,
    places: Sequence[Place],
    *,
    optional: Place | None = None,
) -> None:
    """Write the entries to all of the places; older versions are ignored.

    The `optional` place may be gone meanwhile. Raises Unavailable if any other entry was not taken,
    ValueError for a vector of other dimensions.
    """
    spared = frozenset() if optional is None else frozenset({optional.live, optional.cold})
    for body in _requests(bulk_lines(entries, dimensions, places)):
        with translated():
            answer = client.bulk(
                body=body,
                # Without this, a missing alias would become an index without a mapping.
                params={"require_alias": "true", "request_timeout": WRITE_SECONDS},
            )
        _require_written(answer, spared)


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


def _require_written(answer: Mapping[str, Any], spared: frozenset[str]) -> None:
    """Raise unless every item was written, or lost to a newer version as it should."""
    if not answer["errors"]:
        return
    refused = {
        item["index"]["status"]
        for item in answer["items"]
        if item["index"]["status"] >= HTTPStatus.BAD_REQUEST
        and item["index"]["status"] != HTTPStatus.CONFLICT
        and not _is_missing(item["index"], spared)
    }
    if refused:
        raise fault(max(refused))


def _is_missing(item: Mapping[str, Any], spared: frozenset[str]) -> bool:
    return item["status"] == HTTPStatus.NOT_FOUND and item["_index"] in spared
