"""A fixed reference and the spans of a text in a form that tables of examples can hold."""

from datetime import datetime, timedelta

from mneme.domain.dates.expressions import time_spans, valid_from
from mneme.domain.dates.span import TimeSpan

WEDNESDAY = datetime.fromisoformat("2026-07-15T14:30:00+08:00")


def told(span: TimeSpan) -> str:
    """Return the first and the last day, or the one day, of a span."""
    first, last = span.start.date(), (span.end - timedelta.resolution).date()
    return f"{first}" if first == last else f"{first}..{last}"


def days(text: str, reference: datetime = WEDNESDAY) -> list[str]:
    """Return what each expression of the text means."""
    return [told(span) for span in time_spans(text, reference)]


def began(text: str, reference: datetime = WEDNESDAY) -> str | None:
    """Return when what the text states began."""
    span = valid_from(text, reference)
    return None if span is None else told(span)
