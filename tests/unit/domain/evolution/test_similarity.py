"""One scale for how alike two statements are, whatever the model and the other memories."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.evolution.similarity import common_share, similarity
from mneme.domain.retrieval.calibration import CosineAnchors

ANCHORS = CosineAnchors(unrelated=0.1, paraphrase=0.8)
words = st.lists(st.sampled_from("abcdefg"), max_size=6)
cosines = st.none() | st.floats(-1, 1)


def test_unrelated_statements_are_near_a_tenth() -> None:
    assert similarity(["tea"], ["tennis"], 0.1, ANCHORS) == pytest.approx(0.1)


def test_a_paraphrase_in_wholly_other_words_is_at_four_fifths() -> None:
    assert similarity(["residence"], ["home"], 0.8, ANCHORS) == pytest.approx(0.8)


def test_words_in_common_raise_it() -> None:
    alike = similarity(["like", "cheese", "pizza"], ["like", "chicken", "pizza"], 0.8, ANCHORS)

    assert alike > similarity(["like", "cheese"], ["dislike", "chicken"], 0.8, ANCHORS)
    assert alike >= 0.9


def test_without_a_cosine_the_words_decide() -> None:
    assert similarity(["tea"], ["tea"], None, ANCHORS) > 0.9
    assert similarity(["tea"], ["milk"], None, ANCHORS) == pytest.approx(0.1)


@given(words, words, cosines)
def test_it_is_a_share_and_symmetric(
    one: list[str], other: list[str], cosine: float | None
) -> None:
    alike = similarity(one, other, cosine, ANCHORS)

    assert 0 <= alike <= 1
    assert alike == similarity(other, one, cosine, ANCHORS)


@given(words, words)
def test_the_common_share_counts_distinct_words(one: list[str], other: list[str]) -> None:
    share = common_share(one, other)

    assert share == common_share(one * 2, other)
    assert (share == 1) == (set(one) == set(other) != set())
