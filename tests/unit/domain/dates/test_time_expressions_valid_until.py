"""Until when something holds, as its own words say."""

import pytest

from mneme.domain.dates.expressions import valid_until
from tests.unit.domain.dates.time_expression_cases import WEDNESDAY, began


def ended(text: str) -> str | None:
    """Return the day on which what the text states will end."""
    end = valid_until(text, WEDNESDAY)
    return None if end is None else f"{end.date()}"


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("I'm in Rome until Friday.", None, "2026-07-17"),
        ("I can't eat gluten until August.", None, "2026-08-01"),
        ("我在罗马待到下周五", None, "2026-07-24"),
        ("I take antibiotics every day until Friday.", None, "2026-07-17"),
        ("I see my coach every week until next May.", None, "2027-05-01"),
        ("I usually stay in Spain, this time until 2030.", None, "2030-01-01"),
        ("我每天在家待到周五", None, "2026-07-17"),
        ("I've rented the flat since May 2015 until 2030.", "2015-05-01..2015-05-31", "2030-01-01"),
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
        "I lived in Rome from 2015 to 2019.",
        "I worked at Google until 2020.",
        "I was there from May 2015 until June 2019.",
        "我在北京住到2020年",
        "我從2015年到2019年在臺北讀書",
        "I didn't know my father until 2020.",
        "I travelled in Japan from 3 May to 20 May.",
        "I'm away from Monday to Friday.",
        "I live in Rome",
        "我去年搬到杭州",
        "我到2020年才学会游泳",
    ],
)
def test_beginnings_journeys_and_what_is_over_tell_no_end(text: str) -> None:
    assert ended(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "I work until Friday every week.",
        "I'm in Oslo until Thursday each week.",
        "Every other week I'm in Oslo until Friday.",
        "I usually work until Friday.",
        "Most weeks I work until Friday.",
        "Every year I stay in Spain until September.",
        "I stay in Spain until September each summer.",
        "Every month I'm abroad until 20th of the month.",
        "我每周在上海待到周五",
        "我每個禮拜在上海待到週五",
        "我一般在上海待到周五",
        "我每个月住在上海住到20号",
        "我每年夏天在大理待到九月",
    ],
)
def test_an_end_that_comes_again_ends_no_habit(text: str) -> None:
    assert ended(text) is None
