"""The names of the index on OpenSearch: what is searched, and what will be.

An alias stands before each index, so that another index can take its place at once: `memories` is
behind it `memories-1`, then `memories-2`. Archived memories are apart, in `memories-cold-1`; while
an index is built anew, `memories-next` and `memories-cold-next` are the aliases of the new ones.
"""

import re
from collections.abc import Mapping
from typing import Any

from opensearchpy import OpenSearch, RequestError

from mneme.adapters.index_partition import SCHEMA_VERSION
from mneme.adapters.opensearch_documents import Place
from mneme.adapters.opensearch_mapping import index_body
from mneme.domain.errors import InternalFault

NEXT = "-next"
_COLD = "-cold"
_EXISTS = "resource_already_exists_exception"
_FIRST = 1


def place_of(alias: str, suffix: str = "") -> Place:
    """Return the aliases of current and archived memories."""
    return Place(f"{alias}{suffix}", f"{alias}{_COLD}{suffix}")


def each(place: Place) -> tuple[str, str]:
    """Return both of its aliases."""
    return place.live, place.cold


def create_first(client: OpenSearch, place: Place, dimensions: int, shards: int) -> None:
    """Create what is missing of both.

    Raises InternalFault for an index of another schema, and for one that has lost its alias.
    """
    for alias in each(place):
        if client.indices.exists_alias(name=alias):
            _require_schema(client.indices.get_mapping(index=alias))
            continue
        try:
            create(client, alias, _FIRST, alias, dimensions, shards)
        except RequestError as exc:
            if exc.error != _EXISTS:
                raise
            # Another process was faster: an index and its alias come to be at once.
            if not client.indices.exists_alias(name=alias):
                raise InternalFault(
                    f"the search index {alias} has lost its alias; reindex"
                ) from exc


def create(
    client: OpenSearch, name: str, number: int, alias: str, dimensions: int, shards: int
) -> None:
    """Create the index of that name and number, behind the alias."""
    body = index_body(dimensions, shards) | {"aliases": {alias: {}}}
    client.indices.create(index=f"{name}-{number}", body=body)


def newest_number(client: OpenSearch, name: str) -> int:
    """Return the highest number that an index of that name has, 0 without any."""
    return max((int(one.rsplit("-", 1)[1]) for one in numbered(client, name)), default=0)


def numbered(client: OpenSearch, name: str) -> list[str]:
    """Return the indexes of that name, whatever alias is before them."""
    found = client.indices.get_settings(
        index=f"{name}-*", params={"filter_path": "*.settings.index.uuid"}
    )
    return [one for one in found if re.fullmatch(rf"{re.escape(name)}-\d+", one)]


def behind(client: OpenSearch, alias: str) -> list[str]:
    """Return the indexes behind an alias, none if it is not there."""
    if not client.indices.exists_alias(name=alias):
        return []
    return sorted(client.indices.get_alias(name=alias))


def _require_schema(mappings: Mapping[str, Any]) -> None:
    for found in mappings.values():
        if found["mappings"].get("_meta", {}).get("schema") != SCHEMA_VERSION:
            raise InternalFault("the search index holds documents of another schema; reindex")
