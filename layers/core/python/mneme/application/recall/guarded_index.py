"""The search index as a recall asks it: in the time it gives, and not while it keeps failing."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from mneme.application.ports.clock import Clock
from mneme.application.ports.errands import Errands
from mneme.application.ports.metrics import NO_METRICS, Metrics
from mneme.application.ports.settings import ThresholdsNow, as_delivered
from mneme.application.ports.vector_index import (
    IndexDocument,
    IndexHits,
    IndexQuery,
    Tombstone,
    VectorIndex,
)
from mneme.domain.circuit_breaker import BreakerState, CircuitBreaker
from mneme.domain.errors import InternalFault, NotAsked, Unavailable
from mneme.domain.measures import Measure, Measured
from mneme.domain.tenancy import TenantContext

LEAST_SECONDS = 0.1
"""That no answer came in less says nothing of the index: a caller who gives recalls a few
milliseconds must not take it away from all others."""


class GuardedIndex:
    """A `VectorIndex` before another one, with a circuit breaker for searches of all tenants.

    After some failures in a row nothing is asked for a while; then one search finds out.
    """

    def __init__(
        self,
        index: VectorIndex,
        errands: Errands,
        clock: Clock,
        thresholds: ThresholdsNow = as_delivered,
        metrics: Metrics = NO_METRICS,
    ) -> None:
        self._index = index
        self._errands = errands
        self._clock = clock
        self._thresholds = thresholds
        self._breaker = CircuitBreaker(thresholds().index_breaker)
        self._metrics = metrics
        self._lock = threading.Lock()

    @property
    def state(self) -> BreakerState:
        """The breaker's state now."""
        with self._lock:
            return self._breaker.state(self._clock.monotonic())

    def prepare(self) -> None:
        """Create what the index needs. Raises Unavailable."""
        self._index.prepare()

    def apply(self, tenant: TenantContext, entries: Sequence[IndexDocument | Tombstone]) -> None:
        """Write documents and tombstones. Raises Unavailable."""
        self._index.apply(tenant, entries)

    def search(self, tenant: TenantContext, query: IndexQuery) -> IndexHits:
        """Return the nearest and the lexically best documents.

        Raises Unavailable: Late once the query's time is over, NotAsked while the index is left
        alone.
        """
        telling = query.timeout_seconds >= LEAST_SECONDS
        self._enter(telling=telling)
        search = self._errands.start(partial(self._index.search, tenant, query))
        try:
            found = search.result(query.timeout_seconds)
        except Unavailable:
            if telling:
                self._failed(tenant)
            raise
        except InternalFault:
            # It answered, if only to refuse: the fault is ours.
            self._note(lambda breaker, _: breaker.succeeded())
            raise
        self._note(lambda breaker, _: breaker.succeeded())
        return found

    def _enter(self, *, telling: bool) -> None:
        """Take the breaker's permission to ask. Raises NotAsked if it gives none."""
        with self._lock:
            now = self._clock.monotonic()
            self._breaker = replace(self._breaker, policy=self._thresholds().index_breaker)
            state = self._breaker.state(now)
            if state is BreakerState.OPEN or (state is BreakerState.HALF_OPEN and not telling):
                raise NotAsked("the search index failed too often and is left alone for a while")
            self._breaker = self._breaker.called(now)

    def _failed(self, tenant: TenantContext) -> None:
        self._note(lambda breaker, now: breaker.failed(now))
        if self.state is BreakerState.OPEN:
            self._metrics.record(tenant, [Measure(Measured.INDEX_BREAKER_OPENED)])

    def _note(self, event: Callable[[CircuitBreaker, float], CircuitBreaker]) -> None:
        with self._lock:
            self._breaker = event(self._breaker, self._clock.monotonic())
