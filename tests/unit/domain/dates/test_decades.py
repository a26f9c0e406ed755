"""Decades in a text, seen from Wednesday 15 July 2026."""

import pytest

from tests.unit.domain.dates.time_expression_cases import began, days

NINETIES = "1990-01-01..1999-12-31"
EIGHTIES = "1980-01-01..1989-12-31"
DECADES = {
    "I lived in Rome in the nineties.": NINETIES,
    "I lived in Rome in the 90s.": NINETIES,
    "I lived in Rome in the '90s.": NINETIES,
    "I lived in Rome in the ’90s.": NINETIES,
    "I lived in Rome in the 1990s.": NINETIES,
    "I lived in Rome in the 1990's.": NINETIES,
    "I grew up in the 1980s": EIGHTIES,
    "We met back in the noughties": "2000-01-01..2009-12-31",
    "I've lived in Rome since the early 2000s.": "2000-01-01..2003-12-31",
    "I moved there in the mid-1990s.": "1994-01-01..1996-12-31",
    "I moved there in the late nineties.": "1997-01-01..1999-12-31",
    "I moved there in late 1990s.": "1997-01-01..1999-12-31",
    "In the 2010s I worked a lot.": "2010-01-01..2019-12-31",
    "九十年代我在上海读书": NINETIES,
    "九〇年代我在上海读书": NINETIES,
    "90年代我在上海读书": NINETIES,
    "1990年代我在上海读书": NINETIES,
    "一九九零年代我在上海读书": NINETIES,
    "上世纪八十年代我家住在武汉": EIGHTIES,
    "上世紀八十年代我家住在武漢": EIGHTIES,
    "20世纪80年代我家住在武汉": EIGHTIES,
    "二十世纪二十年代": "1920-01-01..1929-12-31",
    "二十世纪七十年代初我下乡了": "1970-01-01..1973-12-31",
    "九十年代中期我在深圳": "1994-01-01..1996-12-31",
    "我在90年代末去了深圳": "1997-01-01..1999-12-31",
    "零零年代我在北京": "2000-01-01..2009-12-31",
}


@pytest.mark.parametrize(("text", "meant"), DECADES.items())
def test_a_decade_is_an_interval_of_years(text: str, meant: str) -> None:
    assert days(text) == [meant]


@pytest.mark.parametrize(
    "text",
    [
        "I love 80s music.",
        "I love the 80s movies.",
        "He is in his nineties.",
        "My heart rate is in the 80s.",
        "Temperatures were in the nineties.",
        "In the twenties everything changed.",
        "In the 20s everything changed.",
        "the 1900s",
        "二十年代",
        "我是90后",
        "这个年代",
    ],
)
def test_numbers_ages_and_what_may_be_either_century_are_no_decade(text: str) -> None:
    assert days(text) == []


@pytest.mark.parametrize(
    ("text", "since"),
    [
        ("I lived in Rome in the nineties.", NINETIES),
        ("I've played since the nineties.", NINETIES),
        ("I worked there from the nineties on.", NINETIES),
        ("九十年代我在上海读书", NINETIES),
        ("九十年代的时候我在上海读书", NINETIES),
        ("I love the music of the nineties.", None),
        ("I collect cars from the eighties.", None),
        ("我喜欢九十年代的音乐", None),
        ("I was a teacher until the nineties.", None),
        ("直到九十年代我都在上海", None),
    ],
)
def test_a_decade_tells_when_something_was_and_not_of_which_kind_it_is(
    text: str, since: str | None
) -> None:
    assert began(text) == since


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("I quit smoking a decade ago", "2016-01-01..2016-12-31"),
        ("I moved here two decades ago", "2006-01-01..2006-12-31"),
        ("I moved here half a decade ago", "2021-01-01..2021-12-31"),
        ("I moved here a couple of decades ago", "2006-01-01..2006-12-31"),
        ("I moved here a few decades ago", "1976-01-01..2006-12-31"),
    ],
)
def test_decades_are_counted_as_ten_years_each(text: str, meant: str) -> None:
    assert days(text) == [meant]
