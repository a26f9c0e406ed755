"""Since when something holds, as its own words say."""

import pytest

from mneme.domain.dates.expressions import time_spans
from tests.unit.domain.dates.time_expression_cases import WEDNESDAY, began


@pytest.mark.parametrize(
    ("text", "since"),
    [
        ("I moved to Oslo last week", "2026-07-06..2026-07-12"),
        ("I have lived in Rome since May 2015", "2015-05-01..2015-05-31"),
        ("I've been vegetarian for three years", "2023-07-15..2026-07-15"),
        ("Today I quit smoking", "2026-07-15"),
        ("Yesterday, 14 July 2026, I moved", "2026-07-14"),
        ("Last year in May we met", "2025-05-01..2025-05-31"),
        ("I quit last week and start again tomorrow", "2026-07-06..2026-07-12"),
        ("我去年搬到杭州", "2025-01-01..2025-12-31"),
        ("我在这里住了三年了", "2023-07-15..2026-07-15"),
        ("2020年后我住在北京", "2020-01-01..2020-12-31"),
        ("My mom called Sunday.", "2026-07-12"),
        ("I named my son Tom in May 2019.", "2019-05-01..2019-05-31"),
        ("My son, who is called Tom, was born in May 2019", "2019-05-01..2019-05-31"),
        ("I was born on 3 April 1990", "1990-04-03"),
        ("On my birthday I got a dog, on 4 July", "2026-07-04"),
        ("五月路上很热，我摔了", "2026-05-01..2026-05-31"),
        ("五月花了三千块", "2026-05-01..2026-05-31"),
        ("我去年搬到三月路", "2025-01-01..2025-12-31"),
        ("昨天我过生日", "2026-07-14"),
        ("我在这里住了五年", "2021-07-15..2026-07-15"),
    ],
)
def test_a_statement_holds_since_the_closest_span_it_tells(text: str, since: str) -> None:
    assert began(text) == since


@pytest.mark.parametrize(
    "text",
    [
        "I like tea",
        "I'm moving to Oslo next week",
        "Today I'm going to quit smoking",
        "I'll be busy this week",
        "I lived in Rome until 2020",
        "I lived there before May 2015",
        "I weigh less than last year",
        "I met her yesterday and him last month",
        "Every Friday I play tennis",
        "2020年以前我住在北京",
        "一直到去年我都在上海",
        "比去年胖了",
        "今天我要戒烟",
    ],
)
def test_plans_ends_comparisons_and_contradictions_tell_no_beginning(text: str) -> None:
    assert began(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "My band is called The Sunday.",
        "I live in a house called August 2019.",
        "My cat's name is Tuesday.",
        "My dog is called April 2019.",
        "A man named Friday helped me.",
        "我女儿叫三月",
        "我女兒叫三月",
        "我儿子小名叫五月",
        "我的猫名叫周五",
        "店名叫五月花",
        "我住在六月路",
        "我住在五月花园",
        "我在三月咖啡上班",
        "我喜欢二月兰",
        "我看了《去年五月》",
    ],
)
def test_a_name_that_reads_like_a_time_is_none(text: str) -> None:
    assert time_spans(text, WEDNESDAY) == ()
    assert began(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "My mom's birthday is May 4.",
        "My birthday was on May 4.",
        "May 4 was my wife's birthday.",
        "Birthday: 4 May",
        "Our anniversary was June 9.",
        "我妈生日是五月四号",
        "我的生日是5月4日",
        "我妈五月四号过生日",
        "五月四号是我妈生日",
        "结婚纪念日是五月四号",
        "結婚紀念日是五月四號",
    ],
)
def test_the_day_of_a_birthday_begins_nothing(text: str) -> None:
    assert began(text) is None
    assert time_spans(text, WEDNESDAY)


@pytest.mark.parametrize("text", ["我在谷歌工作了三年", "我在日本住过五年"])
def test_what_lasted_so_long_elsewhere_may_be_over(text: str) -> None:
    assert began(text) is None
