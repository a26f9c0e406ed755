"""Plain dense retrieval: the embedder and a matrix, and no store at all. What all could cost."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bench.peers.same_embedder import installed
from bench.quality.plain_dense import PlainDense


class _Dense:
    def __init__(self) -> None:
        self._users: dict[str, PlainDense] = {}

    def versions(self) -> Mapping[str, str]:
        return installed("numpy")

    def remember(self, user: str, texts: Mapping[str, str]) -> None:
        self._users[user] = PlainDense(texts)

    def recall(self, user: str, query: str, limit: int) -> Any:
        return self._users[user].rank(query, limit)

    def named(self, answer: Any) -> list[str]:
        return list(answer)


def open_peer(folder: Path) -> _Dense:  # noqa: ARG001
    """Begin with nothing."""
    return _Dense()
