from mneme.domain.retrieval.marks import Asked
from mneme.domain.retrieval.unit_context import Mark
from mneme.domain.retrieval.yardstick import named_speakers, without_names
from tests.unit.domain.retrieval.made_units import measure, unit, value

ANN, BOB, BOTH = ("ann",), ("bob",), frozenset({("ann",), ("bob",)})


def test_what_another_speaker_said_is_less_relevant_to_a_question_that_names_one() -> None:
    by = measure("ann tea", speakers=BOTH)

    hers, his = unit("tea", 0.4, speaker=ANN), unit("tea", 0.4, speaker=BOB)

    assert value(hers, by) > value(his, by)


def test_a_question_that_names_both_speakers_prefers_neither() -> None:
    by = measure("ann bob tea", speakers=BOTH)

    assert value(unit("tea", 0.4, speaker=ANN), by) == value(unit("tea", 0.4, speaker=BOB), by)


def test_the_name_of_a_speaker_is_no_word_to_be_matched() -> None:
    by = measure("ann tea", speakers=BOTH)

    assert set(by.known_terms) == {"tea"}
    assert by.speaker == ANN


def test_a_name_that_no_speaker_has_is_a_word_like_any_other() -> None:
    by = measure("ann tea", speakers=frozenset({BOB}))

    assert set(by.known_terms) == {"ann", "tea"}
    assert by.speaker is None


def test_of_speakers_with_one_surname_the_first_name_tells() -> None:
    smiths = [("ann", "smith"), ("bob", "smith")]

    assert named_speakers(("ann", "smith", "tea"), smiths) == [("ann", "smith")]
    assert named_speakers(("smith", "tea"), smiths) == smiths


def test_a_question_of_nothing_but_a_name_looks_for_the_name() -> None:
    assert without_names(("ann",), [ANN]) == ("ann",)
    assert without_names(("ann", "tea"), [ANN]) == ("tea",)


def test_a_fitting_date_lifts_what_was_said_then_and_what_talks_about_it() -> None:
    by = measure("tea", dates={"@2023-06": 0.6, "@2023-06-12": 1.0})

    plain = value(unit("tea", 0.3), by)
    said = value(unit("tea", 0.3, said_on=("@2023-06",)), by)
    told = value(unit("tea", 0.3, dates=("@2023-06", "@2023-06-12")), by)
    both = value(unit("tea", 0.3, said_on=("@2023-06",), dates=("@2023-06-12",)), by)

    assert plain < said < told < both


def test_a_unit_that_has_what_is_asked_for_is_more_relevant() -> None:
    wanted = {Asked.WHEN: Mark.TIME, Asked.COUNT: Mark.NUMBER, Asked.NAME: Mark.NAME}

    for asked, mark in wanted.items():
        by = measure("tea", asks=frozenset({asked}))
        others = frozenset(wanted.values()) - {mark}
        assert value(unit("tea", marks=frozenset({mark})), by) > value(unit("tea"), by)
        assert value(unit("tea", marks=others), by) == value(unit("tea"), by)


def test_a_question_is_less_of_an_answer_and_what_follows_it_more() -> None:
    plain = value(unit("x", 0.3, {-1: "tea"}))
    question = value(unit("x", 0.3, {-1: "tea"}, marks=frozenset({Mark.QUESTION})))
    answer = value(unit("x", 0.3, {-1: "tea"}, marks=frozenset({Mark.AFTER_QUESTION})))

    assert question < plain < answer


def test_longer_units_say_more_unless_characters_are_counted() -> None:
    unspaced = frozenset({Mark.UNSPACED})

    assert value(unit("tea", length=40)) > value(unit("tea", length=5))
    assert value(unit("tea", length=40, marks=unspaced)) <= value(unit("tea", length=10))
