"""What is measured of a recall."""

from collections.abc import Iterator

from mneme.domain.measures import Measure, Measured
from mneme.domain.recollection import Recollection


def measures_of(found: Recollection, seconds: float) -> Iterator[Measure]:
    """Yield the measures of a recall that took so long, each step of it by its name."""
    account = found.account
    yield Measure(Measured.RECALL_MS, seconds * 1000)
    for step, took in account.spent.items():
        yield Measure(Measured.RECALL_STEP_MS, took * 1000, step)
    yield Measure(Measured.RECALL_HITS, len(found.memories))
    if not found.memories:
        yield Measure(Measured.RECALL_EMPTY)
    yield Measure(Measured.RECALL_CANDIDATES, account.candidates)
    if account.best_relevance is not None:
        yield Measure(Measured.RECALL_BEST_RELEVANCE, account.best_relevance)
    for missed in found.degraded:
        yield Measure(Measured.RECALL_DEGRADED, kind=missed)
    for setback in account.setbacks.values():
        yield Measure(Measured.RECALL_SETBACK, kind=setback)
    if not account.reinforced:
        yield Measure(Measured.RECALL_UNREINFORCED)
