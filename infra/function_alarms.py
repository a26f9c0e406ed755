"""Alarms on every function of `infra/functions.py`, and on what calls them."""

from collections.abc import Iterator

from infra.alarm import DAY, HOUR, MINUTE, Alarm, Missing
from infra.function import Function, Trigger
from infra.functions import FUNCTIONS
from infra.log_filters import REFUSALS, faults_metric, logged_errors
from infra.metric import Metric, Source, measured
from infra.schedules import SCHEDULES, Schedule

NEAR = 0.9
"""The share of its time at which a function is about to be cut off."""
MISSED_TURNS = 3
"""So many turns of a schedule may be missing before it is missed."""
_PERIODS = (5 * MINUTE, 15 * MINUTE, HOUR)
_HOURS_OF_A_DAY = 26
"""A daily turn has a flexible window, and takes its time."""


def function_alarms() -> Iterator[Alarm]:
    """Yield the alarms on functions and schedules."""
    for row in FUNCTIONS:
        yield _errors(row)
        yield _throttles(row)
        yield _duration(row)
        yield Alarm(
            "logged-errors",
            f"{row.name} logged a fault of ours",
            metrics=(logged_errors(row.name),),
            threshold=1,
            of=row.name,
        )
        if row.trigger is Trigger.STREAM:
            yield _stream_age(row)
    yield from map(_missed, SCHEDULES)
    yield _concurrency()


def _errors(row: Function) -> Alarm:
    """An invocation that ended by an exception, was cut off, or ran out of memory.

    An authorizer and a validator must raise to refuse: what they raise else is told apart by their
    logs.
    """
    failed = _of(row, "Errors", "Sum")
    if row.trigger in REFUSALS:
        failed = faults_metric(row.name)
    return Alarm(
        "function-errors",
        f"invocations of {row.name} failed",
        metrics=(failed,),
        threshold=1,
        of=row.name,
        periods=_patience(row),
    )


def _throttles(row: Function) -> Alarm:
    return Alarm(
        "function-throttles",
        f"{row.name} was not let run: too many functions do at once",
        metrics=(_of(row, "Throttles", "Sum"),),
        threshold=1,
        of=row.name,
        periods=_patience(row),
    )


def _duration(row: Function) -> Alarm:
    return Alarm(
        "function-duration",
        f"{row.name} was nearly cut off: it may run {row.timeout_seconds} s",
        metrics=(_of(row, "Duration", "Maximum"),),
        threshold=row.timeout_seconds * 1000 * NEAR,
        of=row.name,
    )


def _stream_age(row: Function) -> Alarm:
    return Alarm(
        "stream-age",
        f"changes wait for {row.name}: new memories are not found",
        metrics=(_of(row, "IteratorAge", "Maximum"),),
        threshold=5 * MINUTE * 1000,
        of=row.name,
        period=MINUTE,
        periods=3,
    )


def _missed(row: Schedule) -> Alarm:
    """Return the alarm on a schedule of which no turn ended well: that is a missing number."""
    daily = row.every_seconds >= DAY
    longest = MISSED_TURNS * row.every_seconds + row.flexible_seconds
    return Alarm(
        "schedule-missed",
        f"the schedule {row.name} has not ended well: {row.purpose}",
        metrics=(measured(f"schedule_done_{row.name}"),),
        threshold=1,
        of=row.name,
        below=True,
        period=HOUR if daily else next(period for period in _PERIODS if period >= longest),
        periods=_HOURS_OF_A_DAY if daily else 1,
        missing=Missing.BAD,
    )


def _concurrency() -> Alarm:
    used = Metric(
        Source.ACCOUNT,
        "ResourceCount",
        "Maximum",
        dimensions=(
            ("Class", "None"),
            ("Resource", "ConcurrentExecutions"),
            ("Service", "Lambda"),
            ("Type", "Resource"),
        ),
    )
    return Alarm(
        "account-concurrency",
        "nearly as many functions run at once as the account may have",
        metrics=(used,),
        expression="100 * m1 / SERVICE_QUOTA(m1)",
        threshold=80,
        periods=2,
    )


def _patience(row: Function) -> int:
    """Return for how many periods it must fail: what comes again by itself may heal by itself."""
    return 3 if row.trigger in {Trigger.QUEUE, Trigger.STREAM} else 1


def _of(row: Function, metric: str, statistic: str) -> Metric:
    return Metric(Source.FUNCTION, metric, statistic, of=row.name)
