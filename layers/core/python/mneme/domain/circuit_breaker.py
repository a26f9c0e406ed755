"""When to stop asking a service that keeps failing, and when to try it again."""

from dataclasses import dataclass, replace
from enum import StrEnum


class BreakerState(StrEnum):
    """CLOSED lets calls through, OPEN none, HALF_OPEN one, to find out."""

    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half_open"


@dataclass(frozen=True, slots=True)
class BreakerPolicy:
    """It opens after this many failures in a row, for a time that doubles with each failed try."""

    failures: int = 5
    first_open_seconds: float = 30.0
    longest_open_seconds: float = 300.0

    def open_seconds_after(self, failures: int) -> float:
        """Return how long it stays open after so many failures in a row."""
        tries = max(0, failures - self.failures)
        # Beyond 2^20 any cap is reached; a provider that is down for years must not overflow.
        return min(self.longest_open_seconds, self.first_open_seconds * 2.0 ** min(tries, 20))


DEFAULT_POLICY = BreakerPolicy()


@dataclass(frozen=True, slots=True)
class CircuitBreaker:
    """A breaker at one moment; every event yields the next one. Times are of a monotonic clock."""

    policy: BreakerPolicy = DEFAULT_POLICY
    failures: int = 0
    blocked_until: float | None = None

    def state(self, now: float) -> BreakerState:
        """Return the state; while a try is under way, it is OPEN for everybody else."""
        if self.blocked_until is None:
            return BreakerState.CLOSED
        return BreakerState.OPEN if now < self.blocked_until else BreakerState.HALF_OPEN

    def seconds_blocked(self, now: float) -> float:
        """Return how long no call is let through, from now."""
        return 0.0 if self.blocked_until is None else max(0.0, self.blocked_until - now)

    def called(self, now: float) -> "CircuitBreaker":
        """Return the breaker with a call under way, which `state` let through.

        A try whose end is never told blocks others no longer than another failure would.
        """
        if self.blocked_until is None:
            return self
        return replace(self, blocked_until=now + self.policy.open_seconds_after(self.failures))

    def succeeded(self) -> "CircuitBreaker":
        """Return the breaker after an answer: closed, with everything forgiven."""
        return CircuitBreaker(self.policy)

    def failed(self, now: float) -> "CircuitBreaker":
        """Return the breaker after a failure."""
        failures = self.failures + 1
        if failures < self.policy.failures:
            return replace(self, failures=failures)
        blocked_until = now + self.policy.open_seconds_after(failures)
        return replace(self, failures=failures, blocked_until=blocked_until)
