"""Memori on a SQLite file of one's own (BYODB), its Python engine.

It has no place to plug an embedder in: the default engine, in Rust, downloads one by name and
embeds inside, so the engine in Python is used, and the one function it embeds with is replaced.
Its facts are made by a service elsewhere; here each text is written as a fact, by its own driver.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from memori import Memori
from memori.memory import recall as engine

from bench.peers.same_embedder import SameEmbedder, installed


class _Memori:
    def __init__(self, folder: Path) -> None:
        self._embedder = SameEmbedder()
        connection = sqlite3.connect(folder / "memori.db", check_same_thread=False)
        self._memori = Memori(conn=lambda: connection, use_rust_core=False)
        self._memori.config.storage.build()
        self._turns: dict[tuple[str, str], list[str]] = defaultdict(list)
        self._user = ""
        engine.embed_texts = self._embed

    def _embed(self, texts: str | list[str], model: str) -> list[list[float]]:  # noqa: ARG002
        return self._embedder.embed([texts] if isinstance(texts, str) else texts)

    def versions(self) -> Mapping[str, str]:
        return installed("memori", "faiss-cpu") | {"SQLite": sqlite3.sqlite_version}

    def remember(self, user: str, texts: Mapping[str, str]) -> None:
        driver = self._memori.config.storage.driver
        said = list(texts.values())
        driver.entity_fact.create(driver.entity.create(user), said, self._embedder.embed(said))
        for name, text in texts.items():
            self._turns[user, text].append(name)

    def recall(self, user: str, query: str, limit: int) -> Any:
        self._user = user
        return self._memori.attribution(user).recall(query, limit)

    def named(self, answer: Any) -> list[str]:
        # It keeps equal texts of a user once, so that a fact may stand for several turns.
        return [name for fact in answer for name in self._turns[self._user, fact.content]]


def open_peer(folder: Path) -> _Memori:
    """Open a memory in a file."""
    return _Memori(folder)
