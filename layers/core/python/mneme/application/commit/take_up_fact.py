"""What the next revision of a memory is made of: the fact, and what it takes over."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from mneme.application.commit.known_memory import KnownMemory
from mneme.domain.evolution.decisions import Verdict
from mneme.domain.evolution.parts import parts_of, told_together
from mneme.domain.evolution.precedence import hindrance
from mneme.domain.evolution.verdicts import ONE_INSTANT
from mneme.domain.fact import Fact
from mneme.domain.memory import SOURCE_LIMIT, Entity, Provenance, Revision, Source
from mneme.domain.task import Decision
from mneme.domain.visibility import same_tags


def in_slot(fact: Fact, known: Sequence[Revision]) -> Fact:
    """Return the fact with its slot, or else that of the one memory whose place it takes."""
    slots = {one.fact_key for one in known} - {None}
    if fact.fact_key is not None or len(slots) != 1:
        return fact
    return replace(fact, fact_key=slots.pop())


def taken_up(fact: Fact, verdict: Verdict, known: Sequence[KnownMemory], now: datetime) -> Fact:
    """Return what the memory says from now on; `known` are the memories that it takes over.

    A value that is replaced by another leaves its tags and a set expiry behind, nothing else. What
    is united keeps all sources.
    """
    said = [one.revision for one in known]
    fact = in_slot(fact, said[:1])
    expiry = known[0].head.expire_at
    fact = replace(
        fact,
        custom_tags={**said[0].custom_tags, **fact.custom_tags},
        expire_at=expiry
        if fact.expire_at is None and not _is_past(expiry, now)
        else fact.expire_at,
    )
    if verdict.decision is Decision.UPDATE and verdict.text is None:
        return fact
    text = verdict.text or fact.text
    parts = [part for one in said for part in parts_of(one)]
    united = replace(
        fact,
        text=text,
        parts=told_together(parts, fact, text),
        sources=all_sources([*(one.sources for one in said), fact.sources]),
        entities=all_entities([*(one.entities for one in said), fact.entities]),
    )
    if verdict.decision is Decision.UPDATE:
        return united
    return replace(
        united,
        observed_at=max(fact.observed_at, *(one.head.observed_at for one in known)),
        confidence=min(fact.confidence, *(one.confidence for one in said)),
    )


def enriched(fact: Fact, known: KnownMemory) -> Fact | None:
    """Return what a memory becomes by a fact that says the same, None if it only says it again."""
    head, said = known.head, known.revision
    if fact.provenance is Provenance.CANDIDATE:
        return None
    after = told_by_both(fact, known)
    before = (head.provenance, head.is_important, said.fact_key, head.invalid_at, head.expire_at)
    now = (after.provenance, after.is_important, after.fact_key, after.invalid_at, after.expire_at)
    gained = now != before or set(after.entities) != set(said.entities)
    return after if gained or not same_tags(said.custom_tags, after.custom_tags) else None


def told_by_both(fact: Fact, known: KnownMemory) -> Fact:
    """Return what a memory and a fact that says the same tell together, in the memory's words.

    Tags, entities and sources are united, importance and rank are raised and never lowered; where
    both have a value, that of the stronger or newer statement stays.
    """
    head, said = known.head, known.revision
    parts = told_together(parts_of(said), fact, said.content)
    prevails = hindrance(fact, head) is None
    ours, theirs = (said.custom_tags, fact.custom_tags)[:: 1 if prevails else -1]
    return replace(
        fact,
        text=said.content,
        parts=parts,
        mem_type=head.mem_type,
        provenance=max(fact.provenance, head.provenance, key=lambda one: one.rank),
        is_important=head.is_important or fact.is_important,
        speaker=said.speaker,
        fact_key=said.fact_key or fact.fact_key,
        observed_at=max(fact.observed_at, said.observed_at),
        valid_at=head.valid_at,
        invalid_at=_end(head.invalid_at, fact.invalid_at if prevails else None),
        expire_at=_end(head.expire_at, fact.expire_at if prevails else None),
        custom_tags={**ours, **theirs},
        entities=all_entities([said.entities, fact.entities]),
        sources=all_sources([said.sources, fact.sources]),
        confidence=max(fact.confidence, said.confidence),
    )


def all_entities(parts: Iterable[Sequence[Entity]]) -> tuple[Entity, ...]:
    """Return the distinct entities of several parts, in order."""
    return tuple(dict.fromkeys(entity for part in parts for entity in part))


def all_sources(parts: Iterable[Sequence[Source]]) -> tuple[Source, ...]:
    """Return the distinct sources of several parts, in order; of too many, the last part's stay."""
    listed = [tuple(part) for part in parts]
    newest = listed[-1][:SOURCE_LIMIT] if listed else ()
    older = dict.fromkeys(source for part in listed[:-1] for source in part)
    kept = [source for source in older if source not in newest]
    return (*kept[: SOURCE_LIMIT - len(newest)], *newest)


def _end(known: datetime | None, stated: datetime | None) -> datetime | None:
    """Return the stated end, if it is another one: heads keep milliseconds."""
    if stated is None or (known is not None and abs(stated - known) < ONE_INSTANT):
        return known
    return stated


def _is_past(end: datetime | None, now: datetime) -> bool:
    return end is not None and end <= now
