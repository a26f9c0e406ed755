import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.retrieval.bm25 import NO_STATISTICS, TermStatistics, bm25, term_weights

K1, B = 0.6, 0.2


def statistics(documents: int = 10, average_length: float = 4.0, **n: int) -> TermStatistics:
    return TermStatistics(documents, average_length, n)


def score(document: str, asked: str = "tea", known: TermStatistics | None = None) -> float:
    known = known or statistics(tea=2, milk=5)
    return bm25(term_weights(asked.split(), known), document.split(), known.average_length, K1, B)


def test_the_score_is_the_formula_of_the_literature() -> None:
    weight = math.log(1 + (10 - 2 + 0.5) / (2 + 0.5))
    saturated = 2 * (K1 + 1) / (2 + K1 * (1 - B + B * 5 / 4))

    assert score("tea and tea with milk") == pytest.approx(weight * saturated)


def test_a_document_without_any_of_the_terms_scores_nothing() -> None:
    assert score("milk") == 0.0
    assert score("") == 0.0


def test_a_rare_term_counts_more_than_a_frequent_one() -> None:
    assert score("tea", "tea milk") > score("milk", "tea milk") > 0


def test_a_repetition_counts_less_than_the_first_mention() -> None:
    once, twice, thrice = score("tea x y z"), score("tea tea y z"), score("tea tea tea z")

    assert twice - once > thrice - twice > 0
    assert twice < 2 * once


def test_a_long_document_scores_less_for_the_same_mention() -> None:
    assert score("tea") > score("tea " + "word " * 20)


def test_statistics_that_miscount_never_give_a_negative_weight() -> None:
    weights = term_weights(["tea"], statistics(documents=3, tea=7))

    assert weights["tea"] > 0


def test_without_statistics_every_term_counts_and_nothing_divides_by_zero() -> None:
    assert score("tea", known=NO_STATISTICS) > 0


def test_rows_the_index_has_not_counted_are_covered() -> None:
    covered = statistics(documents=1, tea=1).covering([("tea", "tea"), ("tea", "milk"), ("milk",)])

    assert covered.documents == 3
    assert covered.frequencies == {"tea": 2, "milk": 2}
    assert covered.average_length == 4.0


def test_statistics_of_nothing_become_those_of_the_rows() -> None:
    covered = NO_STATISTICS.covering([("tea",), ("tea", "milk", "milk")])

    assert (covered.documents, covered.average_length) == (2, 2.0)
    assert covered.frequencies == {"tea": 2, "milk": 1}


def test_covering_no_rows_changes_nothing() -> None:
    assert statistics(tea=2).covering([]) == statistics(tea=2)
    assert NO_STATISTICS.covering([]) == NO_STATISTICS


def test_a_term_known_from_elsewhere_occurs_at_least_once() -> None:
    known = statistics(tea=2).knowing(["tea", "milk"])

    assert known.frequencies == {"tea": 2, "milk": 1}


@given(
    st.lists(st.sampled_from("abcdef"), max_size=30),
    st.integers(0, 50),
    st.dictionaries(st.sampled_from("abc"), st.integers(0, 60)),
    st.floats(0, 100),
)
def test_a_score_is_never_negative_and_bounded_by_its_terms(
    document: list[str], documents: int, frequencies: dict[str, int], average: float
) -> None:
    weights = term_weights("abc", TermStatistics(documents, average, frequencies))

    assert 0 <= bm25(weights, document, average, K1, B) <= (K1 + 1) * sum(weights.values())
