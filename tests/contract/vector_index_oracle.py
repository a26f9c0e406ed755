"""What a search must answer, in plain Python over plain lists: the oracle of the contract suite."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import chain
from typing import TypeVar

import numpy as np

from mneme.application.ports.vector_index import (
    IndexDocument,
    IndexQuery,
    TermStatistics,
    Visible,
)
from mneme.domain.memory import Kind, MemType, Ownership, Status
from mneme.domain.retrieval.unit_context import UnitContext
from mneme.domain.scope import VisibleScope
from tests.contract.vector_index_builders import (
    DIMENSIONS,
    EVERYTHING,
    NOW,
    Key,
    document,
    query,
    vector,
    visible,
)

SCOPES = tuple(
    VisibleScope(key, epoch)
    for key in ("G", "A#a", "A#a%23b", "S#a#b", "S##a", "S#a%23b#c")
    for epoch in (1, 2, 11)
)
TERMS = tuple(f"{number:016x}" for number in range(12))
DATES = ("d" * 16, "e" * 16)
Drawn = TypeVar("Drawn")

TAGS = ("tag1", "tag2", "tag3")


def passes(one: IndexDocument, seen: Visible) -> bool:
    """Return whether the predicate lets the document through."""
    return (
        one.scope in seen.scopes
        and one.status in seen.statuses
        and (seen.shows_expired(one.kind) or one.expire_at is None or one.expire_at > seen.now)
        and (seen.any_validity or _valid(one, seen))
        and (not seen.ownership or one.ownership in seen.ownership)
        and (not seen.mem_types or one.mem_type in seen.mem_types)
        and (not seen.kinds or one.kind in seen.kinds)
        and (not seen.tags or any(tags <= one.tags for tags in seen.tags))
        and (not seen.entities or bool(seen.entities & one.tags))
        and (seen.since is None or one.observed_at >= seen.since)
        and (seen.until is None or one.observed_at < seen.until)
    )


def _valid(one: IndexDocument, seen: Visible) -> bool:
    begun = one.valid_at is None or one.valid_at <= seen.at
    ended = one.invalid_at is not None and one.invalid_at <= seen.at
    return begun and not ended


def expected_keys(documents: Sequence[IndexDocument], asked: IndexQuery) -> dict[Key, bool]:
    """Return what is found, and whether with a cosine; the limits are taken as never reached."""
    found = {}
    wanted = set(asked.terms)
    for one in documents:
        if one.user == asked.user and passes(one, asked.visible):
            near = asked.vector is not None and bool(one.vector)
            around = {*chain.from_iterable(one.context.terms.values())}
            said = wanted & {*one.terms, *around}
            dated = {*asked.dates} & {*one.context.said_on, *one.context.dates}
            if near or said or dated:
                found[one.memory_id, one.revision] = near
    return found


def expected_statistics(documents: Sequence[IndexDocument], asked: IndexQuery) -> TermStatistics:
    """Return the statistics of the visible documents, whether found or not."""
    seen = [d for d in documents if d.user == asked.user and passes(d, asked.visible)]
    lengths = [len(one.terms) for one in seen]
    return TermStatistics(
        documents=len(seen),
        average_length=sum(lengths) / len(lengths) if lengths else 0.0,
        frequencies={term: sum(term in one.terms for one in seen) for term in asked.terms},
    )


class RandomCases:
    """Documents and queries drawn from small alphabets, so that predicates often meet."""

    def __init__(self, seed: int) -> None:
        self.source = random.Random(seed)  # noqa: S311

    def document(self, user: str, memory_id: str) -> IndexDocument:
        """Return a document with everything drawn."""
        draw = self.source
        return document(
            user,
            memory_id,
            revision=draw.randint(1, 3),
            status=draw.choice((Status.ACTIVE, Status.ACTIVE, *Status)),
            scope=draw.choice(SCOPES),
            ownership=draw.choice(tuple(Ownership)),
            mem_type=draw.choice(tuple(MemType)),
            kind=draw.choice(tuple(Kind)),
            vector=b"" if draw.random() < 0.1 else self._vector(),
            terms=tuple(draw.choices(TERMS, k=draw.randint(0, 6))),
            observed_at=self._instant() or NOW,
            valid_at=self._instant(),
            invalid_at=self._instant(),
            expire_at=self._instant(),
            tags=frozenset(draw.sample(TAGS, draw.randint(0, 3))),
            context=UnitContext(
                {-1: tuple(draw.choices(TERMS, k=2))} if draw.random() < 0.3 else {},
                dates=tuple(draw.sample(DATES, draw.randint(0, 1))),
            ),
        )

    def query(self, user: str) -> IndexQuery:
        """Return a query with everything drawn, and limits that are not reached."""
        draw = self.source
        return query(
            user,
            visible(
                *draw.sample(SCOPES, draw.randint(4, len(SCOPES))),
                now=NOW,
                at=NOW + timedelta(microseconds=draw.randint(-2, 2)),
                statuses=frozenset(draw.sample(tuple(Status), draw.randint(1, 3))),
                any_validity=draw.random() < 0.3,
                ownership=self._some(tuple(Ownership)),
                mem_types=self._some(tuple(MemType)),
                kinds=self._some(tuple(Kind)),
                tags=tuple(self._some(TAGS) for _ in range(draw.randint(0, 2))),
                entities=self._some(TAGS),
                since=self._instant() if draw.random() < 0.2 else None,
                until=self._instant() if draw.random() < 0.2 else None,
            ),
            vector=None if draw.random() < 0.3 else self._vector(),
            terms=tuple(draw.sample(TERMS, draw.randint(0, 5))),
            vector_limit=EVERYTHING,
            lexical_limit=EVERYTHING,
            dates=tuple(draw.sample(DATES, draw.randint(0, 1))),
        )

    def _vector(self) -> bytes:
        return vector(*(self.source.gauss(0, 1) for _ in range(DIMENSIONS)))

    def _instant(self) -> datetime | None:
        microseconds = self.source.choice((None, None, -2, -1, 0, 1, 2))
        return None if microseconds is None else NOW + timedelta(microseconds=microseconds)

    def _some(self, values: Sequence[Drawn]) -> frozenset[Drawn]:
        return frozenset(self.source.sample(values, self.source.choice((0, 0, 1, 2))))


def unit_vectors(generator: np.random.Generator, count: int, dimensions: int) -> np.ndarray:
    """Return rows of random unit vectors as float32."""
    rows = generator.standard_normal((count, dimensions)).astype("<f4")
    unit: np.ndarray = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype("<f4")
    return unit
