"""What is known by a line of a log alone, as data: filters that make metrics of lines."""

from dataclasses import dataclass

from infra.function import Trigger
from infra.functions import FUNCTIONS
from infra.metric import Metric, measured

ERROR_LINES = '{ $.level = "ERROR" }'
"""Our own lines about faults of ours; refused requests are of another level."""
REFUSALS = {Trigger.AUTHORIZER: "Unauthorized", Trigger.VALIDATOR: "InvalidRequest"}
"""What functions raise to refuse, by what calls them: no fault of theirs."""


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
        LogFilter(row.name, faults_metric(row.name).name, raised_faults(row.trigger))
        for row in FUNCTIONS
        if row.trigger in REFUSALS
    ]
    return (*lines, *faults)


def raised_faults(trigger: Trigger) -> str:
    """Return the pattern of the platform's lines about exceptions, but for those that refuse."""
    return f'"[ERROR]" -"{REFUSALS[trigger]}"'


def logged_errors(function: str) -> Metric:
    """Return the metric of the errors that a function logs."""
    return measured(f"logged_errors_{function}")


def faults_metric(function: str) -> Metric:
    """Return the metric of what a function raises beside refusals."""
    return measured(f"raised_faults_{function}")
