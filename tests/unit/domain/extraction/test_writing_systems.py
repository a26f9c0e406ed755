"""A statement is written as its sources are: what was translated shows by its script."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.extraction.writing_systems import same_language


@pytest.mark.parametrize(
    ("statement", "source"),
    [
        ("我对花生过敏。", "我对花生过敏"),
        ("我在 Google 工作。", "我在Google工作"),
        ("我喜欢用 Python 写代码", "平时用Python比较多，喜欢写代码"),
        ("I met 王伟 in May.", "I met 王伟 at the office last May"),
        ("I met a colleague.", "I met 王伟 yesterday at the office and we talked for long"),
        ("私は東京に住んでいます。", "東京に住んでいます"),
        ("저는 서울에 살아요.", "서울에 살아요"),
        ("Я живу в Казани.", "я живу в казани уже год"),
        ("أعيش في القاهرة", "أنا أعيش في القاهرة"),
        ("Vivo en Lima.", "vivo en Lima"),
        ("I am 30.", "30"),
        ("5", "我对花生过敏"),
    ],
)
def test_a_statement_in_the_language_of_its_source_is_recognized(
    statement: str, source: str
) -> None:
    assert same_language(statement, [source])


@pytest.mark.parametrize(
    ("statement", "source"),
    [
        ("I am allergic to peanuts.", "我对花生过敏"),
        ("User works at Google.", "我在Google工作"),
        ("我对花生过敏。", "I am allergic to peanuts"),
        ("I live in Tokyo.", "東京に住んでいます"),
        ("I live in Seoul.", "서울에 살아요"),
        ("I live in Kazan.", "я живу в Казани"),
        ("I live in Cairo.", "أعيش في القاهرة"),
        ("I live in Athens.", "μένω στην Αθήνα"),
        ("I live in Tel Aviv.", "אני גר בתל אביב"),
        ("I live in Delhi.", "मैं दिल्ली में रहता हूँ"),
        ("I live in Bangkok.", "ฉันอยู่กรุงเทพ"),
    ],
)
def test_a_translated_statement_is_recognized(statement: str, source: str) -> None:
    assert not same_language(statement, [source])


def test_one_of_several_sources_in_the_language_is_enough() -> None:
    assert same_language("I live in 上海.", ["我住在上海", "I live there since May"])
    assert not same_language("Я живу в Шанхае", ["我住在上海", "I live there since May"])


def test_without_a_source_that_has_letters_nothing_can_be_told() -> None:
    assert same_language("I live in Oslo.", ["🙂", "42"])
    assert same_language("I live in Oslo.", [])


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_is_in_its_own_language(text: str) -> None:
    assert same_language(text, [text])
