"""The predicate of a recall: what may be seen. Search applies it, the heads decide it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from mneme.domain.due import FLEETING
from mneme.domain.memory import Entity, Head, Kind, MemType, Ownership, Status, TagValue
from mneme.domain.retrieval.blinding import normalised
from mneme.domain.scope import VisibleScope


@dataclass(frozen=True, slots=True)
class Visible:
    """The predicate of a search: what the caller may see, holding at `at`.

    A document passes if its scope pair is in `scopes`, its status in `statuses`, it is not
    expired at `now` (unless what is archived is asked for: that is what becomes of it), valid at
    `at` (valid_at ≤ at, invalid_at missing or > at; both ignored if `any_validity`), and it is in
    every non-empty set below.
    """

    scopes: frozenset[VisibleScope]
    now: datetime
    at: datetime
    statuses: frozenset[Status] = frozenset({Status.ACTIVE})
    any_validity: bool = False
    ownership: frozenset[Ownership] = frozenset()
    mem_types: frozenset[MemType] = frozenset()
    kinds: frozenset[Kind] = frozenset()
    tags: tuple[frozenset[str], ...] = ()
    """Any of these sets of tag hashes must be wholly on the document; empty asks for none."""
    entities: frozenset[str] = frozenset()
    """Hashes of entities, of which the document's tags must hold one."""
    since: datetime | None = None
    until: datetime | None = None
    """When the revision was observed: from `since` on and before `until`, each open if None."""

    def shows_expired(self, kind: Kind) -> bool:
        """Return whether a memory of this kind may be seen past its `expire_at`.

        It is archived then, sooner or later; what is FLEETING is purged instead.
        """
        return Status.ARCHIVED in self.statuses and kind not in FLEETING


def head_is_visible(head: Head, visible: Visible) -> bool:
    """Return whether a memory, as its head stands now, may be seen.

    A head does not say what belongs to the revision: tags, entities, and when that was observed
    (`carries_any`, `names_any`, `was_observed_within`).
    """
    return (
        VisibleScope(head.scope.key, head.epoch) in visible.scopes
        and head.status in visible.statuses
        and (visible.shows_expired(head.kind) or not _is_past(head.expire_at, visible.now))
        and (visible.any_validity or _holds(head.valid_at, head.invalid_at, visible.at))
        and _among(head.ownership, visible.ownership)
        and _among(head.mem_type, visible.mem_types)
        and _among(head.kind, visible.kinds)
    )


def has_expired(head: Head, now: datetime) -> bool:
    """Return whether a memory is past its end, whatever its status says; a TURN its retention."""
    return _is_past(head.expire_at, now)


def was_observed_within(at: datetime, since: datetime | None, until: datetime | None) -> bool:
    """Return whether the instant is from `since` on and before `until`, each open if None."""
    return (since is None or since <= at) and not (until is not None and until <= at)


def carries_any(tags: Mapping[str, TagValue], wanted: Iterable[Mapping[str, TagValue]]) -> bool:
    """Return whether the tags hold one of the wanted mappings wholly; none wanted is satisfied.

    As everywhere, 1 and 1.0 are one value, 1 and true are two.
    """
    alternatives = tuple(wanted)
    return not alternatives or any(
        all(name in tags and _same(tags[name], value) for name, value in alternative.items())
        for alternative in alternatives
    )


def names_any(entities: Iterable[Entity], wanted: Iterable[str]) -> bool:
    """Return whether one of the names is an entity's, in whatever case and spacing.

    None wanted is satisfied.
    """
    names = {normalised(name) for name in wanted}
    return not names or any(normalised(one.name) in names for one in entities)


def same_tags(one: Mapping[str, TagValue], other: Mapping[str, TagValue]) -> bool:
    """Return whether both have the same tags with the same values."""
    return set(one) == set(other) and all(_same(one[name], other[name]) for name in one)


def _holds(valid_at: datetime | None, invalid_at: datetime | None, at: datetime) -> bool:
    return (valid_at is None or valid_at <= at) and not _is_past(invalid_at, at)


def _is_past(end: datetime | None, at: datetime) -> bool:
    return end is not None and end <= at


def _among(value: object, allowed: frozenset[object]) -> bool:
    return not allowed or value in allowed


def _same(one: TagValue, other: TagValue) -> bool:
    return isinstance(one, bool) is isinstance(other, bool) and one == other
