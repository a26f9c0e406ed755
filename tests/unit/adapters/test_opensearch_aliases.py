"""The first index and its alias come to be at once, or it is said what is wrong."""

from typing import Any

import pytest
from opensearchpy import RequestError

from mneme.adapters.index_partition import SCHEMA_VERSION
from mneme.adapters.opensearch_aliases import create_first, place_of
from mneme.domain.errors import InternalFault


class Node:
    """Indexes that exist already; their aliases are there from the given question on."""

    def __init__(self, *, alias_from: int | None) -> None:
        self._alias_from = alias_from
        self._asked = 0

    @property
    def indices(self) -> "Node":
        return self

    def exists_alias(self, name: str) -> bool:
        self._asked += 1
        return self._alias_from is not None and self._asked >= self._alias_from

    def get_mapping(self, index: str) -> dict[str, Any]:
        return {index: {"mappings": {"_meta": {"schema": SCHEMA_VERSION}}}}

    def create(self, index: str, body: object) -> None:
        raise RequestError(400, "resource_already_exists_exception", {})


def test_another_process_that_was_faster_is_no_fault() -> None:
    node: Any = Node(alias_from=2)

    create_first(node, place_of("memories"), 4, 1)


def test_an_index_that_has_lost_its_alias_is_named() -> None:
    node: Any = Node(alias_from=None)

    with pytest.raises(InternalFault, match="memories has lost its alias; reindex"):
        create_first(node, place_of("memories"), 4, 1)
