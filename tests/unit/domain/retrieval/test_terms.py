import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.retrieval.lexicon import IRREGULAR_FORMS, QUERY_STOP_WORDS, STOP_WORDS
from mneme.domain.retrieval.terms import TERM_LENGTH, query_terms_of, spoken_terms_of, terms_of


def stem(word: str) -> str:
    """Cut plural and progressive endings: enough of a stemmer to see that it is used."""
    return re.sub(r"(ing|s)$", "", word)


def test_a_memory_and_a_question_about_it_share_their_terms() -> None:
    memory = terms_of("Melanie's kids went hiking in the mountains.", stem)
    question = query_terms_of("Where did Melanie's child go on hikes?", stem)

    assert memory == ("melanie", "child", "go", "hik", "mountain")
    assert set(question) & set(memory) == {"melanie", "child", "go"}


def test_repetitions_are_kept_in_a_memory_and_folded_in_a_query() -> None:
    assert terms_of("tea, tea and more Tea", stem) == ("tea", "tea", "tea")
    assert query_terms_of("tea, tea and more Tea", stem) == ("tea",)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("CAFÉ", "cafe"),
        ("ＰＩＺＺＡ", "pizza"),
        ("Straße", "strasse"),
        ("she’s Anna", "anna"),
        ("ﬁg", "fig"),
        ("İzmir", "izmir"),
    ],
)
def test_spellings_of_one_word_are_one_term(written: str, plain: str) -> None:
    assert terms_of(written, stem) == (plain,)


def test_stop_words_and_what_contractions_leave_are_dropped() -> None:
    assert terms_of("I've been there, she'd said it'll be theirs, don't they?", stem) == (
        "say",
        "not",
    )


def test_a_negation_is_part_of_what_a_memory_says_but_not_of_what_is_asked() -> None:
    assert terms_of("She doesn't eat meat", stem) == ("not", "eat", "meat")
    assert query_terms_of("Does she not eat meat?", stem) == ("eat", "meat")


def test_asking_words_are_dropped_from_a_query_only() -> None:
    text = "How many kinds of tea, says the user"

    assert query_terms_of(text, stem) == ("tea",)
    assert {"many", "user"} <= set(terms_of(text, stem))


def test_digits_are_kept_as_they_are() -> None:
    assert terms_of("Flight 714 at 10:30 in 2023", stem) == ("flight", "714", "10", "30", "2023")


def test_chinese_runs_become_overlapping_pairs() -> None:
    assert terms_of("喜欢无糖豆浆", stem) == ("喜欢", "欢无", "无糖", "糖豆", "豆浆")


def test_a_single_character_is_a_term_of_its_own() -> None:
    assert terms_of("茶", stem) == ("茶",)
    assert query_terms_of("茶 or 酒", stem) == ("茶", "酒")


def test_pairs_of_particles_and_question_characters_are_dropped() -> None:
    assert query_terms_of("什么", stem) == ()
    assert query_terms_of("西湖在哪里？", stem) == ("西湖", "湖在", "哪里")
    assert "的是" not in terms_of("她的是茶", stem)


def test_mixed_text_gives_words_and_pairs_in_order() -> None:
    assert terms_of("我的车是Tesla Model 3，白色", stem) == (
        "我的",
        "的车",
        "车是",
        "tesla",
        "model",
        "3",
        "白色",
    )


@pytest.mark.parametrize("text", ["東京タワー", "김치찌개", "สวัสดี", "ພາສາລາວ"])
def test_other_scripts_without_spaces_are_paired_too(text: str) -> None:
    found = terms_of(text, stem)

    assert found
    assert all(len(term) == 2 for term in found)


def test_scripts_with_vowel_marks_keep_their_words_whole() -> None:
    assert terms_of("नमस्ते दुनिया", stem) == ("नमस्ते", "दुनिया")


def test_who_said_something_is_one_of_its_terms() -> None:
    assert spoken_terms_of("Melanie", "Tea please", stem)[0] == "melanie"
    assert spoken_terms_of(None, "Tea", stem) == spoken_terms_of("", "Tea", stem) == ("tea",)


def test_words_of_other_alphabets_are_not_stemmed() -> None:
    assert terms_of("собаки", lambda _: "stemmed") == ("собаки",)


@given(st.text())
def test_any_text_has_terms_that_are_bounded_and_not_blank(text: str) -> None:
    found = terms_of(text, stem)

    assert all(0 < len(term) <= TERM_LENGTH for term in found)
    assert set(query_terms_of(text, stem)) <= set(found)


@given(st.text())
def test_terms_do_not_depend_on_case_or_surrounding_space(text: str) -> None:
    assert terms_of(f"  {text}\n", stem) == terms_of(text, stem)


def test_both_scripts_of_chinese_give_the_same_terms() -> None:
    assert terms_of("我住在臺北，對花生過敏", stem) == terms_of("我住在台北，对花生过敏", stem)
    assert set(query_terms_of("臺北", stem)) <= set(terms_of("我住在台北", stem))


def test_very_long_runs_of_letters_are_cut() -> None:
    (term,) = terms_of("x" * 100_000, lambda word: word)

    assert len(term) == TERM_LENGTH


def test_the_tables_do_not_contradict_one_another() -> None:
    bases = set(IRREGULAR_FORMS.values())

    assert not bases & set(IRREGULAR_FORMS), "a base must not itself be replaced"
    assert not bases & STOP_WORDS, "a form must not be turned into a word that is dropped"
    assert QUERY_STOP_WORDS >= STOP_WORDS
