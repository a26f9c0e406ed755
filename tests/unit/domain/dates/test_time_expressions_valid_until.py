"""Until when something held or holds, and what lies ahead, as its own words say."""

import pytest

from mneme.domain.dates.expressions import coming, valid_until
from tests.unit.domain.dates.time_expression_cases import WEDNESDAY, began


def ended(text: str) -> str | None:
    """Return the day on which what the text states had ended or will have."""
    end = valid_until(text, WEDNESDAY)
    return None if end is None else f"{end.date()}"


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("I lived in Rome from 2015 to 2019.", "2015-01-01..2015-12-31", "2020-01-01"),
        ("I worked there between 2015 and 2019.", "2015-01-01..2015-12-31", "2020-01-01"),
        ("I was there from May 2015 until June 2019.", "2015-05-01..2015-05-31", "2019-06-01"),
        ("I worked at Google until 2020.", None, "2020-01-01"),
        ("I'm in Rome until Friday.", None, "2026-07-17"),
        ("I can't eat gluten until August.", None, "2026-08-01"),
        ("我2015年到2019年住在罗马", "2015-01-01..2015-12-31", "2020-01-01"),
        ("我从去年3月到今年5月在上海实习", "2025-03-01..2025-03-31", "2026-06-01"),
        ("我在北京住到2020年", None, "2020-01-01"),
        ("我從2015年到2019年在臺北讀書", "2015-01-01..2015-12-31", "2020-01-01"),
    ],
)
def test_a_state_holds_until_the_end_that_it_tells(
    text: str, since: str | None, until: str
) -> None:
    assert (began(text), ended(text)) == (since, until)


@pytest.mark.parametrize(
    "text",
    [
        "I moved to Oslo last week",
        "I didn't know my father until 2020.",
        "I travelled in Japan from 3 May to 20 May.",
        "I'm away from Monday to Friday.",
        "I live in Rome",
        "我去年搬到杭州",
        "我到2020年才学会游泳",
    ],
)
def test_beginnings_and_short_journeys_end_nothing(text: str) -> None:
    assert ended(text) is None


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I'm moving to Rome in January", "2027-01-01"),
        ("我明年一月搬到上海", "2027-01-01"),
        ("I moved to Rome in January", None),
        ("I'm moving to Rome", None),
        ("I'm moving to Rome in January and to Oslo in March", None),
    ],
)
def test_a_plan_lies_ahead_from_the_one_day_that_it_names(text: str, day: str | None) -> None:
    span = coming(text, WEDNESDAY)

    assert (None if span is None else f"{span.start.date()}") == day
