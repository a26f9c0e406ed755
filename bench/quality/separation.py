"""How well one number tells two kinds of questions apart."""

from collections.abc import Sequence


def area_under_curve(higher: Sequence[float], lower: Sequence[float]) -> float:
    """Return how often one of `higher` exceeds one of `lower`; a tie counts half.

    1 separates them wholly, 0.5 not at all. Raises ValueError if either is empty.
    """
    if not higher or not lower:
        raise ValueError("there is nothing to tell apart")
    wins = sum((one > other) + (one == other) / 2 for one in higher for other in lower)
    return wins / (len(higher) * len(lower))
