"""A client of OpenSearch that answers as it is told, and an index on it."""

from dataclasses import dataclass, field
from typing import Any

from mneme.adapters.opensearch_index import OpensearchIndex
from mneme.application.ports.vector_index import IndexHits
from mneme.domain.tenancy import internal_context
from tests.contract.vector_index_builders import DIMENSIONS, query

TENANT = internal_context("acme")
USER = "acme#ann"


@dataclass
class FakeClient:
    """A client that gives or raises what it is told, and keeps what it was sent."""

    answer: Any = None
    sent: list[dict[str, Any]] = field(default_factory=list)
    rebuilt: bool = False

    @property
    def indices(self) -> "FakeClient":
        return self

    def exists_alias(self, name: str) -> bool:
        return self.rebuilt and name.endswith("-next")

    def msearch(self, **request: Any) -> Any:
        return self._respond(request)

    def bulk(self, **request: Any) -> Any:
        return self._respond(request)

    def _respond(self, request: dict[str, Any]) -> Any:
        self.sent.append(request)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def search_answer(**changes: Any) -> dict[str, Any]:
    """Return the answer to the search for statistics, found nothing, but for the changes."""
    settings: dict[str, Any] = {
        "status": 200,
        "timed_out": False,
        "_shards": {"total": 1, "successful": 1, "failed": 0},
        "hits": {"total": {"value": 0}, "hits": []},
        "aggregations": {"length": {"value": None}},
    }
    return settings | changes


def index(answer: Any) -> tuple[OpensearchIndex, FakeClient]:
    """Return an index on a client that answers so."""
    client = FakeClient(answer)
    return OpensearchIndex(client, "memories", DIMENSIONS), client  # type: ignore[arg-type]


def searched(*parts: dict[str, Any]) -> IndexHits:
    """Return what a search for nothing makes of these answers."""
    found, _ = index({"responses": list(parts)})
    return found.search(TENANT, query(USER, vector=None))
