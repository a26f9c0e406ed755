"""The numbers of the ranking, as data with a version."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mneme.domain.retrieval.marks import Asked

NEIGHBOUR_SHARES = {-3: 0.2, -2: 0.4, -1: 0.6, 1: 0.5, 2: 0.3, 3: 0.2}
NEIGHBOUR_COSINES = {-2: 0.85, -1: 1.63, 1: 1.56}
ANSWERS = {Asked.WHEN: 2.0, Asked.COUNT: 1.0, Asked.NAME: 1.3}


@dataclass(frozen=True, slots=True)
class RankingWeights:
    """What counts how much. Any change is a new version, argued with a measured sample.

    Cosines count by their place between the model's anchors, 0 for unrelated and 1 for a
    paraphrase; lexical matches as b/(b + `bm25_half`), b their BM25 score. Points become log-odds
    of relevance by `slope` (`lexical_slope` if no vector could be looked at), from those of an
    unrelated memory on.
    """

    version: str = "3"
    relevance: float = 0.7
    weight: float = 0.3
    k1: float = 0.6
    b: float = 0.2
    bm25_half: float = 8.0
    slope: float = 0.65
    lexical_slope: float = 1.0
    window: float = 3.1
    """Points for the share of the query's terms, by weight, that the unit or a neighbour holds."""
    neighbours: Mapping[int, float] = field(default_factory=lambda: dict(NEIGHBOUR_SHARES))
    """What a term counts in the window if only the neighbour at this offset holds it."""
    unknown_term: float = 0.6
    """What a query term that none of the user's memories holds counts in the window."""
    few_memories: float = 30.0
    """With so many memories, half of what words do not say is left to the vectors."""
    run: float = 2.3
    """Points for the best lexical match among the adjacent turns of the unit's run."""
    cosine: float = 2.77
    unspaced_cosine: float = 2.0
    """Factor of `cosine` for a query in a script without spaces, whose pairs match by chance."""
    cosine_curve: float = 0.4
    """Exponent of the place where words cannot help, as between two languages. A question and its
    answer differ more than two wordings of one statement: most of the way lies near 0."""
    cosines_around: Mapping[int, float] = field(default_factory=lambda: dict(NEIGHBOUR_COSINES))
    """Points for the places of the neighbours' cosines, by offset."""
    unseen_cosine: float = 0.15
    """Stands for the place of a cosine that the search did not return."""
    other_speaker: float = -2.2
    """Points if the query names one speaker, and the unit is not known to be theirs."""
    speaker_match: float = 0.6
    """Points, times the lexical match, if it is."""
    date: float = 4.5
    """Points for dates that fit, half for when it was said and half for what it talks about."""
    answers: Mapping[Asked, float] = field(default_factory=lambda: dict(ANSWERS))
    """Points for a unit that has what this kind of question wants."""
    question: float = -0.7
    after_question: float = 1.1
    """Points, times the lexical match of the question before it."""
    length: float = 0.4
    """Points for the logarithm of the number of terms, against that of `usual_length`."""
    usual_length: int = 10
    duplicate_overlap: float = 0.9
    """From this share of common terms on, two memories say the same."""
