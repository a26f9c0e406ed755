"""What is known by a line of a log alone, as data: filters that make metrics of lines."""

from dataclasses import dataclass

from infra.function import Trigger
from infra.functions import FUNCTIONS
from infra.metric import Metric, measured

ERROR_LINES = '{ $.level = "ERROR" }'
"""Our own lines about faults of ours; refused requests are of another level."""
RAISED_FAULTS = '"[ERROR]" -"Unauthorized"'
"""The platform's lines about exceptions, but for the one by which an authorizer refuses."""


@dataclass(frozen=True)
class LogFilter:
    """Counts the lines of a function's log that fit a pattern, as one of the stage's metrics."""

    function: str
    metric: str
    pattern: str


def log_filters() -> tuple[LogFilter, ...]:
    """Return the filters of all functions."""
    lines = [LogFilter(row.name, logged_errors(row.name).name, ERROR_LINES) for row in FUNCTIONS]
    faults = [
        LogFilter(row.name, faults_metric(row.name).name, RAISED_FAULTS)
        for row in FUNCTIONS
        if row.trigger is Trigger.AUTHORIZER
    ]
    return (*lines, *faults)


def logged_errors(function: str) -> Metric:
    """Return the metric of the errors that a function logs."""
    return measured(f"logged_errors_{function}")


def faults_metric(function: str) -> Metric:
    """Return the metric of what a function raises beside refusals."""
    return measured(f"raised_faults_{function}")
