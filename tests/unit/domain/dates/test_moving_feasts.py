"""Feasts and dates of the lunar calendar in a text, seen from Wednesday 15 July 2026."""

import pytest

from mneme.domain.dates.moving_feasts import CHINESE, ENGLISH, easter
from tests.unit.domain.dates.time_expression_cases import began, days

FEASTS = {
    "春节我回老家了": "2026-02-17",
    "春節我回老家了": "2026-02-17",
    "春节要去三亚": "2027-02-06",
    "2022年春节": "2022-02-01",
    "我们要在三亚过春节": "2027-02-06",
    "2025年除夕": "2025-01-28",
    "除夕夜我们吃了饺子": "2026-02-16",
    "大年三十我在值班了一天": "2026-02-16",
    "今年元宵节在家吃汤圆了": "2026-03-03",
    "清明节要回去扫墓": "2027-04-05",
    "清明回去扫墓了": "2026-04-05",
    "明年端午想去汨罗": "2027-06-09",
    "去年七夕我们订婚了": "2025-08-29",
    "去年中秋我们在杭州": "2025-10-06",
    "中秋節要去看奶奶": "2026-09-25",
    "重阳节要去看爷爷": "2026-10-18",
    "冬至吃了饺子": "2025-12-21",
    "腊八喝了粥": "2026-01-26",
    "I flew home at Chinese New Year": "2026-02-17",
    "I was away over Lunar New Year 2024.": "2024-02-10",
    "We will travel during the Spring Festival": "2027-02-06",
    "We're visiting during the Mid-Autumn Festival.": "2026-09-25",
    "I raced at the Dragon Boat Festival 2025": "2025-05-31",
    "I've been vegan since Easter.": "2026-04-05",
    "We got married on Easter Sunday 2019.": "2019-04-21",
    "I quit sugar on Good Friday": "2026-04-03",
    "I came back on Easter Monday": "2026-04-06",
}
LUNAR_DATES = {
    "大年初一去拜年了": "2026-02-17",
    "大年初五去拜了财神": "2026-02-21",
    "正月十五我们看了灯": "2026-03-03",
    "腊月二十八我回家了": "2026-02-15",
    "腊月廿三要祭灶": "2027-01-30",
    "农历八月十五": "2026-09-25",
    "農曆八月十五": "2026-09-25",
    "农历2024年腊月二十三": "2025-01-22",
    "2025年农历闰六月初一": "2025-07-25",
    "阴历5月5日": "2026-06-19",
    "八月初八结的婚": "2026-09-18",
    "三月初三": "2026-04-19",
}


@pytest.mark.parametrize(("text", "meant"), (FEASTS | LUNAR_DATES).items())
def test_a_feast_means_the_day_on_which_it_is_kept(text: str, meant: str) -> None:
    assert days(text) == [meant]


@pytest.mark.parametrize(
    "text",
    [
        "我们在老家过春节",
        "我喜欢过春节",
        "我们每年春节回家",
        "端午节快乐",
        "祝你中秋快乐",
        "中秋月饼真好吃",
        "春节联欢晚会",
        "清明上河图",
        "元宵真好吃",
        "年初三个月",
        "2024年农历闰六月初一",
        "农历二月三十一",
        "Happy Easter!",
        "We had a good Friday",
        "I love Chinese New Year",
        "We hide Easter eggs at Easter markets",
    ],
)
def test_what_is_wished_liked_or_kept_each_year_is_no_time(text: str) -> None:
    assert days(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "我妈的生日是中秋节",
        "我女儿的生日是农历五月初五",
        "My son's birthday is on Christmas Day.",
    ],
)
def test_a_birthday_on_a_feast_begins_nothing(text: str) -> None:
    assert days(text)
    assert began(text) is None


def test_months_and_lunar_days_stay_apart() -> None:
    assert days("五月初我搬家了") == ["2026-05-01"]
    assert days("五月初三个人来了") == ["2026-05-01"]
    assert days("八月十五") == ["2026-08-01..2026-08-31"]


@pytest.mark.parametrize(
    ("year", "on"),
    [
        (1818, "1818-03-22"),
        (1943, "1943-04-25"),
        (1954, "1954-04-18"),
        (1961, "1961-04-02"),
        (1981, "1981-04-19"),
        (2000, "2000-04-23"),
        (2024, "2024-03-31"),
        (2025, "2025-04-20"),
        (2026, "2026-04-05"),
        (2038, "2038-04-25"),
        (2049, "2049-04-18"),
        (2076, "2076-04-19"),
    ],
)
def test_easter_is_the_sunday_that_the_churches_keep(year: int, on: str) -> None:
    assert f"{easter(year)}" == on


@pytest.mark.parametrize("feasts", [ENGLISH, CHINESE], ids=["English", "Chinese"])
def test_every_feast_has_a_day_in_every_year_of_a_life(feasts: dict[str, object]) -> None:
    for name in feasts:
        for year in range(1930, 2090):
            on = (ENGLISH | CHINESE)[name](year)
            assert on.year == year or (on.year, on.month) == (year - 1, 12), (name, year)
