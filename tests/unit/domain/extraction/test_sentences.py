import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.extraction.sentences import (
    clauses,
    has_han,
    has_other_script,
    pieces,
    sentences,
    words,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I paint. She sings!", ["I paint.", "She sings!"]),
        ("Really?! Yes…  No", ["Really?!", "Yes…", "No"]),
        ("我住在北京。你呢？好！", ["我住在北京。", "你呢？", "好！"]),
        ("他说：“走吧！”我走了。", ["他说：“走吧！”", "我走了。"]),
        ("one\n\ntwo\r\nthree", ["one", "two", "three"]),
        ('"Go." He went.', ['"Go."', "He went."]),
        ("أين تعيش؟ أعيش هنا", ["أين تعيش؟", "أعيش هنا"]),
        ("मैं यहाँ हूँ।वह वहाँ है।", ["मैं यहाँ हूँ।", "वह वहाँ है।"]),
        ("I like Python.我喜欢它", ["I like Python.", "我喜欢它"]),
        ("I moved . She stayed", ["I moved .", "She stayed"]),
        ("   ", []),
        ("", []),
    ],
)
def test_sentences_end_where_a_reader_would_end_them(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "Dr. Ito and Mrs. Oz met at 3.5 km.",
        "It opens at 8 a.m. on Mondays.",
        "See example.org/a?b=c for J. Doe.",
        "Version 2.0.1 is out",
    ],
)
def test_points_within_a_sentence_do_not_end_it(sentence: str) -> None:
    assert sentences(sentence) == [sentence]


@given(st.text())
def test_sentences_hold_every_visible_character_in_order(text: str) -> None:
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())


def test_clauses_are_the_parts_between_commas_and_dashes() -> None:
    assert clauses("I moved, finally - to Oslo: yes") == ["I moved", "finally", "to Oslo", "yes"]
    assert clauses("我刚搬来，有推荐吗？") == ["我刚搬来", "有推荐吗？"]
    assert clauses("a well-known, ") == ["a well-known"]


def test_words_keep_their_spelling_and_their_apostrophes() -> None:
    assert words("Don’t say 'hello', Zoë_2!") == ["Don't", "say", "hello", "Zoë", "2"]


@given(st.text(), st.integers(min_value=1, max_value=50))
def test_pieces_are_bounded_and_lose_only_white_space(text: str, limit: int) -> None:
    cut = pieces(text, limit)

    assert all(0 < len(piece) <= limit for piece in cut)
    assert "".join("".join(cut).split()) == "".join(text.split())


def test_pieces_are_cut_at_soft_breaks_where_there_are_any() -> None:
    assert pieces("alpha beta gamma", 12) == ["alpha beta", "gamma"]
    assert pieces("甲乙丙，丁戊己", 5) == ["甲乙丙，", "丁戊己"]
    assert pieces("abcdefgh", 3) == ["abc", "def", "gh"]


@pytest.mark.parametrize(
    ("text", "han", "other"),
    [
        ("plain words", False, False),
        ("Zoë à Ōsaka", False, False),
        ("用 Python", True, False),
        ("Москва", False, True),
        ("ひらがな", False, True),
        ("서울", False, True),
        ("🙂 42 _", False, False),
    ],
)
def test_scripts_are_told_apart_by_their_letters(text: str, *, han: bool, other: bool) -> None:
    assert has_han(text) is han
    assert has_other_script(text) is other
