import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.domain.retrieval.made_units import measure, rated, relevances, unit, value

COSINES = st.one_of(st.none(), st.floats(-1, 1))
WORDS = st.lists(st.sampled_from(["tea", "milk", "green", "other", "unheard"]), max_size=12)
DOCUMENTS = WORDS.map(" ".join)


def test_the_anchors_of_the_model_mean_what_they_say() -> None:
    vector_only = measure("unheard")

    assert value(unit("x", 0.12), vector_only) == pytest.approx(0.1)
    assert value(unit("x", 0.83), vector_only) == pytest.approx(0.8)


def test_an_unrelated_memory_is_at_the_floor_of_the_scale() -> None:
    assert value(unit("other words", 0.12)) == pytest.approx(0.1)
    assert value(unit("other words"), measure(embedded=False)) == pytest.approx(0.1)


def test_a_memory_that_says_what_is_asked_in_the_same_words_is_relevant() -> None:
    assert value(unit("tea milk", 0.7)) > 0.8
    assert value(unit("tea milk"), measure(embedded=False)) > 0.8


def test_shared_words_and_a_near_vector_support_each_other() -> None:
    both, words, vector = unit("tea", 0.5), unit("tea", 0.12), unit("other", 0.5)

    assert value(both) > max(value(words), value(vector))


def test_the_sides_tell_what_was_looked_at() -> None:
    without_vector = rated(unit("tea"), measure(embedded=False))
    without_terms = rated(unit("tea", 0.5), measure("unheard"))
    lexical_list_only = rated(unit("tea"))

    assert without_vector.vector is None
    assert without_terms.lexical is None
    assert lexical_list_only.vector is None
    assert lexical_list_only.lexical == pytest.approx(without_vector.lexical)


def test_a_query_of_unknown_words_is_measured_by_the_vector_alone() -> None:
    # P29: "what does he drink" shares no character pair with "likes soy milk without sugar".
    assert value(unit("other", 0.25), measure("unheard never")) > 0.3
    assert value(unit("other", 0.06), measure("unheard never")) < 0.1


def test_with_neither_vector_nor_known_words_nothing_is_relevant() -> None:
    assert value(unit("other"), measure("unheard", embedded=False)) < 0.3


def test_a_neighbour_that_holds_a_term_counts_less_than_the_memory_itself() -> None:
    own, before, far, none = (
        value(unit("tea", 0.3)),
        value(unit("x", 0.3, {-1: "tea"})),
        value(unit("x", 0.3, {-3: "tea"})),
        value(unit("x", 0.3)),
    )

    assert own > before > far > none


def test_words_that_no_memory_knows_lower_the_relevance() -> None:
    assert value(unit("tea", 0.12), measure("tea")) > value(
        unit("tea", 0.12), measure("tea unheard")
    )


def test_other_conversations_cannot_change_a_relevance() -> None:
    by = measure()
    mine = unit("tea", 0.4, run="mine")

    alone = relevances([mine], by)
    among = relevances([mine, unit("tea milk", 0.9, run="theirs"), unit("tea milk", 0.9)], by)

    assert among[0] == alone[0]


def test_an_answer_is_lifted_by_what_its_conversation_is_about() -> None:
    by = measure()
    answer = unit("other", 0.3, run="r")

    alone, among = relevances([answer], by), relevances([answer, unit("tea milk", run="r")], by)

    assert among[0].value > alone[0].value


def test_near_vectors_of_the_neighbours_lift_a_turn() -> None:
    near = unit("tea", 0.4, cosines_around={-1: 0.6})
    unseen = unit("tea", 0.4)
    far = unit("tea", 0.4, cosines_around={-1: 0.0})

    assert value(near) > value(unseen) > value(far)


def test_a_query_without_spaces_trusts_the_vector_more() -> None:
    near = unit("other", 0.6)

    assert value(near, measure(unspaced=True)) > value(near, measure())


@given(DOCUMENTS, DOCUMENTS, COSINES, st.sampled_from(["tea", "tea milk unheard", "unheard", ""]))
def test_relevance_and_its_sides_lie_between_zero_and_one(
    document: str, neighbour: str, cosine: float | None, asked: str
) -> None:
    for embedded in (True, False):
        found = rated(unit(document, cosine, {1: neighbour}), measure(asked, embedded=embedded))

        sides = [found.value, *(p for p in (found.vector, found.lexical) if p is not None)]
        assert all(0.0 < side < 1.0 for side in sides)


@given(DOCUMENTS, st.floats(-1, 1), st.floats(-1, 1))
def test_relevance_rises_with_the_cosine(document: str, one: float, other: float) -> None:
    low, high = sorted((one, other))

    for asked in ("tea milk", "tea unheard", "unheard"):
        by = measure(asked)
        assert value(unit(document, low), by) <= value(unit(document, high), by)


@given(DOCUMENTS, st.sampled_from(["tea", "milk"]), COSINES)
def test_relevance_rises_with_each_term_that_a_neighbour_adds(
    document: str, term: str, cosine: float | None
) -> None:
    assert value(unit(document, cosine)) <= value(unit(document, cosine, {-1: term}))
