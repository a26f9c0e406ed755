"""No text and no reference makes the rules fail, and none takes more than time in proportion."""

import re
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.dates import amounts_english as time_amounts_english
from mneme.domain.dates import dates_chinese as time_dates_chinese
from mneme.domain.dates import dates_english as time_dates_english
from mneme.domain.dates import dates_lunar as time_dates_lunar
from mneme.domain.dates import dates_numeric as time_dates_numeric
from mneme.domain.dates import decades, holidays
from mneme.domain.dates import expressions_chinese as time_expressions_chinese
from mneme.domain.dates import expressions_english as time_expressions_english
from mneme.domain.dates import months_english as time_months_english
from mneme.domain.dates.ends import valid_until
from mneme.domain.dates.expressions import time_spans, valid_from
from mneme.domain.dates.rules import MOST, Rule
from tests.unit.domain.dates.time_expression_cases import WEDNESDAY, days

MODULES = (
    time_amounts_english,
    time_dates_chinese,
    time_dates_english,
    time_dates_lunar,
    time_dates_numeric,
    time_expressions_chinese,
    time_expressions_english,
    time_months_english,
)
RULES = [rule for module in MODULES for rule in module.RULES]
RULES += [*decades.ENGLISH_RULES, *decades.CHINESE_RULES]
RULES += [*holidays.ENGLISH_RULES, *holidays.CHINESE_RULES]

WORDS = """
    yesterday today tomorrow last this next week weekend month year Friday Sat on the of ago later
    in 3 12 31 99999 0 two half a few before after from May march 2026 2026-07-13 7/13/2026
    31/12/9999 1/1/0001 summer every for now was will 大前天 昨天 后天 上 下 周 五 末 三 天 个 月
    年 前 后 号 13 去年 5月 过去 半 了 每 到 9999年 二〇二六年 until through to
    valid can't 直到 为止 截至 之前 有效期 在 春节 除夕 农历 正月 初三 腊月 九十年代 nineties 2000s
"""
PIECES = WORDS.split()
TEXTS = st.one_of(
    st.text(max_size=200),
    st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join),
    st.lists(st.sampled_from(PIECES), max_size=30).map("".join),
)
OFFSETS = st.timedeltas(min_value=timedelta(hours=-23), max_value=timedelta(hours=23)).map(timezone)
REFERENCES = st.one_of(
    st.datetimes(timezones=OFFSETS),
    st.datetimes(max_value=datetime(2, 1, 1), timezones=OFFSETS),
    st.datetimes(min_value=datetime(9998, 1, 1), timezones=OFFSETS),
)


@given(TEXTS, REFERENCES)
def test_any_text_at_any_time_gives_ordered_spans_with_the_reference_s_offset(
    text: str, reference: datetime
) -> None:
    place = 0
    for span in time_spans(text, reference):
        assert place <= span.text_start < span.text_end <= len(text)
        place = span.text_end
        assert span.start.astimezone(UTC) < span.end.astimezone(UTC)
        assert span.start.utcoffset() == span.end.utcoffset() == reference.utcoffset()


@given(TEXTS, REFERENCES)
def test_what_a_text_began_with_is_one_of_its_spans_that_does_not_lie_ahead(
    text: str, reference: datetime
) -> None:
    since = valid_from(text, reference)

    assert since is None or since in time_spans(text, reference)
    assert since is None or since.start <= reference


@given(TEXTS, REFERENCES)
def test_what_a_text_ends_with_lies_ahead_and_has_the_offset_of_the_reference(
    text: str, reference: datetime
) -> None:
    until = valid_until(text, reference)

    assert until is None or until > reference
    assert until is None or until.utcoffset() == reference.utcoffset()


@pytest.mark.parametrize(
    "text",
    [
        "what happened 999999999 days ago",
        "99999 years ago, in 99999 months, 30000 months ago",
        "过去5000年",
        "9999年后，九千九百九十九年前",
        "5000 years ago, the week before 1/1/0001",
    ],
)
def test_times_that_no_calendar_has_are_no_spans(text: str) -> None:
    assert days(text) == []


def test_the_ends_of_the_calendar_have_no_yesterday_and_no_tomorrow() -> None:
    first = datetime(1, 1, 1, 12, tzinfo=UTC)
    last = datetime(9999, 12, 31, 12, tzinfo=UTC)

    assert days("yesterday, today, last week, tomorrow", first) == ["0001-01-01", "0001-01-02"]
    assert days("tomorrow, today, next year, yesterday", last) == ["9999-12-30"]


def test_days_are_those_of_the_reference_s_own_offset() -> None:
    late = datetime.fromisoformat("2026-07-15T23:30:00-08:00")
    early = late.astimezone(timezone(timedelta(hours=10)))

    assert days("today", late) == ["2026-07-15"]
    assert days("today", early) == ["2026-07-16"]


def test_a_day_of_a_changing_clock_keeps_the_offset_of_the_reference() -> None:
    summer = datetime(2026, 7, 15, 12, tzinfo=ZoneInfo("Europe/Berlin"))

    (span,) = time_spans("13 January 2026", summer)

    assert span.start.isoformat() == "2026-01-13T00:00:00+02:00"
    assert span.end - span.start == timedelta(days=1)


def test_a_reference_without_an_offset_is_refused() -> None:
    with pytest.raises(ValueError, match="offset"):
        time_spans("yesterday", datetime(2026, 7, 15))


def test_other_kinds_of_spaces_and_apostrophes_change_nothing() -> None:
    assert days("last\u00a0week") == days("last  week") == days("last week’s") == days("last\nweek")


def test_a_text_of_expressions_only_is_resolved_up_to_a_number_of_them() -> None:
    assert len(time_spans("3月" * 4096, WEDNESDAY)) == MOST


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.resolve.__qualname__)
def test_no_pattern_repeats_without_a_bound_so_that_time_is_in_proportion(rule: Rule) -> None:
    """A pattern tried at each character that looks at a bounded part of the text is linear."""
    pattern = re.sub(r"\\.|\[(?:\\.|[^\]])*\]", "x", rule.pattern.pattern)

    assert not re.search(r"[*+]|\{\d*,\}", pattern)


@pytest.mark.parametrize(
    "piece",
    [
        "九十年代",
        "农历",
        "90s ",
        "a ",
        "the ",
        "1",
        "1-",
        "12/12/",
        "two ",
        "in 3 ",
        "May ",
        "上",
        "一",
        "三天",
        "\n",
    ],
)
def test_time_grows_in_proportion_to_the_text(piece: str) -> None:
    """Time in proportion to the square would be minutes here, and a limit in seconds flaky."""
    text = (piece * 131072)[:131072]

    assert len(time_spans(text, WEDNESDAY)) <= MOST
    assert valid_until(text, WEDNESDAY) is None


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.resolve.__qualname__)
def test_the_hints_of_a_rule_are_lower_case_so_that_they_can_be_found(rule: Rule) -> None:
    assert rule.hints
    assert all(hint == hint.lower() for hint in rule.hints)
