"""Until when something holds, as its own words say.

What usage leaves open is settled here. Days are those of the offset in which it was said.

- A day told as the last one counts whole: "until Friday", "through Friday", 到周五 end as Saturday
  begins. "Until the day before Christmas" ends as Christmas begins.
- What is longer than a day ends as it begins: "until May", "until the weekend", 待到五月. It counts
  whole behind "through" and 截至, before 为止, as the end of a range ("from March to May") and as
  the term of what is valid ("my visa is valid until May 2027", 有效期到2027年5月).
- "Before" and 之前 leave their day out: "valid before 1 December", "don't call before Friday". So
  does "until" beside "can't" or "don't": from Friday on they can.
- A deadline ("by Friday"), what may last longer ("at least until Friday") and what begins then
  (直到周五才, "I didn't know until May") tell no end.
- What is over tells none: that somebody lived in Rome until 2020 holds for ever. Nor does a journey
  ("I'll travel from 3 to 20 May"), or the end that a habit has each week, month or year.
"""

from datetime import datetime, timedelta

from mneme.domain.dates import ends_chinese, ends_english
from mneme.domain.dates.expressions import as_read, time_spans
from mneme.domain.dates.ranges import Bound
from mneme.domain.dates.recurrence import is_repeated_end
from mneme.domain.dates.span import Direction, TimeSpan
from mneme.domain.extraction.main_language import is_chinese

_DAY = timedelta(days=1)


def valid_until(text: str, reference: datetime) -> datetime | None:
    """Return the first instant at which what the text states holds no more, None if it tells none.

    The reference is when the text was said; the instant has its offset and lies behind it. Raises
    ValueError for a reference without an offset.
    """
    told, text = time_spans(text, reference), as_read(text)
    bound_of = ends_chinese.bound if is_chinese(text) else ends_english.bound
    for before, span in zip((None, *told), told, strict=False):
        bound = bound_of(text, before, span)
        if bound is None:
            continue
        if is_repeated_end(text, span.text_start, span.text_end):
            return None
        return _end(span, bound, reference)
    return None


def _end(span: TimeSpan, bound: Bound, reference: datetime) -> datetime | None:
    if bound is Bound.DAY and span.direction is Direction.POINT:
        return None  # "until today", as a rule, tells what is over
    is_day = span.end - span.start <= _DAY
    whole = bound is Bound.WHOLE or (bound is Bound.DAY and is_day)
    end = span.end if whole else span.start
    return end if end > reference else None
