"""Amounts of time, such as "three weeks" or 半年, and what lies so far away."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from mneme.domain.dates import calendar_periods as calendar
from mneme.domain.dates.calendar_periods import Period


class Unit(StrEnum):
    """What an amount counts."""

    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    WEEKEND = "weekend"
    MONTH = "month"
    YEAR = "year"


_HALF = {
    Unit.HOUR: (30, Unit.MINUTE),
    Unit.DAY: (12, Unit.HOUR),
    Unit.WEEK: (3, Unit.DAY),
    Unit.MONTH: (15, Unit.DAY),
    Unit.YEAR: (6, Unit.MONTH),
}
_WEEK_DAYS = 7
_YEAR_MONTHS = 12
_FEWEST, _MOST = 2, 5
"""What "a few" may mean."""


@dataclass(frozen=True, slots=True)
class Amount:
    """So many units, from `least` to `most` of them; the two differ in "a few days"."""

    least: int
    most: int
    unit: Unit

    @classmethod
    def of(cls, count: int, unit: Unit) -> "Amount":
        """Return exactly so many."""
        return cls(count, count, unit)

    @classmethod
    def few(cls, unit: Unit) -> "Amount":
        """Return a few."""
        return cls(_FEWEST, _MOST, unit)

    @classmethod
    def halves(cls, count: int, unit: Unit) -> "Amount":
        """Return so many halves, counted in the next smaller unit if they are no whole.

        Raises ValueError for a unit that has no half.
        """
        if count % 2 == 0:
            return cls.of(count // 2, unit)
        if unit not in _HALF:
            raise ValueError("half of a unit that has none")
        size, smaller = _HALF[unit]
        return cls.of(count * size, smaller)

    def ago(self, now: datetime) -> Period:
        """Return the hour, day, week, month or year that lies so far back."""
        return self._between(_away(now, -self.most, self.unit), _away(now, -self.least, self.unit))

    def ahead(self, now: datetime) -> Period:
        """Return the hour, day, week, month or year that lies so far ahead."""
        return self._between(_away(now, self.least, self.unit), _away(now, self.most, self.unit))

    def until(self, now: datetime) -> Period:
        """Return the days from so long ago up to today, today included."""
        return calendar.days(_day_away(now, -self.most, self.unit), now.date())

    def onwards(self, now: datetime) -> Period:
        """Return the days from tomorrow to so far ahead."""
        tomorrow = now.date() + timedelta(days=1)
        return calendar.days(tomorrow, _day_away(now, self.most, self.unit))

    @staticmethod
    def _between(first: Period, last: Period) -> Period:
        return Period(first.start, last.end, first.grain)


def _away(now: datetime, count: int, unit: Unit) -> Period:
    if unit in (Unit.MINUTE, Unit.HOUR):
        size = timedelta(minutes=1) if unit is Unit.MINUTE else timedelta(hours=1)
        return calendar.hour(now + size * count)
    if unit is Unit.MONTH:
        return calendar.month(now.year, now.month + count)
    if unit is Unit.YEAR:
        return calendar.year(now.year + count)
    if unit is Unit.WEEKEND:
        return _weekend_away(now.date(), count)
    on = _day_away(now, count, unit)
    return calendar.week(on) if unit is Unit.WEEK else calendar.day(on)


def _day_away(now: datetime, count: int, unit: Unit) -> date:
    if unit in (Unit.MINUTE, Unit.HOUR):
        return (now + timedelta(hours=count) / (60 if unit is Unit.MINUTE else 1)).date()
    if unit in (Unit.MONTH, Unit.YEAR):
        return calendar.same_day(now.date(), count * (_YEAR_MONTHS if unit is Unit.YEAR else 1))
    return now.date() + timedelta(days=count * (1 if unit is Unit.DAY else _WEEK_DAYS))


def _weekend_away(on: date, count: int) -> Period:
    return calendar.weekend(on + timedelta(weeks=count))
