"""A wish about this answer alone is told from one that lasts, and from what happened once."""

import pytest

from mneme.domain.extraction.turn_wishes import is_turn_wish


@pytest.mark.parametrize(
    "sentence",
    [
        "I want the answer in English this time.",
        "Keep it shorter just this once.",
        "In this reply, use a table.",
        "这次请用英文回答。",
        "这次用表格给我",
        "本次输出简短一点",
    ],
)
def test_a_wish_about_this_answer_is_one(sentence: str) -> None:
    assert is_turn_wish(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "From now on I want answers in English.",
        "This time last year I wrote a summary for my boss.",
        "I went to Peru, this time with my sister.",
        "I am staying with friends for now.",
        "以后回答请用中文。",
        "这次旅行我去了上海。",
        "我暂时住在北京。",
    ],
)
def test_what_lasts_or_happened_is_none(sentence: str) -> None:
    assert not is_turn_wish(sentence)
