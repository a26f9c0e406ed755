"""mem0, without a model: each text is a memory as it is (`infer=False`).

The store is FAISS, or Qdrant, its default, in the process; either in the folder. Only Qdrant can
search by words too: its BM25 (fastembed) downloads a list of stop words, and is given none instead.
What mem0 adds with spaCy (words in their base form, entities) needs a model that spaCy downloads,
and is off.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fastembed import SparseTextEmbedding
from langchain_core.embeddings import Embeddings
from mem0 import Memory

from bench.peers.same_embedder import DIMENSIONS, SameEmbedder, installed

_LIBRARIES = {"faiss": ["faiss-cpu"], "qdrant": ["qdrant-client", "fastembed"]}


class _Embeddings(Embeddings):  # type: ignore[misc]  # not installed where types are checked
    """The embedder as mem0's provider `langchain` takes it."""

    def __init__(self) -> None:
        self._embedder = SameEmbedder()

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return self._embedder.embed(texts)

    def embed_query(self, text: str) -> list[float]:
        return self._embedder.embed([text])[0]


class _Mem0:
    def __init__(self, folder: Path, store: str) -> None:
        self._store = store
        collection = {"path": str(folder / store), "embedding_model_dims": DIMENSIONS}
        settings = {
            "vector_store": {"provider": store, "config": collection},
            "embedder": {"provider": "langchain", "config": {"model": _Embeddings()}},
            # Made at the start, and never asked.
            "llm": {"provider": "openai", "config": {"api_key": "none"}},
            "history_db_path": str(folder / "history.db"),
        }
        self._memory = Memory.from_config(settings)
        if store == "qdrant":
            # As it would make it at first use, but for the download.
            self._memory.vector_store._bm25_encoder = SparseTextEmbedding(  # noqa: SLF001
                "Qdrant/bm25", specific_model_path=str(folder)
            )

    def versions(self) -> Mapping[str, str]:
        return installed("mem0ai", *_LIBRARIES[self._store])

    def remember(self, user: str, texts: Mapping[str, str]) -> None:
        for name, text in texts.items():
            self._memory.add(text, user_id=user, metadata={"turn": name}, infer=False)

    def recall(self, user: str, query: str, limit: int) -> Any:
        return self._memory.search(query, filters={"user_id": user}, top_k=limit)

    def named(self, answer: Any) -> list[str]:
        return [found["metadata"]["turn"] for found in answer["results"]]


def open_peer(folder: Path, store: str) -> _Mem0:
    """Open a memory over `faiss` or `qdrant`."""
    return _Mem0(folder, store)
