"""A statement that shares nothing with what was said was made up."""

import pytest

from mneme.domain.extraction.grounding import is_grounded


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("I am allergic to nuts.", "can't have nuts, they'd kill me"),
        ("I have an allergy.", "Turns out I'm ALLERGIC to it"),
        ("I went to Peru for three weeks.", "back from 3 weeks in peru"),
        ("我住在上海。", "上海是我现在住的城市"),
        ("I live in Zürich.", "zurich it is"),
        ("Ada plays chess.", "Ada\nplaying since I was five"),
    ],
)
def test_other_words_for_the_same_thing_are_grounded(statement: str, said: str) -> None:
    assert is_grounded(statement, said)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("The user is a software engineer, aged 30.", "What a lovely morning, thanks!"),
        ("I have it.", "I have it."),
        ("用户叫张三", "今天天气真好"),
        ("", "anything"),
        ("I like tea.", ""),
    ],
)
def test_what_nobody_said_is_not(statement: str, said: str) -> None:
    assert not is_grounded(statement, said)
