"""Dates, months, seasons and years in English and in digits, seen from Wednesday 15 July 2026."""

from datetime import datetime

import pytest

from tests.unit.domain.dates.time_expression_cases import days

FULL_DATES = {
    "13 July 2026": "2026-07-13",
    "July 13, 2026": "2026-07-13",
    "Friday, 17 July 2026": "2026-07-17",
    "next Friday, 17 July 2026": "2026-07-17",
    "the 3rd of June 1990": "1990-06-03",
    "the twenty-first of June 2025": "2025-06-21",
    "the first of May 2025": "2025-05-01",
    "3-5 June 2026": "2026-06-03..2026-06-05",
    "July 3 to 5, 2026": "2026-07-03..2026-07-05",
    "29 February 2024": "2024-02-29",
    "Sept. 5 2025": "2025-09-05",
    "5 may 2025": "2025-05-05",
}
DATES = {
    "We signed the lease on June 1st": "2026-06-01",
    "may we meet on 3 June": "2027-06-03",
    "We met on December 24": "2025-12-24",
    "The party is on Sat, 25 July": "2026-07-25",
    "3rd of may": "2026-05-03",
    "It was on March 5": "2026-03-05",
    "born on 29 February": "2024-02-29",
    "he moved on 3 June last year": "2025-06-03",
    "He arrived on the 13th.": "2026-07-13",
    "I met them on the 28th after my trip": "2026-06-28",
    "My appointment is on the 3rd.": "2026-08-03",
    "it was the 20th of last month": "2026-06-20",
}
DIGITS = {
    "Deadline: 2026-07-13": "2026-07-13",
    "at 2026-07-13T10:00:00Z": "2026-07-13",
    "hired on 2024/02/29": "2024-02-29",
    "2026.7.13签合同": "2026-07-13",
    "Signed on 7/13/2026": "2026-07-13",
    "Paid on 13/07/2026": "2026-07-13",
    "7/8/2026": "2026-07-08",
    "7.8.2026": "2026-08-07",
    "13-07-2026": "2026-07-13",
    "7/13/26": "2026-07-13",
    "31/12/99": "1999-12-31",
}
MONTHS = {
    "I moved to Berlin in May": "2026-05-01..2026-05-31",
    "I went to Japan in October": "2025-10-01..2025-10-31",
    "We'll meet in October": "2026-10-01..2026-10-31",
    "in may we moved": "2026-05-01..2026-05-31",
    "Our trip was in March 2024": "2024-03-01..2024-03-31",
    "We opened in early June 2025": "2025-06-01..2025-06-30",
    "We closed in mid-June": "2026-06-01..2026-06-30",
    "I've been sober since last March": "2026-03-01..2026-03-31",
    "last October": "2025-10-01..2025-10-31",
    "last July": "2025-07-01..2025-07-31",
    "this December": "2026-12-01..2026-12-31",
    "next May": "2027-05-01..2027-05-31",
    "We met in May last year": "2025-05-01..2025-05-31",
    "by December I'll be done": "2026-12-01..2026-12-31",
}
SEASONS = {
    "We met last summer": "2025-06-01..2025-08-31",
    "I learned to ski last winter": "2025-12-01..2026-02-28",
    "this past spring": "2026-03-01..2026-05-31",
    "We're going this summer": "2026-06-01..2026-08-31",
    "next fall": "2026-09-01..2026-11-30",
    "this winter": "2026-12-01..2027-02-28",
    "in summer 2022": "2022-06-01..2022-08-31",
    "the winter of 2022": "2022-12-01..2023-02-28",
    "In the spring we married": "2026-03-01..2026-05-31",
    "In the spring we will marry": "2027-03-01..2027-05-31",
}
YEARS = {
    "I have worked there since 2019": "2019-01-01..2019-12-31",
    "I lived in Rome in 2018": "2018-01-01..2018-12-31",
    "by the end of 2027": "2027-12-31",
    "back in the year 1987": "1987-01-01..1987-12-31",
}
EXAMPLES = FULL_DATES | DATES | DIGITS | MONTHS | SEASONS | YEARS


@pytest.mark.parametrize(("text", "meant"), EXAMPLES.items())
def test_a_date_means_the_days_a_reader_would_take_it_for(text: str, meant: str) -> None:
    assert days(text) == [meant]


@pytest.mark.parametrize(
    "text",
    [
        "It may be so. May I? March on! Second place. Of these 3 may fail.",
        "May 3 people come? March 5 miles a day, the women's march",
        "By May I mean my sister; a walk through May's garden; every June; this may help",
        "In 2000 meters turn left, it cost $2022 or 2026 yuan",
        "30 February 2026 and 2026-13-40 are no days",
        "0000-01-01 and the year 0",
        "version 2026.7.13, PyThing 2024.1.3, v2026-07-13",
        "192.168.10.12, ISBN 978-3-16-148410-0, 555-7-13, ratio 7/13, 24/7",
        "path/2026/07/13/x and 2026-07-13-report and id-2026-07-13",
        "the 3rd floor, on the 4th quarter, my 18th birthday, on the 31st street",
        "I fall in love in the spring; a spring in my step; winter tires",
        "1/2/3 and 99/99/2026 and 0/0/2026 and 5-3 June 2026",
    ],
)
def test_numbers_and_words_that_only_look_like_dates_are_left_alone(text: str) -> None:
    assert days(text) == []


def test_last_year_in_a_month_tells_both() -> None:
    assert days("Last year in May we met") == ["2025-01-01..2025-12-31", "2025-05-01..2025-05-31"]


@pytest.mark.parametrize(
    ("said_at", "text", "meant"),
    [
        ("2026-01-20", "this winter", "2025-12-01..2026-02-28"),
        ("2026-01-20", "last winter", "2024-12-01..2025-02-28"),
        ("2026-09-10", "last summer", "2026-06-01..2026-08-31"),
        ("2026-03-31", "I moved two months ago", "2026-01-01..2026-01-31"),
        ("2024-03-31", "over the last 1 month", "2024-02-29..2024-03-31"),
        ("2026-12-31", "tomorrow", "2027-01-01"),
        ("2025-12-29", "We met on 2 January", "2025-01-02"),
        ("2025-12-29", "We'll meet on 2 January", "2026-01-02"),
    ],
)
def test_turns_of_the_year_and_of_short_months_are_crossed(
    said_at: str, text: str, meant: str
) -> None:
    assert days(text, datetime.fromisoformat(f"{said_at}T12:00:00+00:00")) == [meant]
