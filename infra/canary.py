"""The canary, as data: what goes a caller's way from without, how often, and when it is missed.

It is no row of `infra/functions.py`: not every stage has one, and it reaches nothing of the stage
but the public API, by its own key.
"""

from collections.abc import Iterator

from infra.alarm import MINUTE, Alarm, Missing
from infra.function import Access, Function, Trigger
from infra.metric import Metric, Source
from infra.schedules import Schedule
from infra.settings import StageSettings

CANARY = Function(
    "canary",
    "tells, recalls and deletes a memory through the public API",
    Trigger.SCHEDULE,
    Access(),
    memory_mb=256,
    # Above what all steps of the way may wait for.
    timeout_seconds=300,
)
TURNS = Schedule("canary", CANARY.purpose, CANARY.name, every_seconds=5 * MINUTE)
MISSED_TURNS = 3


def canary_alarms(settings: StageSettings) -> Iterator[Alarm]:
    """Yield the alarm on a canary that did not arrive, or did not even set out."""
    if settings.canary is None:
        return
    yield Alarm(
        "canary",
        "what was told through the public API was not recalled, or not deleted",
        metrics=(_of("Invocations"), _of("Errors")),
        expression="m1 - m2",
        threshold=1,
        below=True,
        period=MISSED_TURNS * TURNS.every_seconds,
        missing=Missing.BAD,
    )


def _of(name: str) -> Metric:
    return Metric(Source.FUNCTION, name, "Sum", of=CANARY.name)
