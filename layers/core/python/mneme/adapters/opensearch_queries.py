"""A search as the lines of one `_msearch`: nearest vectors, best terms, statistics.

The predicate of `Visible` is in each of them, so none can return or count what the caller may
not see.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mneme.adapters.index_partition import (
    CONTEXT_BOOST,
    distinct,
    microseconds,
    partition_digest,
    scope_word,
)
from mneme.adapters.opensearch_mapping import SEARCHED_NEIGHBOURS
from mneme.application.ports.vector_index import IndexQuery, TermStatistics, Visible
from mneme.domain.memory import Kind

MATCHED_TERMS = 400
"""Most terms of a query that choose candidates; OpenSearch refuses more than 1,024 clauses."""

VECTOR, COSINES, LEXICAL, STATISTICS = "vector", "cosines", "lexical", "statistics"

Body = dict[str, Any]


def searches(query: IndexQuery) -> dict[str, Body]:
    """Return the searches that this query needs, by what they are for."""
    shared: Body = {"timeout": f"{max(1, round(query.timeout_seconds * 1000))}ms"}
    clauses = _filter(query.user, query.visible)
    terms = distinct(query.terms)
    wanted = {}
    if query.vector is not None and query.vector_limit > 0:
        wanted[VECTOR] = shared | _nearest(query.vector, query.vector_limit, clauses) | _CARDS_ONLY
    if query.vector is not None and query.known_cosines > query.vector_limit:
        wanted[COSINES] = shared | _nearest(query.vector, query.known_cosines, clauses) | _IDS_ONLY
    if (terms or query.dates) and query.lexical_limit > 0:
        wanted[LEXICAL] = shared | _best_terms(terms, query, clauses)
    wanted[STATISTICS] = shared | _statistics(terms, clauses)
    return wanted


def msearch_lines(
    query: IndexQuery, bodies: Mapping[str, Body], indexes: Sequence[str]
) -> list[Body]:
    """Return the request's lines: each search behind its header, routed to the user's shard."""
    header = {"index": indexes, "routing": partition_digest(query.user)}
    return [line for body in bodies.values() for line in (header, body)]


def read_statistics(terms: Sequence[str], answer: Mapping[str, Any]) -> TermStatistics:
    """Return the statistics out of their search's answer."""
    found = answer["aggregations"]
    counts = found["frequencies"]["buckets"] if terms else {}
    return TermStatistics(
        documents=answer["hits"]["total"]["value"],
        average_length=found["length"]["value"] or 0.0,
        frequencies={
            term: counts[str(place)]["doc_count"] for place, term in enumerate(distinct(terms))
        },
    )


def _filter(user: str, visible: Visible) -> list[Body]:
    now, at = microseconds(visible.now), microseconds(visible.at)
    clauses: list[Body] = [
        {"term": {"user": partition_digest(user)}},
        {"terms": {"scope": sorted(scope_word(scope) for scope in visible.scopes)}},
        {"terms": {"status": sorted(visible.statuses)}},
        _none_of(_over(visible, now)),
    ]
    if not visible.any_validity:
        clauses.append(
            _none_of({"range": {"valid_at": {"gt": at}}}, {"range": {"invalid_at": {"lte": at}}})
        )
    clauses += _observed(visible)
    for field, allowed in (
        ("ownership", visible.ownership),
        ("mem_type", visible.mem_types),
        ("kind", visible.kinds),
    ):
        if allowed:
            clauses.append({"terms": {field: sorted(allowed)}})
    if visible.tags:
        clauses.append({"bool": {"should": [_all_tags(tags) for tags in visible.tags]}})
    if visible.entities:
        clauses.append({"terms": {"tags": sorted(visible.entities)}})
    return clauses


def _over(visible: Visible, now: int) -> Body:
    expired: Body = {"range": {"expire_at": {"lte": now}}}
    gone = sorted(kind for kind in Kind if not visible.shows_expired(kind))
    if len(gone) == len(Kind):
        return expired
    return {"bool": {"filter": [expired, {"terms": {"kind": gone}}]}}


def _observed(visible: Visible) -> list[Body]:
    bounds = {
        sign: microseconds(at)
        for sign, at in (("gte", visible.since), ("lt", visible.until))
        if at is not None
    }
    return [{"range": {"observed_at": bounds}}] if bounds else []


def _none_of(*clauses: Body) -> Body:
    return {"bool": {"must_not": list(clauses)}}


def _all_tags(tags: frozenset[str]) -> Body:
    if not tags:
        return {"match_all": {}}
    return {"bool": {"filter": [{"term": {"tags": tag}} for tag in sorted(tags)]}}


def _nearest(vector: bytes, limit: int, clauses: list[Body]) -> Body:
    return {
        "size": limit,
        "query": {
            "knn": {
                "vector": {
                    "vector": np.frombuffer(vector, dtype="<f4").tolist(),
                    "k": limit,
                    "method_parameters": {"ef_search": max(limit, SEARCHED_NEIGHBOURS)},
                    "filter": {"bool": {"filter": clauses}},
                }
            }
        },
    }


def _best_terms(terms: Sequence[str], query: IndexQuery, clauses: list[Body]) -> Body:
    # Without frequencies and norms the score of a term is its inverse document frequency. Terms
    # are keyed by user, so a shard's frequency of a term is that of its user.
    matched = terms[:MATCHED_TERMS]
    own = [{"term": {"terms": term}} for term in matched]
    around = [
        {"term": {"context_terms": {"value": t, "boost": CONTEXT_BOOST}}}
        for t in (*matched, *distinct(query.dates))
    ]
    return {
        "size": query.lexical_limit,
        "query": {"bool": {"filter": clauses, "should": own + around, "minimum_should_match": 1}},
        **_CARDS_ONLY,
    }


def _statistics(terms: Sequence[str], clauses: list[Body]) -> Body:
    counted = {str(place): {"term": {"terms": term}} for place, term in enumerate(terms)}
    aggregations: Body = {"length": {"avg": {"field": "length"}}}
    if counted:
        aggregations["frequencies"] = {"filters": {"filters": counted}}
    return {
        "size": 0,
        "track_total_hits": True,
        "query": {"bool": {"filter": clauses}},
        "aggregations": aggregations,
    }


_CARDS_ONLY: Body = {
    "track_total_hits": False,
    "_source": False,
    "stored_fields": "_none_",
    "docvalue_fields": ["card"],
}
_IDS_ONLY = _CARDS_ONLY | {"docvalue_fields": ["memory_id", "revision"]}
