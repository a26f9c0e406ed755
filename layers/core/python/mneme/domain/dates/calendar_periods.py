"""Periods of the local calendar and steps between them.

Every function raises ValueError or OverflowError where the calendar (years 1 to 9999) ends.
Weeks run from Monday to Sunday. Seasons are those of the northern hemisphere in whole months, a
winter named by the year of its December.
"""

from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from mneme.domain.dates.span import Grain

_DAY = timedelta(days=1)
_HOUR = timedelta(hours=1)
_WEEK_DAYS = 7
_SATURDAY = 5
_MONTHS = 12
_SEASON_MONTHS = 3


@dataclass(frozen=True, slots=True)
class Period:
    """A span of local time without an offset; `end` is exclusive."""

    start: datetime
    end: datetime
    grain: Grain

    @property
    def first(self) -> date:
        """The first day."""
        return self.start.date()

    @property
    def last(self) -> date:
        """The last day."""
        return (self.end - timedelta.resolution).date()


def day(on: date) -> Period:
    """Return one day."""
    return days(on, on)


def days(first: date, last: date, grain: Grain = Grain.DAY) -> Period:
    """Return the days from `first` to `last`, both included."""
    if last < first:
        raise ValueError("a period ends before it starts")
    return Period(_midnight(first), _midnight(last + _DAY), grain)


def hour(at: datetime) -> Period:
    """Return the hour that contains the moment."""
    start = at.replace(minute=0, second=0, microsecond=0)
    return Period(start, start + _HOUR, Grain.HOUR)


def week(on: date) -> Period:
    """Return the week that contains the day."""
    monday = on - _DAY * on.weekday()
    return days(monday, monday + _DAY * (_WEEK_DAYS - 1), Grain.WEEK)


def weekend(on: date) -> Period:
    """Return Saturday and Sunday of the week that contains the day."""
    saturday = on - _DAY * (on.weekday() - _SATURDAY)
    return days(saturday, saturday + _DAY)


def weekday_of(on: date, weekday: int) -> Period:
    """Return the weekday (Monday is 0) of the week that contains the day."""
    return day(on + _DAY * (weekday - on.weekday()))


def weekday_before(on: date, weekday: int) -> Period:
    """Return the latest such weekday before the day."""
    return day(on - _DAY * ((on.weekday() - weekday - 1) % _WEEK_DAYS + 1))


def weekday_after(on: date, weekday: int) -> Period:
    """Return the first such weekday after the day."""
    return day(on + _DAY * ((weekday - on.weekday() - 1) % _WEEK_DAYS + 1))


def month(year: int, number: int) -> Period:
    """Return a month, 1 to 12; further numbers run on into the years around."""
    return _months(year, number, 1, Grain.MONTH)


def first_day(of: Period) -> Period:
    """Return the first day of a period."""
    return day(of.first)


def last_day(of: Period) -> Period:
    """Return the last day of a period."""
    return day(of.last)


def season(year: int, first_month: int) -> Period:
    """Return the season that starts with this month."""
    return _months(year, first_month, _SEASON_MONTHS, Grain.SEASON)


def latest_season(on: date, first_month: int) -> Period:
    """Return the latest season of that name that is over by the day."""
    this = season(on.year, first_month)
    if this.last < on:
        return this
    previous = season(on.year - 1, first_month)
    return previous if previous.last < on else season(on.year - 2, first_month)


def coming_season(on: date, first_month: int) -> Period:
    """Return the first season of that name that starts after the day."""
    this = season(on.year, first_month)
    return this if this.first > on else season(on.year + 1, first_month)


def current_season(on: date, first_month: int) -> Period:
    """Return the season of that name that the day is in, else the one that starts in its year."""
    this = season(on.year, first_month)
    if this.first > on and on.month < first_month - _MONTHS + _SEASON_MONTHS:
        return season(on.year - 1, first_month)
    return this


def year(number: int) -> Period:
    """Return a calendar year."""
    return _months(number, 1, _MONTHS, Grain.YEAR)


def same_day(on: date, months: int) -> date:
    """Return the day so many months away, or the last day of a shorter month."""
    index = on.year * _MONTHS + on.month - 1 + months
    at, number = index // _MONTHS, index % _MONTHS + 1
    first = date(at, number, 1)
    return first.replace(day=min(on.day, monthrange(at, number)[1]))


def nearest(candidates: Sequence[Period], on: date) -> Period:
    """Return the candidate fewest days away; of two as far, the first."""
    return min(candidates, key=lambda each: max((each.first - on).days, (on - each.last).days, 0))


def _months(year: int, number: int, count: int, grain: Grain) -> Period:
    index = year * _MONTHS + number - 1
    start, end = (date(at // _MONTHS, at % _MONTHS + 1, 1) for at in (index, index + count))
    return days(start, end - _DAY, grain)


def _midnight(on: date) -> datetime:
    return datetime.combine(on, time.min)
