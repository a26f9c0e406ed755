"""How similar two statements are, in [0, 1], on the scale of relevance (DESIGN §10).

Two statements of equal standing, where relevance is between a question and an answer: symmetric,
without the user's term statistics, and the same today and tomorrow. Unrelated statements lie near
0.1; a paraphrase in wholly other words at 0.8, and higher with each word in common.

An embedding hardly tells "likes cheese" from "dislikes cheese" or two from three: similarity only
ever permits. That two statements say the same is for their words to show (`same_meaning`).
"""

from collections.abc import Iterable

from mneme.domain.retrieval.calibration import (
    FLOOR,
    SPAN,
    CosineAnchors,
    calibrated,
    logistic,
)

WORDS_IN_COMMON = 2.5
"""Log-odds that statements of the same words gain; a share of it for a share of the words."""


def similarity(
    one: Iterable[str], other: Iterable[str], cosine: float | None, anchors: CosineAnchors
) -> float:
    """Return the similarity of two statements by their terms and the cosine of their vectors.

    Without a cosine (vectors of different models) the words alone decide. Give terms that are
    compared often as frozensets.
    """
    shared = common_share(one, other)
    place = shared if cosine is None else calibrated(cosine, anchors)
    return logistic(FLOOR + SPAN * place + WORDS_IN_COMMON * shared)


def common_share(one: Iterable[str], other: Iterable[str]) -> float:
    """Return the share of distinct terms that both have (Dice), 0 if neither has any."""
    a, b = frozenset(one), frozenset(other)
    return 2 * len(a & b) / (len(a) + len(b)) if a or b else 0.0
