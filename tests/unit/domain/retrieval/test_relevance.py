import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.recollection import Relevance
from mneme.domain.retrieval.bm25 import TermStatistics
from mneme.domain.retrieval.ranking_weights import RankingWeights
from mneme.domain.retrieval.relevance import (
    CosineAnchors,
    Evidence,
    Yardstick,
    coverage,
    logistic,
    relevance,
    yardstick,
)

ANCHORS = CosineAnchors(unrelated=0.12, paraphrase=0.83)
KNOWN = TermStatistics(50, 5.0, {"tea": 4, "milk": 9, "green": 2})
COSINES = st.one_of(st.none(), st.floats(-1, 1))
DOCUMENTS = st.lists(st.sampled_from(["tea", "milk", "green", "other", "unheard"]), max_size=12)


def measure(asked: str = "tea milk", *, embedded: bool = True) -> Yardstick:
    return yardstick(asked.split(), KNOWN, ANCHORS, RankingWeights(), embedded=embedded)


def of(
    document: str = "",
    cosine: float | None = None,
    by: Yardstick | None = None,
    **neighbours: str,
) -> Relevance:
    around = {
        int(at.replace("before", "-").strip("after")): t.split() for at, t in neighbours.items()
    }
    return relevance(Evidence(document.split(), around, cosine), by or measure())


def test_the_anchors_of_the_model_mean_what_they_say() -> None:
    vector_only = measure("unheard")

    assert of(cosine=0.12, by=vector_only).value == pytest.approx(0.1)
    assert of(cosine=0.83, by=vector_only).value == pytest.approx(0.8)


def test_an_unrelated_memory_is_below_the_default_threshold() -> None:
    assert of("other words here", 0.12).value < 0.15
    assert of("other words here", 0.12, measure(embedded=False)).value < 0.15


def test_a_memory_that_says_what_is_asked_in_the_same_words_is_relevant() -> None:
    assert of("tea milk", 0.7).value > 0.8
    assert of("tea milk", None, measure(embedded=False)).value > 0.8


def test_shared_words_and_a_near_vector_support_each_other() -> None:
    both, words, vector = of("tea", 0.5), of("tea", 0.12), of("other", 0.5)

    assert both.value > max(words.value, vector.value)


def test_the_parts_tell_what_was_looked_at() -> None:
    without_vector = of("tea", None, measure(embedded=False))
    without_terms = of("tea", 0.5, measure("unheard"))
    lexical_list_only = of("tea", None)

    assert without_vector.vector is None
    assert without_terms.lexical is None
    assert lexical_list_only.vector is None
    assert lexical_list_only.lexical == pytest.approx(without_vector.lexical)


def test_a_query_of_unknown_words_is_measured_by_the_vector_alone() -> None:
    # P29: "what does he drink" shares no character pair with "likes soy milk without sugar".
    assert of("other", 0.25, measure("unheard never")).value > 0.3
    assert of("other", 0.06, measure("unheard never")).value < 0.1


def test_with_neither_vector_nor_known_words_nothing_is_relevant() -> None:
    assert of("other", None, measure("unheard", embedded=False)).value < 0.3


def test_a_neighbour_that_holds_a_term_counts_less_than_the_memory_itself() -> None:
    own, before, far, none = (
        of("tea", 0.3),
        of("x", 0.3, before1="tea"),
        of("x", 0.3, before3="tea"),
        of("x", 0.3),
    )

    assert own.value > before.value > far.value > none.value


def test_the_nearest_neighbour_that_holds_a_term_decides() -> None:
    evidence = Evidence(["x"], {-1: ["tea"], 3: ["tea"]}, None)

    assert coverage(evidence, measure("tea")) == pytest.approx(0.6)


def test_an_offset_that_no_weight_knows_counts_nothing() -> None:
    assert coverage(Evidence(["x"], {9: ["tea"]}, None), measure("tea")) == 0.0


def test_words_that_no_memory_knows_lower_the_coverage() -> None:
    evidence = Evidence(["tea"], {}, None)

    assert coverage(evidence, measure("tea")) == 1.0
    assert 0.3 < coverage(evidence, measure("tea unheard")) < 1.0


def test_other_candidates_cannot_change_a_relevance() -> None:
    alone = of("tea green", 0.4)

    of("tea milk", 0.9)

    assert of("tea green", 0.4) == alone


def test_anchors_that_calibrate_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="paraphrase"):
        CosineAnchors(unrelated=0.5, paraphrase=0.5)


@given(DOCUMENTS, DOCUMENTS, COSINES, st.sampled_from(["tea", "tea milk unheard", "unheard", ""]))
def test_relevance_and_its_parts_lie_between_zero_and_one(
    document: list[str], neighbour: list[str], cosine: float | None, asked: str
) -> None:
    for embedded in (True, False):
        found = relevance(
            Evidence(document, {1: neighbour}, cosine), measure(asked, embedded=embedded)
        )

        parts = [found.value, *(p for p in (found.vector, found.lexical) if p is not None)]
        assert all(0.0 < part < 1.0 for part in parts)


@given(DOCUMENTS, st.floats(-1, 1), st.floats(-1, 1))
def test_relevance_rises_with_the_cosine(document: list[str], one: float, other: float) -> None:
    low, high = sorted((one, other))

    for asked in ("tea milk", "unheard"):
        by = measure(asked)
        evidence = [Evidence(document, {}, cosine) for cosine in (low, high)]
        assert relevance(evidence[0], by).value <= relevance(evidence[1], by).value


@given(DOCUMENTS, st.sampled_from(["tea", "milk"]), COSINES)
def test_relevance_rises_with_each_term_that_a_neighbour_adds(
    document: list[str], term: str, cosine: float | None
) -> None:
    without = relevance(Evidence(document, {}, cosine), measure())
    with_it = relevance(Evidence(document, {-1: [term]}, cosine), measure())

    assert without.value <= with_it.value


def test_the_logistic_function_takes_any_number() -> None:
    assert logistic(0) == 0.5
    assert logistic(-1e6) == 0.0
    assert logistic(1e6) == 1.0
    assert logistic(math.log(4)) == pytest.approx(0.8)
