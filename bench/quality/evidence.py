"""How well rankings find the evidence of questions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench.quality.locomo import Question

RANKS = (1, 5, 10)


@dataclass(frozen=True)
class Score:
    """Means over questions: the share of a question's evidence in the first k, and MRR."""

    questions: int
    recall: tuple[float, ...]
    reciprocal_rank: float

    def row(self) -> list[str]:
        """Return the figures as cells of a table."""
        shares = (*self.recall, self.reciprocal_rank)
        return [str(self.questions), *(f"{share:.3f}" for share in shares)]


SCORE_HEADER = ["n", *(f"R@{rank}" for rank in RANKS), "MRR"]


def source_ranking(memories: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the source messages of recalled memories in order; each takes one rank, once."""
    sources = (source["message_id"] for memory in memories for source in memory["sources"])
    return list(dict.fromkeys(sources))


def score(questions: Sequence[Question], rankings: Sequence[Sequence[str]]) -> Score:
    """Score one ranking a question."""
    if not questions:
        raise ValueError("there is nothing to score")
    pairs = list(zip(questions, rankings, strict=True))
    count = len(pairs)
    return Score(
        questions=count,
        recall=tuple(
            sum(share_found(question.evidence, ranking[:rank]) for question, ranking in pairs)
            / count
            for rank in RANKS
        ),
        reciprocal_rank=sum(_reciprocal_rank(q.evidence, ranking) for q, ranking in pairs) / count,
    )


def share_found(evidence: Sequence[str], found: Sequence[str]) -> float:
    """Return the share of the evidence that is among what was found."""
    return len(set(evidence).intersection(found)) / len(set(evidence))


def _reciprocal_rank(evidence: Sequence[str], ranking: Sequence[str]) -> float:
    for rank, message in enumerate(ranking, start=1):
        if message in evidence:
            return 1 / rank
    return 0.0
