"""A habit ends with its denial and with giving it up, however often and however worded it was."""

import pytest

from mneme.domain.evolution.contradiction import Change
from tests.unit.domain.evolution.test_contradiction import change

OFTEN = ("every day", "every morning", "daily", "on most days")
CHINESE_OFTEN = ("每天", "每天都", "天天", "经常", "平时", "偶尔")


@pytest.mark.parametrize("often", OFTEN[:3])
@pytest.mark.parametrize("denial", ["I no longer drink coffee", "I don't drink coffee"])
def test_who_does_not_do_a_thing_does_not_do_it_daily(often: str, denial: str) -> None:
    habit = f"I drink coffee {often}"

    assert change(habit, denial) is Change.OTHER_VALUE
    assert change(denial, habit) is Change.OTHER_VALUE


@pytest.mark.parametrize("often", CHINESE_OFTEN)
def test_nor_so_in_chinese(often: str) -> None:
    assert change(f"我{often}喝咖啡", "我不喝咖啡了") is Change.OTHER_VALUE
    assert change("我不喝咖啡", f"我{often}喝咖啡") is Change.OTHER_VALUE


@pytest.mark.parametrize("often", OFTEN)
def test_who_does_not_do_it_daily_may_do_it(often: str) -> None:
    assert change("I drink coffee", f"I don't drink coffee {often}") is Change.NONE
    assert change(f"I don't drink coffee {often}", "I drink coffee") is Change.NONE


@pytest.mark.parametrize(
    ("habit", "end"),
    [
        ("I'm learning Spanish", "I stopped learning Spanish"),
        ("I've been learning Spanish for two years", "I quit learning Spanish last month"),
        ("I am still playing the cello", "I've given up playing the cello"),
        ("I started smoking again", "I quit smoking"),
        ("I'm doing yoga every morning", "I have stopped doing yoga"),
    ],
)
def test_what_is_given_up_and_taken_up_ends_the_other(habit: str, end: str) -> None:
    assert change(habit, end) is Change.OTHER_VALUE
    assert change(end, habit) is Change.OTHER_VALUE


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I'm learning Spanish", "I stopped learning German"),
        ("I'm learning Spanish", "I stopped teaching Spanish"),
        ("I'm watching a film", "I stopped watching TV"),
        ("I drink tea every day", "I no longer drink coffee"),
        ("I like coffee ice cream", "I don't like coffee"),
    ],
)
def test_another_habit_goes_on(one: str, other: str) -> None:
    assert change(one, other) is Change.NONE
