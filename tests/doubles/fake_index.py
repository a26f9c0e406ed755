"""A search index in plain lists, which can be told to be late, leaky or down."""

import math
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mneme.application.ports.index_audit import IndexedRevision, IndexPage
from mneme.application.ports.vector_index import (
    IndexDocument,
    IndexHit,
    IndexHits,
    IndexQuery,
    TermStatistics,
    Tombstone,
    Visible,
)
from mneme.domain.errors import Unavailable
from mneme.domain.retrieval.term_places import term_places
from mneme.domain.tenancy import TenantContext

Entry = IndexDocument | Tombstone


@dataclass
class FakeIndex:
    """A `VectorIndex`. `leaky` returns whatever it holds: what it says decides nothing."""

    leaky: bool = False
    down: bool = False
    while_searching: Callable[[], object] = lambda: None
    queries: list[IndexQuery] = field(default_factory=list)
    entries: dict[tuple[str, str, int], Entry] = field(default_factory=dict)

    def listed(self, tenant: TenantContext, user: str, after: str | None, limit: int) -> IndexPage:
        """Return all entries of a user, as an `IndexAudit` does."""
        entries = [
            IndexedRevision(
                entry.memory_id,
                entry.revision,
                entry.version,
                None if isinstance(entry, Tombstone) else entry.status,
            )
            for entry in self.entries.values()
            if entry.user == user
        ]
        return IndexPage(entries, None)

    def prepare(self) -> None:
        """Nothing to make."""

    def apply(self, tenant: TenantContext, entries: Sequence[Entry]) -> None:
        """Keep the newest version of each revision."""
        for entry in entries:
            place = (entry.user, entry.memory_id, entry.revision)
            known = self.entries.get(place)
            if known is None or known.version <= entry.version:
                self.entries[place] = entry

    def search(self, tenant: TenantContext, query: IndexQuery) -> IndexHits:
        """Return the nearest and the lexically best documents of the user."""
        self.queries.append(query)
        self.while_searching()
        if self.down:
            raise Unavailable("the index is down")
        shown = [one for one in self._documents() if self._shows(one, query)]
        known = _known(shown, query)
        near = list(known)[: query.vector_limit]
        said = _best(
            (one for one in shown if _shared(one, query)),
            lambda one: _shared(one, query),
            query.lexical_limit,
        )
        found = dict.fromkeys([*near, *(_key(one) for one in said)])
        by_key = {_key(one): one for one in shown}
        hits = tuple(_hit(by_key[key], known) for key in found)
        return IndexHits(hits, _statistics(shown, query.terms))

    def _documents(self) -> list[IndexDocument]:
        return [one for one in self.entries.values() if isinstance(one, IndexDocument)]

    def _shows(self, one: IndexDocument, query: IndexQuery) -> bool:
        return self.leaky or (one.user == query.user and _passes(one, query.visible))


def _passes(one: IndexDocument, seen: Visible) -> bool:
    begun = one.valid_at is None or one.valid_at <= seen.at
    ended = one.invalid_at is not None and one.invalid_at <= seen.at
    return (
        one.scope in seen.scopes
        and one.status in seen.statuses
        and (seen.shows_expired(one.kind) or one.expire_at is None or one.expire_at > seen.now)
        and (seen.any_validity or (begun and not ended))
        and (not seen.ownership or one.ownership in seen.ownership)
        and (not seen.mem_types or one.mem_type in seen.mem_types)
        and (not seen.kinds or one.kind in seen.kinds)
        and (seen.since is None or one.observed_at >= seen.since)
        and (seen.until is None or one.observed_at < seen.until)
        and (not seen.tags or any(tags <= one.tags for tags in seen.tags))
    )


def _best(
    documents: Iterable[IndexDocument], by: Callable[[IndexDocument], float], limit: int
) -> list[IndexDocument]:
    return sorted(documents, key=by, reverse=True)[:limit]


def _key(one: IndexDocument) -> tuple[str, int]:
    return one.memory_id, one.revision


def _known(shown: Sequence[IndexDocument], query: IndexQuery) -> dict[tuple[str, int], float]:
    """Return the cosines that are told, the highest first."""
    cosines = {_key(one): cosine for one in shown if (cosine := _cosine(one, query)) is not None}
    highest = sorted(cosines.items(), key=lambda pair: -pair[1])
    return dict(highest[: max(query.vector_limit, query.known_cosines)])


def _cosine(one: IndexDocument, query: IndexQuery) -> float | None:
    if query.vector is None:
        return None
    a, b = (struct.unpack(f"<{len(v) // 4}f", v) for v in (one.vector, query.vector))
    return sum(map(float.__mul__, a, b)) / (math.hypot(*a) * math.hypot(*b))


def _shared(one: IndexDocument, query: IndexQuery) -> int:
    around = {term for terms in one.context.terms.values() for term in terms}
    dated = set(query.dates) & {*one.context.said_on, *one.context.dates}
    return len(set(query.terms) & {*one.terms, *around}) + len(dated)


def _hit(one: IndexDocument, known: Mapping[tuple[str, int], float]) -> IndexHit:
    return IndexHit(
        memory_id=one.memory_id,
        revision=one.revision,
        cosine=known.get(_key(one)),
        places=term_places(one.terms, one.context.terms),
        length=len(one.terms),
        kind=one.kind,
        observed_at=one.observed_at,
        context=replace(one.context, terms={}),
        weight_cap=one.weight_cap,
        near={m: known[m, 1] for m in one.context.neighbours.values() if (m, 1) in known},
    )


def _statistics(shown: Sequence[IndexDocument], terms: Sequence[str]) -> TermStatistics:
    lengths = [len(one.terms) for one in shown]
    return TermStatistics(
        documents=len(shown),
        average_length=sum(lengths) / len(lengths) if lengths else 0.0,
        frequencies={term: sum(term in one.terms for one in shown) for term in terms},
    )
