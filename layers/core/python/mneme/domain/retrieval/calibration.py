"""From the cosines of an embedding model to a scale that means the same for every model."""

import math
from dataclasses import dataclass

UNRELATED = 0.1
PARAPHRASE = 0.8


@dataclass(frozen=True, slots=True)
class CosineAnchors:
    """The cosines of an embedding model that mean relevance 0.1 and 0.8."""

    unrelated: float
    paraphrase: float

    def __post_init__(self) -> None:
        """Refuse anchors that calibrate nothing."""
        if self.unrelated >= self.paraphrase:
            raise ValueError("a paraphrase must have a higher cosine than an unrelated text")


def calibrated(cosine: float, anchors: CosineAnchors) -> float:
    """Return the place of a cosine between unrelated (0) and paraphrase (1); it may lie outside."""
    return (cosine - anchors.unrelated) / (anchors.paraphrase - anchors.unrelated)


def logistic(log_odds: float) -> float:
    """Return the probability of the log-odds, without overflow."""
    if log_odds >= 0:
        return 1 / (1 + math.exp(-log_odds))
    odds = math.exp(log_odds)
    return odds / (1 + odds)


def logit(probability: float) -> float:
    """Return the log-odds of a probability strictly between 0 and 1."""
    return math.log(probability / (1 - probability))


FLOOR = logit(UNRELATED)
"""Log-odds of what has nothing to do with the question."""

SPAN = logit(PARAPHRASE) - FLOOR
"""Log-odds between that and the same statement in other words."""
