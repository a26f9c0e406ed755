"""English expressions that point and count, seen from Wednesday 15 July 2026."""

from datetime import datetime

import pytest

from mneme.domain.dates.expressions import time_spans
from mneme.domain.dates.span import Direction, Grain
from tests.unit.domain.dates.time_expression_cases import WEDNESDAY, days

NEAR_DAYS = {
    "I went to a support group yesterday": "2026-07-14",
    "I had sushi last night": "2026-07-14",
    "I got back this morning": "2026-07-15",
    "I'm cooking pasta tonight": "2026-07-15",
    "We fly to Oslo tomorrow": "2026-07-16",
    "She called the day before yesterday": "2026-07-13",
    "the night before last": "2026-07-13",
    "My interview is the day after tomorrow": "2026-07-17",
}
AMOUNTS = {
    "I sold my car three days ago": "2026-07-12",
    "My sister came a couple of days ago": "2026-07-13",
    "twenty-five days ago": "2026-06-20",
    "a dozen days ago": "2026-07-03",
    "I joined a gym 2 weeks ago": "2026-06-29..2026-07-05",
    "We adopted her two weekends ago": "2026-07-04..2026-07-05",
    "We moved four months ago": "2026-03-01..2026-03-31",
    "My dad died 10 years ago": "2016-01-01..2016-12-31",
    "half a year ago": "2026-01-01..2026-01-31",
    "two and a half years ago": "2024-01-01..2024-01-31",
    "a week and a half ago": "2026-07-06",
    "an hour and a half ago": "2026-07-15",
    "It rained for the last 48 hours": "2026-07-13..2026-07-15",
    "a few years ago": "2021-01-01..2024-12-31",
    "I lived there three years back.": "2023-01-01..2023-12-31",
    "two Fridays ago": "2026-07-03",
    "two summers ago": "2024-06-01..2024-08-31",
    "I'll be back in 3 days": "2026-07-18",
    "in two weeks' time": "2026-07-27..2026-08-02",
    "Let's talk two weeks from now": "2026-07-27..2026-08-02",
    "three days later we'll know": "2026-07-18",
    "It rained over the last 3 days": "2026-07-12..2026-07-15",
    "over the next two weeks": "2026-07-16..2026-07-29",
    "I've been vegetarian for three years": "2023-07-15..2026-07-15",
    "I've played for about four months now": "2026-03-15..2026-07-15",
    "Seven years now": "2019-07-15..2026-07-15",
}
UNITS = {
    "I flew to Oslo last week": "2026-07-06..2026-07-12",
    "I painted it the week before last": "2026-06-29..2026-07-05",
    "the week after next": "2026-07-27..2026-08-02",
    "I'll finish it next week": "2026-07-20..2026-07-26",
    "We married last month": "2026-06-01..2026-06-30",
    "I start school next year": "2027-01-01..2027-12-31",
    "Earlier this year I moved": "2026-01-01..2026-12-31",
    "the past week was hard": "2026-07-08..2026-07-15",
    "We hiked last weekend": "2026-07-11..2026-07-12",
    "this past weekend": "2026-07-11..2026-07-12",
    "We're camping this weekend": "2026-07-18..2026-07-19",
    "We went camping this weekend": "2026-07-11..2026-07-12",
    "We saw her over the weekend": "2026-07-11..2026-07-12",
    "We'll see her over the weekend": "2026-07-18..2026-07-19",
}
WEEKDAYS = {
    "I met her last Friday": "2026-07-10",
    "this past Friday": "2026-07-10",
    "I broke my arm the Friday before": "2026-07-10",
    "the Friday before last": "2026-07-03",
    "I'm seeing her next Monday": "2026-07-20",
    "next Friday": "2026-07-24",
    "this coming Friday": "2026-07-17",
    "this Friday": "2026-07-17",
    "We went out this Friday": "2026-07-10",
    "I saw the film on Saturday": "2026-07-11",
    "The exam will be on Friday": "2026-07-17",
    "Let's meet Friday at noon": "2026-07-17",
    "I met her Monday morning": "2026-07-13",
    "See you on Sat": "2026-07-18",
    "She left last Tues. and cried": "2026-07-14",
    "It was Wednesday": "2026-07-08",
    "I quit on Tuesday of last week": "2026-07-07",
    "Friday last week": "2026-07-10",
}
ANCHORED = {
    "He ran the Sunday before 25 May 2023": "2023-05-21",
    "the Monday after 25 May 2023": "2023-05-29",
    "the week before 9 June 2023": "2023-05-29..2023-06-04",
    "The week of 3 June": "2026-06-01..2026-06-07",
    "The weekend before 17 July 2023": "2023-07-15..2023-07-16",
    "the weekend of 3 June": "2026-06-06..2026-06-07",
    "the weekend after 3 June 2022": "2022-06-04..2022-06-05",
    "two days before yesterday": "2026-07-12",
    "The day before 1 March 2024": "2024-02-29",
    "the night after 1 March 2024": "2024-03-02",
    "two weekends after 3 June 2026": "2026-06-13..2026-06-14",
    "two weekends before 3 June 2026": "2026-05-23..2026-05-24",
    "Friday of the week after next": "2026-07-31",
    "a week from Friday": "2026-07-20..2026-07-26",
    "the month prior to July 2026": "2026-06-01..2026-06-30",
}
EXAMPLES = NEAR_DAYS | AMOUNTS | UNITS | WEEKDAYS | ANCHORED


@pytest.mark.parametrize(("text", "meant"), EXAMPLES.items())
def test_an_expression_means_the_days_a_reader_would_take_it_for(text: str, meant: str) -> None:
    assert days(text) == [meant]


@pytest.mark.parametrize(
    "text",
    [
        "I may rest a second and march in the sun",
        "We sat there, wed in spring",
        "my weekly budget, my weekend plans, a workday",
        "Every Friday I play, on Mondays I rest, Monday to Friday I work",
        "We train Mon-Fri, any Tuesday, and hate Black Friday",
        "We stayed there for three days",
        "I read the book in 3 days and it was good",
        "three days later he died",
        "The next week we left",
        "the last week of school",
        "Once in a week, five coffees in a day",
        "a few of us, several times, the other day, recently",
        "1,000 days ago and 2.5 years ago",
        "two years back in Rome",
        "Sunday school and Monday blues",
        "a weekend and a half ago",
    ],
)
def test_what_names_no_time_of_its_own_is_left_alone(text: str) -> None:
    assert days(text) == []


def test_what_hangs_on_a_date_in_no_known_way_leaves_the_date() -> None:
    assert days("the Friday of 3 June 2026") == ["2026-07-17", "2026-06-03"]
    assert days("the month of 3 June 2026") == ["2026-06-03"]


def test_several_expressions_are_told_in_order_with_their_places() -> None:
    text = "Yesterday I swam, tomorrow I'll run"

    found = time_spans(text, WEDNESDAY)

    assert [text[span.text_start : span.text_end] for span in found] == ["Yesterday", "tomorrow"]


@pytest.mark.parametrize(
    ("text", "grain", "direction"),
    [
        ("3 hours ago", Grain.HOUR, Direction.PAST),
        ("30 minutes ago", Grain.HOUR, Direction.POINT),
        ("in 2 hours", Grain.HOUR, Direction.FUTURE),
        ("yesterday", Grain.DAY, Direction.PAST),
        ("today", Grain.DAY, Direction.POINT),
        ("last weekend", Grain.DAY, Direction.PAST),
        ("next week", Grain.WEEK, Direction.FUTURE),
        ("this month", Grain.MONTH, Direction.POINT),
        ("last summer", Grain.SEASON, Direction.PAST),
        ("since 2019", Grain.YEAR, Direction.PAST),
    ],
)
def test_a_span_tells_its_grain_and_which_side_of_now_it_lies(
    text: str, grain: Grain, direction: Direction
) -> None:
    (span,) = time_spans(text, WEDNESDAY)

    assert (span.grain, span.direction) == (grain, direction)


@pytest.mark.parametrize(
    ("said_at", "meant"),
    [
        ("2023-05-24T09:00:00+00:00", "2023-05-15..2023-05-21"),
        ("2023-05-22T00:00:00+00:00", "2023-05-15..2023-05-21"),
        ("2023-05-28T23:59:59+00:00", "2023-05-15..2023-05-21"),
        ("2024-01-01T00:30:00+14:00", "2023-12-25..2023-12-31"),
    ],
)
def test_last_week_is_counted_from_when_it_was_said(said_at: str, meant: str) -> None:
    assert days("I flew to Oslo last week", datetime.fromisoformat(said_at)) == [meant]
