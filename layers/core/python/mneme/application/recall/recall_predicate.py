"""What one recall may see, as the predicate that index and heads are both held to."""

from datetime import datetime

from mneme.domain.memory import Kind, Status
from mneme.domain.recollection import RecallQuery
from mneme.domain.retrieval.blinding import blind_entity, blind_tag
from mneme.domain.scope import VisibleScope
from mneme.domain.visibility import Visible

_ALL_KINDS = frozenset(Kind)


def predicate(
    query: RecallQuery, scopes: frozenset[VisibleScope], hashing_key: bytes, now: datetime
) -> Visible | None:
    """Return the predicate, or None if nothing at all can pass it.

    An empty set in a predicate asks for nothing, so "nothing is left to ask for" has no predicate.
    """
    kinds = _kinds(query)
    if not scopes or not kinds:
        return None
    return Visible(
        scopes=scopes,
        now=now,
        at=query.as_of or now,
        statuses=_statuses(query),
        any_validity=query.include_superseded and query.as_of is None,
        ownership=query.filter.ownership,
        mem_types=query.filter.mem_types,
        kinds=frozenset() if kinds == _ALL_KINDS else kinds,
        tags=tuple(
            frozenset(blind_tag(hashing_key, name, value) for name, value in tags.items())
            for tags in query.filter.custom_tags
        ),
        entities=frozenset(blind_entity(hashing_key, name) for name in query.filter.entities),
        since=query.filter.since,
        until=query.filter.until,
    )


def asks_for_history(query: RecallQuery) -> bool:
    """Return whether past revisions and superseded memories may answer."""
    return query.as_of is not None or query.include_superseded


def _kinds(query: RecallQuery) -> frozenset[Kind]:
    asked = query.filter.kinds or _ALL_KINDS
    return asked if query.include_turns else asked - {Kind.TURN}


def _statuses(query: RecallQuery) -> frozenset[Status]:
    statuses = {Status.ACTIVE}
    if asks_for_history(query):
        statuses.add(Status.SUPERSEDED)
    if query.include_archived:
        statuses.add(Status.ARCHIVED)
    return frozenset(statuses)
