from datetime import UTC, date, datetime

import pytest

from mneme.domain.retrieval.date_words import (
    DATES_LIMIT,
    asked_dates,
    day_words,
    fit,
    talked_about,
)

SAID = datetime(2023, 6, 14, 12, tzinfo=UTC)  # a Wednesday


def fits(question: str, told: str) -> float:
    return fit(talked_about(told, SAID), asked_dates(question, SAID))


def test_a_day_is_found_by_itself_its_month_and_its_year() -> None:
    words = day_words(date(2023, 6, 12))

    assert set(words) == {"@2023", "@2023-06", "@-06", "@2023-06-12", "@-06-12"}


@pytest.mark.parametrize(
    ("question", "told", "expected"),
    [
        ("What happened on 13 June 2023?", "Yesterday I ran.", 1.0),
        ("What happened on 13 June?", "Yesterday I ran.", 1.0),
        ("What happened on 14 June 2023?", "Yesterday I ran.", 0.6),
        ("What happened on 1 June 2023?", "On 31 May 2023 I ran.", 0.5),
        ("What happened in June 2023?", "Yesterday I ran.", 0.6),
        ("What happened in June?", "Yesterday I ran.", 0.6),
        ("What happened in June 2022?", "Yesterday I ran.", 0.0),
        ("What happened in 2023?", "Yesterday I ran.", 0.3),
        ("What happened in the nineties?", "In 1995 I ran.", 0.3),
        ("What happened in 1995?", "I ran a lot in the nineties.", 0.3),
        ("What happened in 2005?", "I ran a lot in the nineties.", 0.0),
        ("九十年代做了什么", "1995年我去跑步了", 0.3),
        ("What happened last week?", "On 8 June I ran.", 1.0),
        ("What happened in summer 2023?", "In July 2023 I ran.", 0.6),
        ("What happened?", "Yesterday I ran.", 0.0),
        ("What happened yesterday?", "I ran.", 0.0),
        ("What shall I wear today?", "Today I ran.", 0.0),
        ("今天的天气预报", "今天我去跑步了", 0.0),
        ("2023年6月做了什么", "昨天我去跑步了", 0.6),
    ],
)
def test_a_date_fits_by_day_month_or_year(question: str, told: str, expected: float) -> None:
    assert fits(question, told) == expected


def test_a_weeks_days_are_all_talked_about() -> None:
    words = talked_about("I was ill last week.", SAID)

    assert {"@2023-06-05", "@2023-06-11"} <= set(words)
    assert "@2023-06-12" not in words


def test_a_leap_day_without_a_year_is_asked_for() -> None:
    assert fit(day_words(date(2024, 2, 29)), asked_dates("What was on 29 February?", SAID)) >= 0.6


def test_a_text_of_many_dates_keeps_the_first_ones() -> None:
    listed = ", ".join(f"{day} May 2020" for day in range(1, 25))

    assert len([w for w in talked_about(listed, SAID) if len(w) == 11]) == DATES_LIMIT


def test_a_reference_without_an_offset_is_refused() -> None:
    with pytest.raises(ValueError, match="offset"):
        talked_about("yesterday", datetime(2023, 6, 14))
