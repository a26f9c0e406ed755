"""The index on OpenSearch read as it is, and rid of its old tombstones."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from opensearchpy import OpenSearch

from mneme.adapters.index_partition import (
    microseconds,
    partition_digest,
    require_own_partition,
    version_of,
)
from mneme.adapters.opensearch_aliases import each, place_of
from mneme.adapters.opensearch_faults import translated
from mneme.application.ports.index_audit import IndexedRevision, IndexPage
from mneme.domain.errors import Unavailable
from mneme.domain.memory import Status
from mneme.domain.tenancy import TenantContext

_SECONDS = 60.0
_OF_ONE = 10_000
"""As many entries as one search returns at most: those of a memory are far fewer."""

_FIELDS = ("memory_id", "revision", "status", "scope")


class OpensearchAudit:
    """An IndexAudit of the indexes behind `alias`, of current and of archived memories alike."""

    def __init__(self, client: OpenSearch, alias: str) -> None:
        self._client = client
        self._names = ",".join(each(place_of(alias)))

    def listed(self, tenant: TenantContext, user: str, after: str | None, limit: int) -> IndexPage:
        """Return the entries of the memories whose ids follow `after`. Raises Unavailable."""
        require_own_partition(tenant, user)
        following = {"range": {"memory_id": {"gt": after or ""}}}
        found = list(self._search(user, following, limit))
        if len(found) < limit:
            return IndexPage(found, None)
        last = found[-1].memory_id
        whole = [one for one in found if one.memory_id != last]
        of_last = self._search(user, {"term": {"memory_id": last}}, _OF_ONE)
        return IndexPage([*whole, *of_last], last)

    def sweep(self, tenant: TenantContext, user: str, before: datetime) -> int:
        """Delete the user's tombstones that were written before an instant; return how many.

        Raises Unavailable.
        """
        require_own_partition(tenant, user)
        digest = partition_digest(user)
        query = {
            "bool": {
                "filter": [{"term": {"user": digest}}, {"term": {"status": Status.DELETED}}],
                "must_not": [
                    {"exists": {"field": "scope"}},
                    {"range": {"observed_at": {"gte": microseconds(before)}}},
                ],
            }
        }
        with translated():
            answer = self._client.delete_by_query(
                index=self._names,
                body={"query": query},
                params={
                    "routing": digest,
                    # What is written over meanwhile is no old tombstone any more.
                    "conflicts": "proceed",
                    "request_timeout": _SECONDS,
                },
            )
        return int(answer["deleted"])

    def _search(self, user: str, which: Mapping[str, Any], limit: int) -> Iterator[IndexedRevision]:
        digest = partition_digest(user)
        body = {
            "size": limit,
            "query": {"bool": {"filter": [{"term": {"user": digest}}, which]}},
            "sort": [{"memory_id": "asc"}, {"revision": "asc"}],
            "version": True,
            "_source": False,
            "docvalue_fields": list(_FIELDS),
        }
        with translated():
            answer = self._client.search(
                index=self._names,
                body=body,
                params={"routing": digest, "request_timeout": _SECONDS},
            )
        shards = answer["_shards"]
        if answer["timed_out"] or shards["total"] != shards["successful"]:
            raise Unavailable("the search index answered in part only")
        for hit in answer["hits"]["hits"]:
            yield _entry(hit["fields"], hit["_version"])


def _entry(fields: Mapping[str, list[Any]], version: int) -> IndexedRevision:
    gone = "scope" not in fields
    return IndexedRevision(
        memory_id=fields["memory_id"][0],
        revision=fields["revision"][0],
        version=version_of(version),
        status=None if gone else Status(fields["status"][0]),
    )
