"""Beginnings and ends of months and years, and holidays, seen from Wednesday 15 July 2026."""

import pytest

from tests.unit.domain.dates.time_expression_cases import days

EDGES = {
    "上个月底我搬到了杭州": "2026-06-30",
    "上个月初我搬家了": "2026-06-01",
    "上上个月末辞职了": "2026-05-31",
    "下个月初要出差": "2026-08-01",
    "月底我要去体检": "2026-07-31",
    "我月初换了工作": "2026-07-01",
    "3月底我去了日本": "2026-03-31",
    "去年二月底我们见过": "2025-02-28",
    "五月中旬我做了手术": "2026-05-11..2026-05-20",
    "六月下旬去了西藏": "2026-06-21..2026-06-30",
    "去年年底搬到了杭州": "2025-12-31",
    "去年底搬到了杭州": "2025-12-31",
    "今年年初入职了": "2026-01-01",
    "2024年底我们结婚了": "2024-12-31",
    "年底我要结婚": "2026-12-31",
    "I moved at the end of last month": "2026-06-30",
    "I quit smoking at the end of May": "2026-05-31",
    "I quit at the beginning of the year": "2026-01-01",
    "I'm starting at the end of the month": "2026-07-31",
    "We married at the start of June 2024": "2024-06-01",
}
HOLIDAYS = {
    "国庆节我去了西藏": "2025-10-01",
    "國慶節我要去西藏": "2026-10-01",
    "2024年国庆我们结婚了": "2024-10-01",
    "元旦我戒烟了": "2026-01-01",
    "去年圣诞节我们去了日本": "2025-12-25",
    "平安夜我要值班": "2026-12-24",
    "五一我们去了杭州": "2026-05-01",
    "I've been vegan since Christmas": "2025-12-25",
    "I got a puppy last Christmas": "2025-12-25",
    "We got engaged on Christmas Eve 2024": "2024-12-24",
    "I quit smoking on New Year's Eve": "2025-12-31",
    "I moved to Lima on New Year’s Day": "2026-01-01",
    "We will marry on Valentine's Day": "2027-02-14",
    "I'm flying home at Christmas": "2026-12-25",
}


@pytest.mark.parametrize(("text", "meant"), (EDGES | HOLIDAYS).items())
def test_an_edge_or_a_holiday_means_the_day_a_reader_would_take_it_for(
    text: str, meant: str
) -> None:
    assert days(text) == [meant]


@pytest.mark.parametrize(
    "text",
    [
        "我喜欢圣诞节",
        "每年国庆我都回老家",
        "李国庆是我同事",
        "圣诞树真好看",
        "I love Christmas",
        "Every Christmas we go skiing",
        "I always visit my parents at Christmas",
        "We sell on Christmas markets",
        "at the end of the day I like tea",
    ],
)
def test_what_comes_back_every_year_is_no_time(text: str) -> None:
    assert days(text) == []
