"""How often a call is repeated, and how long one waits before."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """`attempts` in all; pauses double from `first_pause_seconds`, none is longer than the last."""

    attempts: int = 3
    first_pause_seconds: float = 0.5
    longest_pause_seconds: float = 5.0

    def pause(self, repeats: int, chance: float, asked_seconds: float | None) -> float | None:
        """Return the seconds to wait after `repeats` repeats so far, or None to give up.

        `chance`, from 0 to 1, spreads the callers that failed at the same moment. A server that
        asks for a pause gets it in full, and the spread on top; one that asks for too long a pause
        is left alone.
        """
        if repeats + 1 >= self.attempts:
            return None
        asked = asked_seconds or 0.0
        if asked > self.longest_pause_seconds:
            return None
        spread = chance * self.first_pause_seconds * 2.0**repeats
        return min(self.longest_pause_seconds, asked + spread)


DEFAULT_RETRIES = RetryPolicy()
