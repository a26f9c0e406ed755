"""What the next revision of a memory is made of: the fact, and what it takes over."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from mneme.domain.evolution.decisions import Verdict
from mneme.domain.fact import Fact
from mneme.domain.memory import SOURCE_LIMIT, Revision, Source
from mneme.domain.task import Decision


def in_slot(fact: Fact, known: Sequence[Revision]) -> Fact:
    """Return the fact with its slot, or else that of the one memory whose place it takes."""
    slots = {one.fact_key for one in known} - {None}
    if fact.fact_key is not None or len(slots) != 1:
        return fact
    return replace(fact, fact_key=slots.pop())


def taken_up(fact: Fact, verdict: Verdict, known: Sequence[Revision]) -> Fact:
    """Return what the memory says from now on; `known` are the revisions that it takes over.

    A value that is replaced by another leaves nothing behind. What is united keeps all sources.
    """
    fact = in_slot(fact, known[:1])
    if verdict.decision is Decision.UPDATE and verdict.text is None:
        return fact
    united = replace(
        fact,
        text=verdict.text or fact.text,
        sources=all_sources([*(one.sources for one in known), fact.sources]),
        entities=tuple(
            dict.fromkeys([*(each for one in known for each in one.entities), *fact.entities])
        ),
    )
    if verdict.decision is Decision.UPDATE:
        return united
    return replace(
        united,
        observed_at=max(fact.observed_at, *(one.observed_at for one in known)),
        custom_tags={**known[0].custom_tags, **fact.custom_tags},
        confidence=min(fact.confidence, *(one.confidence for one in known)),
    )


def all_sources(parts: Iterable[Sequence[Source]]) -> tuple[Source, ...]:
    """Return the distinct sources of several parts, in order; of too many, the last part's stay."""
    listed = [tuple(part) for part in parts]
    newest = listed[-1][:SOURCE_LIMIT] if listed else ()
    older = dict.fromkeys(source for part in listed[:-1] for source in part)
    kept = [source for source in older if source not in newest]
    return (*kept[: SOURCE_LIMIT - len(newest)], *newest)
