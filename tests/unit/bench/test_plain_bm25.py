"""The baseline ranks as BM25 says."""

import math

import pytest

from bench.quality.plain_bm25 import PlainBm25


def test_a_rare_word_outweighs_a_common_one() -> None:
    texts = {"a": "tea and cake", "b": "tea and rice", "c": "tea and a violin"}

    assert PlainBm25(texts).rank("tea violin", 10)[0] == "c"


def test_of_two_texts_with_the_word_the_shorter_comes_first() -> None:
    texts = {"long": "violin " + "word " * 20, "short": "violin word"}

    assert PlainBm25(texts).rank("violin", 10) == ["short", "long"]


def test_texts_without_a_word_of_the_query_are_not_ranked() -> None:
    assert PlainBm25({"a": "tea", "b": "rice"}).rank("Tea!", 10) == ["a"]


def test_no_more_than_the_limit_is_returned() -> None:
    assert len(PlainBm25({str(n): "tea" for n in range(9)}).rank("tea", 3)) == 3


def test_the_score_is_the_formula_worked_by_hand() -> None:
    ranker = PlainBm25({"a": "tea tea cake", "b": "rice"})

    # N 2, df 1; tf 2 in a text of 3 words, where the average is 2.
    idf = math.log(1 + 1.5 / 1.5)
    expected = idf * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 3 / 2))

    assert ranker.score("a", "tea") == pytest.approx(expected)
