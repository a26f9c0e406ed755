"""LangGraph's SqliteStore with its semantic search: a namespace a user, a text an item."""

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from langgraph.store.base import PutOp
from langgraph.store.sqlite import SqliteStore

from bench.peers.same_embedder import DIMENSIONS, SameEmbedder, installed

BATCH = 100


class _LangGraph:
    def __init__(self, folder: Path) -> None:
        embedder = SameEmbedder()
        self._opened = SqliteStore.from_conn_string(
            str(folder / "store.db"),
            # Its documentation calls the key `fields`, its code reads `text_fields`.
            index={
                "dims": DIMENSIONS,
                "embed": embedder.embed,
                "fields": ["text"],
                "text_fields": ["text"],
            },
        )
        self._store = self._opened.__enter__()
        self._store.setup()

    def versions(self) -> Mapping[str, str]:
        names = ("langgraph-checkpoint-sqlite", "sqlite-vec")
        return installed(*names) | {"SQLite": sqlite3.sqlite_version}

    def remember(self, user: str, texts: Mapping[str, str]) -> None:
        puts = [PutOp((user,), name, {"text": text}) for name, text in texts.items()]
        for start in range(0, len(puts), BATCH):
            self._store.batch(puts[start : start + BATCH])

    def recall(self, user: str, query: str, limit: int) -> Any:
        return self._store.search((user,), query=query, limit=limit)

    def named(self, answer: Any) -> list[str]:
        return [item.key for item in answer]


def open_peer(folder: Path) -> _LangGraph:
    """Open a store in a file."""
    return _LangGraph(folder)
