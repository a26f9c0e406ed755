"""The lunar calendar against the sky: new moons, and where the sun stands.

The positions are those of Meeus, Astronomical Algorithms (2nd edition), chapters 25 and 49, without
the small terms: right to some ten minutes, so that what happens nearer to midnight is left out.
"""

from datetime import UTC, date, datetime, time, timedelta
from math import radians, sin

import pytest

from mneme.domain.dates.lunar_calendar import (
    FIRST_YEAR,
    LAST_YEAR,
    lunar_day,
    new_years_eve,
    solar_term,
)

J2000 = datetime(2000, 1, 1, 12, tzinfo=UTC)
FIRST_NEW_MOON = date(2000, 1, 6)
CHINA = timedelta(hours=8)
DAY = timedelta(days=1)
UNSURE = timedelta(minutes=20)
MONTH = 29.530588861


def new_moon(number: int) -> datetime:
    """Return the instant of a new moon, counted from the first of 2000 (chapter 49)."""
    k = float(number)
    t = k / 1236.85
    e = 1 - 0.002516 * t
    m = radians(2.5534 + 29.10535670 * k)
    moon = radians(201.5643 + 385.81693528 * k + 0.0107582 * t * t)
    f = radians(160.7108 + 390.67050284 * k - 0.0016118 * t * t)
    node = radians(124.7746 - 1.56375588 * k)
    away = (
        -0.40720 * sin(moon)
        + 0.17241 * e * sin(m)
        + 0.01608 * sin(2 * moon)
        + 0.01039 * sin(2 * f)
        + 0.00739 * e * sin(moon - m)
        - 0.00514 * e * sin(moon + m)
        + 0.00208 * e * e * sin(2 * m)
        - 0.00111 * sin(moon - 2 * f)
        - 0.00057 * sin(moon + 2 * f)
        + 0.00056 * e * sin(2 * moon + m)
        - 0.00042 * sin(3 * moon)
        + 0.00042 * e * sin(m + 2 * f)
        + 0.00038 * e * sin(m - 2 * f)
        - 0.00024 * e * sin(2 * moon - m)
        - 0.00017 * sin(node)
    )
    days = 5.09766 + MONTH * k + 0.00015437 * t * t + away
    return J2000 + timedelta(days=days)


def sun_longitude(at: datetime) -> float:
    """Return where the sun stands, in degrees (chapter 25, low accuracy)."""
    t = (at - J2000).total_seconds() / 86400 / 36525
    mean = 280.46646 + 36000.76983 * t + 0.0003032 * t * t
    m = radians(357.52911 + 35999.05029 * t)
    centre = (1.914602 - 0.004817 * t) * sin(m) + 0.019993 * sin(2 * m) + 0.000289 * sin(3 * m)
    node = radians(125.04 - 1934.136 * t)
    return (mean + centre - 0.00569 - 0.00478 * sin(node)) % 360


def months() -> list[date]:
    """Return the first days of all months that the table has."""
    begun = []
    for year in range(FIRST_YEAR, LAST_YEAR + 1):
        for month in range(1, 13):
            begun.append(lunar_day(year, month, 1))
            try:
                begun.append(lunar_day(year, month, 1, leap=True))
            except ValueError:
                continue
    return begun


def in_china(at: datetime) -> datetime:
    return at + CHINA


def test_every_month_begins_on_the_day_of_its_new_moon() -> None:
    begun = months()
    first = round((begun[0] - FIRST_NEW_MOON).days / MONTH)
    moons = [in_china(new_moon(first + place)) for place in range(len(begun))]

    assert [
        (day, moon)
        for day, moon in zip(begun, moons, strict=True)
        if day not in {(moon - UNSURE).date(), (moon + UNSURE).date()}
    ] == []


def test_the_winter_solstice_lies_in_the_eleventh_month_of_every_year() -> None:
    for year in range(FIRST_YEAR, LAST_YEAR + 1):
        solstice = solar_term("winter solstice", year)
        assert lunar_day(year, 11, 1) <= solstice < lunar_day(year, 12, 1)


@pytest.mark.parametrize(("name", "degrees"), [("qingming", 15), ("winter solstice", 270)])
def test_a_solar_term_is_the_day_on_which_the_sun_reaches_its_place(
    name: str, degrees: int
) -> None:
    for year in range(FIRST_YEAR, LAST_YEAR + 1):
        begins = datetime.combine(solar_term(name, year), time.min, UTC) - CHINA
        before = (sun_longitude(begins - UNSURE) - degrees + 180) % 360 - 180
        after = (sun_longitude(begins + DAY + UNSURE) - degrees + 180) % 360 - 180
        assert before < 0 < after, year


@pytest.mark.parametrize(
    ("year", "on"),
    [
        (1949, "1949-01-29"),
        (1984, "1984-02-02"),
        (1985, "1985-02-20"),
        (2000, "2000-02-05"),
        (2008, "2008-02-07"),
        (2023, "2023-01-22"),
        (2024, "2024-02-10"),
        (2025, "2025-01-29"),
        (2026, "2026-02-17"),
        (2027, "2027-02-06"),
        (2033, "2033-01-31"),
        (2034, "2034-02-19"),
        (2050, "2050-01-23"),
    ],
)
def test_the_new_year_is_the_one_that_was_kept(year: int, on: str) -> None:
    assert f"{lunar_day(year, 1, 1)}" == on
    assert new_years_eve(year) == lunar_day(year, 1, 1) - DAY


def test_a_leap_month_follows_the_month_of_its_number() -> None:
    assert f"{lunar_day(2023, 2, 1, leap=True)}" == "2023-03-22"
    assert f"{lunar_day(2025, 6, 1, leap=True)}" == "2025-07-25"
    assert f"{lunar_day(2033, 11, 1, leap=True)}" == "2033-12-22"


@pytest.mark.parametrize(
    ("year", "month", "day", "leap"),
    [
        (FIRST_YEAR - 1, 1, 1, False),
        (LAST_YEAR + 1, 1, 1, False),
        (2025, 13, 1, False),
        (2025, 1, 0, False),
        (2025, 1, 31, False),
        (2024, 6, 1, True),
    ],
)
def test_what_the_calendar_lacks_is_no_day(year: int, month: int, day: int, leap: bool) -> None:
    with pytest.raises(ValueError, match=r"beyond|no such|not in list"):
        lunar_day(year, month, day, leap=leap)


@pytest.mark.parametrize("year", [FIRST_YEAR - 1, LAST_YEAR + 1])
def test_a_solar_term_beyond_the_table_is_no_day(year: int) -> None:
    with pytest.raises(ValueError, match="table"):
        solar_term("qingming", year)
