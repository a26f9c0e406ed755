"""Until when something holds, as its own words say."""

from datetime import datetime

import pytest

from mneme.domain.dates.ends import valid_until
from tests.unit.domain.dates.time_expression_cases import WEDNESDAY, began


def ended(text: str) -> str | None:
    """Return the day with whose beginning what the text states will end."""
    end = valid_until(text, WEDNESDAY)
    return None if end is None else f"{end.date()}"


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("My visa is valid until 2026-12-01.", "2026-12-02"),
        ("I'm in Rome until Friday.", "2026-07-18"),
        ("I'm in Rome till tomorrow.", "2026-07-17"),
        ("I'm in Rome through Friday.", "2026-07-18"),
        ("I'm in Rome thru 5 August.", "2026-08-06"),
        ("I'm in Rome up to and including 5 August.", "2026-08-06"),
        ("I'm here until the 20th.", "2026-07-21"),
        ("I'm on leave until the end of March.", "2027-04-01"),
        ("I'm on leave through the end of next month.", "2026-09-01"),
        ("I'm with my parents until the end of the summer.", "2026-09-01"),
        ("I'm here until Christmas.", "2026-12-26"),
        ("I take antibiotics every day until Friday.", "2026-07-18"),
        ("I'm in Oslo from now until Friday.", "2026-07-18"),
        ("我在罗马待到下周五", "2026-07-25"),
        ("我每天在家待到周五", "2026-07-18"),
        ("我休假到十二月一日", "2026-12-02"),
        ("我休假到月底", "2026-08-01"),
        ("我在北京到周五", "2026-07-18"),
        ("到周五我都在上海", "2026-07-18"),
        ("从现在到周五我在家", "2026-07-18"),
        ("我待到周五才走", "2026-07-18"),
        ("我的签证有效期到2026年12月1日", "2026-12-02"),
        ("護照有效期至2026年12月1日", "2026-12-02"),
        ("截至十二月一日优惠有效", "2026-12-02"),
        ("截止到三月底我都在柏林", "2027-04-01"),
        ("直到十二月一日为止我都在上海", "2026-12-02"),
        ("到十二月一日為止我在上海", "2026-12-02"),
    ],
)
def test_a_day_that_is_the_last_one_counts_whole(text: str, until: str) -> None:
    assert ended(text) == until


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("I work here until August.", "2026-08-01"),
        ("I see my coach every week until next May.", "2027-05-01"),
        ("I usually stay in Spain, this time until 2030.", "2030-01-01"),
        ("I'm in Oslo until next week.", "2026-07-20"),
        ("I'm in Oslo until the weekend.", "2026-07-18"),
        ("I've rented the flat since May 2015 until 2030.", "2030-01-01"),
        ("我在罗马住到八月", "2026-08-01"),
    ],
)
def test_what_is_longer_than_a_day_ends_as_it_begins(text: str, until: str) -> None:
    assert ended(text) == until


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("The museum is closed through March.", "2027-04-01"),
        ("I'm off through July.", "2026-08-01"),
        ("I'm on call all through next week.", "2026-07-27"),
        ("I'm in Rome through the weekend.", "2026-07-20"),
        ("My visa is valid until May 2027.", "2027-06-01"),
        ("My contract runs until May 2027.", "2027-06-01"),
        ("合同到2027年5月", "2027-06-01"),
        ("会员到明年三月", "2027-04-01"),
        ("到八月为止我都在上海", "2026-09-01"),
        ("截至八月我都在上海", "2026-09-01"),
    ],
)
def test_through_and_the_term_of_what_is_valid_count_whole(text: str, until: str) -> None:
    assert ended(text) == until


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("I'm in Rome until the day before Christmas.", "2026-12-25"),
        ("The voucher is valid before 1 December.", "2026-12-01"),
        ("The voucher is valid before December.", "2026-12-01"),
        ("Don't call me before Friday.", "2026-07-17"),
        ("I can't drive before Friday.", "2026-07-17"),
        ("I can't drive until Friday.", "2026-07-17"),
        ("I'm not available until Friday.", "2026-07-17"),
        ("I can't eat gluten until August.", "2026-08-01"),
        ("优惠券12月1日之前有效", "2026-12-01"),
        ("十二月之前我不能喝酒", "2026-12-01"),
        ("我周五前都在家", "2026-07-17"),
    ],
)
def test_what_is_so_before_a_day_ends_as_it_begins(text: str, until: str) -> None:
    assert ended(text) == until


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("I'm in Japan from 3 to 5 August.", None, "2026-08-06"),
        ("We're in Paris 3-5 August.", None, "2026-08-06"),
        ("The museum is closed from 30 July to 2 August.", None, "2026-08-03"),
        ("I'm free between now and Friday.", None, "2026-07-18"),
        ("I'm on holiday from 13 to 17 July.", "2026-07-13..2026-07-17", "2026-07-18"),
        ("从八月三号到五号我在日本", None, "2026-08-06"),
        ("我八月三号到九月五号住在大理", None, "2026-09-06"),
        ("我这周三到周五在上海", "2026-07-15..2026-07-17", "2026-07-18"),
        ("2026年8月1日至8月10日停电", None, "2026-08-11"),
    ],
)
def test_a_range_holds_to_the_end_of_its_last_day(text: str, since: str | None, until: str) -> None:
    assert (began(text), ended(text)) == (since, until)


@pytest.mark.parametrize("offset", ["-08:00", "+00:00", "+08:00", "+13:00"])
@pytest.mark.parametrize(
    "text", ["My pass is valid until 2026-12-01.", "我的签证有效期到2026年12月1日"]
)
def test_a_last_day_is_that_of_the_speakers_offset(text: str, offset: str) -> None:
    said_at = datetime.fromisoformat(f"2026-07-15T23:30:00{offset}")
    end = valid_until(text, said_at)
    assert end is not None
    assert end.isoformat() == f"2026-12-02T00:00:00{offset}"


@pytest.mark.parametrize(
    "text",
    [
        "I'll be done by Friday.",
        "I must submit it by 1 December.",
        "I have to hand it in before 1 December.",
        "I'm here at least until Friday.",
        "I'm here until Friday or later.",
        "I'm not moving until December.",
        "I won't know until Friday.",
        "I'm going through Monday's notes.",
        "I'm halfway through March.",
        "Until today I had never smoked.",
        "The conference is from 3 to 5 August.",
        "I'm travelling in Japan from 3 to 20 August.",
        "十二月之前要交报告",
        "我至少待到周五",
        "直到周五我才回来",
        "到周五我就回上海",
        "我到八月就三十岁了",
        "到今天为止我没抽过烟",
        "把会议推迟到周五",
        "我等到周五再说",
        "我八月三号到五号去日本旅游",
    ],
)
def test_deadlines_beginnings_and_journeys_tell_no_end(text: str) -> None:
    assert ended(text) is None


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
def test_what_is_over_and_what_began_tell_no_end(text: str) -> None:
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
