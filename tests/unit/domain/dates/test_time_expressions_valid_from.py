"""Since when something holds, as its own words say."""

import pytest

from tests.unit.domain.dates.time_expression_cases import began


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
