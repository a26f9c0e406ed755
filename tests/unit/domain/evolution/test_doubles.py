"""Texts that say one and the same, and those that only seem to."""

import pytest

from mneme.adapters.snowball_stemmer import SnowballStemmer
from mneme.domain.evolution.doubles import doubles

STEM = SnowballStemmer().stem


def _groups(*texts: str) -> list[list[str]]:
    return doubles({text: text for text in texts}, STEM)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I like green tea.", "I like green tea"),
        ("I like green tea.", "I really like green tea!"),
        ("I drink tea on Mondays.", "On Mondays, I drink tea."),
        ("I like tea. I own two bikes.", "I like tea! I own two bikes!"),
        ("我喜欢绿茶。", "我喜歡綠茶"),
    ],
)
def test_the_same_in_slightly_other_words_is_a_double(one: str, other: str) -> None:
    assert _groups(one, "I own a boat.", other) == [[one, other]]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I like green tea.", "I like black tea."),
        ("I like tea.", "I do not like tea."),
        ("I own two bikes.", "I own three bikes."),
        ("I like tea.", "I like tea. I own a boat."),
        ("I met Ana.", "I met Bo."),
        ("I liked tea.", "I like tea."),
        ("Ana likes Bo.", "Bo likes Ana."),
        ("I had lunch in town today.", "I had lunch in town today"),
        ("He likes tea.", "He likes tea!"),
    ],
)
def test_where_anything_differs_or_is_in_doubt_there_is_no_double(one: str, other: str) -> None:
    assert _groups(one, other) == []


def test_three_that_say_the_same_are_one_group() -> None:
    texts = ("I like green tea.", "I like green tea", "I like green tea!")

    assert _groups(*texts) == [list(texts)]
