"""Does the index find the nearest? Filtered k-NN against brute force over a user's own rows."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bench.in_process import InProcess
from bench.made_text import question
from bench.recall.filled_store import user_name
from mneme.application.ports.vector_index import IndexQuery
from mneme.application.repositories.row_keys import user_partition
from mneme.domain.memory import MemType
from mneme.domain.scope import VisibleScope
from mneme.domain.tenancy import TenantContext
from mneme.domain.visibility import Visible

NEAREST = 10
ASKED_FOR = 60
SECONDS = 10.0
_PAGE = 100
FILTERS = {
    "all of the user's": frozenset[MemType](),
    "one type": frozenset({MemType.EPISODIC}),
}


@dataclass(frozen=True)
class Exactness:
    """Share of the ten nearest that were found, for one filter, over all questions and users."""

    name: str
    questions: int
    recall_at_10: float


@dataclass(frozen=True)
class _Known:
    """A user's memories as their rows have them."""

    ids: list[str]
    types: list[MemType]
    vectors: NDArray[np.float64]


def measure(
    services: InProcess, tenant: TenantContext, users: list[int], questions: int
) -> list[Exactness]:
    """Ask for each of these users, with each filter."""
    shares: dict[str, list[float]] = {name: [] for name in FILTERS}
    texts = [question(number) for number in range(questions)]
    vectors = services.embedder.embed(tenant, texts)
    for user in map(user_name, users):
        known = _known(services, tenant, user)
        state = services.users.state(tenant, user)
        keys = services.keys.keys_for(tenant, user, state.epoch)
        for vector in vectors:
            asked = services.rotation.rotate(keys.rotation, vector)
            for name, types in FILTERS.items():
                found = _found(services, tenant, user, state.epoch, asked, types)
                nearest = _nearest(known, asked, types)
                shares[name].append(len(found & nearest) / len(nearest))
    return [Exactness(name, len(of), float(np.mean(of))) for name, of in shares.items()]


def rows(measured: list[Exactness]) -> list[list[str]]:
    """Return a row for each filter."""
    return [[one.name, str(one.questions), f"{one.recall_at_10:.4f}"] for one in measured]


HEADER = ["k-NN of", "questions", f"recall@{NEAREST}"]


def _known(services: InProcess, tenant: TenantContext, user: str) -> _Known:
    ids, types, vectors = [], [], []
    for page in _pages(services, tenant, user):
        revisions = services.memories.revisions(
            tenant, user, [(head.memory_id, head.revision) for head in page]
        )
        for head in page:
            embedding = revisions[head.memory_id, head.revision].embedding
            if embedding is not None:
                ids.append(head.memory_id)
                types.append(head.mem_type)
                vectors.append(np.frombuffer(embedding.vector, "<f4").astype(np.float64))
    matrix = np.stack(vectors)
    return _Known(ids, types, matrix / np.linalg.norm(matrix, axis=1, keepdims=True))


def _pages(services: InProcess, tenant: TenantContext, user: str) -> Iterator[list]:  # type: ignore[type-arg]
    cursor = None
    while True:
        heads, cursor = services.memories.heads_page(tenant, user, cursor, _PAGE)
        yield heads
        if cursor is None:
            return


def _nearest(known: _Known, asked: bytes, types: frozenset[MemType]) -> set[str]:
    cosines = known.vectors @ np.frombuffer(asked, "<f4").astype(np.float64)
    for place, mem_type in enumerate(known.types):
        if types and mem_type not in types:
            cosines[place] = -np.inf
    return {known.ids[place] for place in np.argsort(-cosines)[:NEAREST]}


def _found(
    services: InProcess,
    tenant: TenantContext,
    user: str,
    epoch: int,
    asked: bytes,
    types: frozenset[MemType],
) -> set[str]:
    now = services.clock.now()
    visible = Visible(
        scopes=frozenset({VisibleScope("G", epoch)}), now=now, at=now, mem_types=types
    )
    query = IndexQuery(
        user=user_partition(tenant, user),
        visible=visible,
        vector=asked,
        terms=(),
        vector_limit=ASKED_FOR,
        lexical_limit=0,
        timeout_seconds=SECONDS,
    )
    hits = services.backend.index.search(tenant, query).hits
    nearest = sorted(hits, key=lambda hit: -(hit.cosine if hit.cosine is not None else -1.0))
    return {hit.memory_id for hit in nearest[:NEAREST]}
