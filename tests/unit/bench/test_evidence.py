"""How rankings are scored against evidence."""

from typing import Any

import pytest

from bench.quality.evidence import score, source_ranking
from bench.quality.locomo import Question


def _question(*evidence: str) -> Question:
    return Question("Who?", "temporal", evidence)


def test_recall_is_the_share_of_the_evidence_within_each_rank() -> None:
    found = score([_question("a", "b")], [["a", "x", "y", "b"]])

    assert found.recall == (0.5, 1.0, 1.0)


def test_scores_are_means_over_the_questions() -> None:
    found = score([_question("a"), _question("b")], [["a"], ["x", "b"]])

    assert (found.questions, found.recall[0], found.reciprocal_rank) == (2, 0.5, 0.75)


def test_evidence_that_was_not_found_scores_nothing() -> None:
    found = score([_question("a")], [[]])

    assert (found.recall, found.reciprocal_rank) == ((0.0, 0.0, 0.0), 0.0)


def test_a_question_without_a_ranking_is_an_error() -> None:
    with pytest.raises(ValueError, match="zip"):
        score([_question("a"), _question("b")], [["a"]])


def test_every_source_of_a_memory_takes_a_rank_but_none_takes_two() -> None:
    memories: list[dict[str, Any]] = [
        {"sources": [{"message_id": "m1"}, {"message_id": "m2"}]},
        {"sources": []},
        {"sources": [{"message_id": "m2"}, {"message_id": "m3"}]},
    ]

    assert source_ranking(memories) == ["m1", "m2", "m3"]
