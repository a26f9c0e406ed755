"""From a fact or a message to the head and the revision that are committed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mneme.domain.evolution.precedence import held_since
from mneme.domain.evolution.verdicts import ONE_INSTANT
from mneme.domain.fact import Fact
from mneme.domain.memory import (
    SOURCE_LIMIT,
    Embedding,
    Head,
    MemType,
    Provenance,
    Revision,
    Status,
    WeightAnchor,
)
from mneme.domain.retrieval.unit_context import UnitContext
from mneme.domain.scope import Scope
from mneme.domain.weight import WeightPolicy, current_weight, weight_of_class


@dataclass(frozen=True, slots=True)
class Place:
    """Where a new memory belongs, when it is written, and how strong it may begin."""

    scope: Scope
    epoch: int
    key_epoch: int
    now: datetime
    weights: WeightPolicy


@dataclass(frozen=True, slots=True)
class Findable:
    """By what a memory's content is found: its vector, its blind terms, its context."""

    embedding: Embedding
    terms: tuple[str, ...]
    context: UnitContext


def new_head(memory_id: str, fact: Fact, place: Place) -> Head:
    """Return the head of a new memory; its weight is its class's, anchored now.

    What is not certain is a candidate until somebody confirms it.
    """
    weight = weight_of_class(fact, place.now, place.weights)
    certain = fact.provenance is not Provenance.CANDIDATE
    return Head(
        memory_id=memory_id,
        scope=place.scope,
        epoch=place.epoch,
        key_epoch=place.key_epoch,
        status=Status.ACTIVE if certain else Status.CANDIDATE,
        revision=1,
        ownership=fact.ownership,
        mem_type=fact.mem_type,
        kind=fact.kind,
        provenance=fact.provenance,
        is_important=fact.is_important,
        anchor=WeightAnchor(weight, place.now),
        class_cap=weight,
        observed_at=fact.observed_at,
        valid_at=held_since(fact, place.now),
        invalid_at=fact.invalid_at,
        expire_at=fact.expire_at,
        created_at=place.now,
        changed_at=place.now,
    )


def ended_head(new: Head, now: datetime) -> Head:
    """Return the head of a memory that is new and history already: another one has ended it."""
    over = new.invalid_at is not None and new.invalid_at <= now
    return replace(new, status=Status.SUPERSEDED) if over else new


def revised_head(before: Head, fact: Fact, now: datetime, by: WeightPolicy) -> Head:
    """Return the head after an UPDATE: the next revision, weight back at its class's."""
    important = before.is_important or fact.is_important
    # What holds goes on holding, in words that tell how it came to be so.
    told = fact.mem_type is MemType.EPISODIC
    mem_type = before.mem_type if told else fact.mem_type
    weight = weight_of_class(replace(fact, is_important=important, mem_type=mem_type), now, by)
    return replace(
        before,
        revision=before.revision + 1,
        mem_type=mem_type,
        provenance=fact.provenance,
        is_important=important,
        anchor=WeightAnchor(weight, now),
        class_cap=weight,
        observed_at=fact.observed_at,
        valid_at=held_since(fact, now),
        invalid_at=fact.invalid_at,
        expire_at=fact.expire_at,
        changed_at=now,
        version=before.version + 1,
        index_version=before.index_version + 1,
    )


def merged_head(
    before: Head, fact: Fact, others: Sequence[Head], now: datetime, by: WeightPolicy
) -> Head:
    """Return the head after a MERGE: the next revision, as strong as the strongest of its parts."""
    parts = (before, *others)
    important = fact.is_important or any(head.is_important for head in parts)
    cap = weight_of_class(replace(fact, is_important=important, mem_type=before.mem_type), now, by)
    strongest = max(cap, *(current_weight(head, now, by) for head in parts))
    return replace(
        before,
        revision=before.revision + 1,
        is_important=important,
        anchor=WeightAnchor(strongest, now),
        class_cap=cap,
        observed_at=max(fact.observed_at, *(head.observed_at for head in parts)),
        valid_at=_earliest((held_since(fact, now), *(head.valid_at for head in parts))),
        changed_at=now,
        version=before.version + 1,
        index_version=before.index_version + 1,
    )


def confirmed_head(before: Head, fact: Fact, since: datetime | None) -> Head:
    """Return the head after the same was said again; it has held `since` then, if that is earlier.

    What the index shows has changed only with the latter.
    """
    newer = fact.observed_at - before.observed_at >= ONE_INSTANT
    head = replace(before, observed_at=fact.observed_at) if newer else before
    if since is not None and before.valid_at is not None and since < before.valid_at:
        head = replace(head, valid_at=since, index_version=before.index_version + 1)
    return head if head == before else replace(head, version=before.version + 1)


def superseded_head(before: Head, ended: datetime, now: datetime) -> Head:
    """Return the head of a memory that ends with another one: at once, or on a day to come."""
    return replace(
        before,
        status=Status.SUPERSEDED if ended <= now else before.status,
        invalid_at=ended,
        changed_at=now,
        version=before.version + 1,
        index_version=before.index_version + 1,
    )


def deleted_head(before: Head, now: datetime, *, lapsed: bool = False) -> Head:
    """Return the head of a memory that was deleted, softly; `lapsed` by nobody's wish."""
    return replace(
        before,
        status=Status.DELETED,
        deleted_at=now,
        lapsed=lapsed,
        changed_at=now,
        version=before.version + 1,
        index_version=before.index_version + 1,
    )


def end_of(before: Head, successor_holds_from: datetime) -> datetime:
    """Return when a memory ceases to hold: with its successor, but not before it began."""
    ended = successor_holds_from
    if before.invalid_at is not None:
        ended = min(ended, before.invalid_at)
    return ended if before.valid_at is None else max(ended, before.valid_at)


def revision_of(
    head: Head, fact: Fact, findable: Findable, conflicts_with: tuple[str, ...] = ()
) -> Revision:
    """Return the revision that the head now points at."""
    return Revision(
        memory_id=head.memory_id,
        revision=head.revision,
        content=fact.text,
        ownership=fact.ownership,
        sources=fact.sources[:SOURCE_LIMIT],
        observed_at=fact.observed_at,
        created_at=head.changed_at,
        valid_at=head.valid_at,
        invalid_at=head.invalid_at,
        speaker=fact.speaker,
        fact_key=fact.fact_key,
        custom_tags=fact.custom_tags,
        entities=fact.entities,
        confidence=fact.confidence,
        conflicts_with=conflicts_with,
        embedding=findable.embedding,
        terms=findable.terms,
        context=findable.context,
        parts=fact.parts,
    )


def enriched_revision(before: Revision, head: Head, fact: Fact) -> Revision:
    """Return the next revision of what says the same: by what it is found stays as it was."""
    return replace(
        before,
        revision=head.revision,
        sources=fact.sources,
        observed_at=fact.observed_at,
        created_at=head.changed_at,
        valid_at=head.valid_at,
        invalid_at=head.invalid_at,
        fact_key=fact.fact_key,
        custom_tags=fact.custom_tags,
        entities=fact.entities,
        confidence=fact.confidence,
        parts=fact.parts,
    )


def _earliest(instants: Iterable[datetime | None]) -> datetime | None:
    """Return the earliest instant; None stands for ever since."""
    known = tuple(instants)
    return None if None in known else min(at for at in known if at is not None)
