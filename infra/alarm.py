"""What an alarm is: a metric or an expression of several, and when it is beyond what is well."""

from dataclasses import dataclass
from enum import StrEnum

from infra.metric import Metric

MINUTE = 60
HOUR = 3600
DAY = 86_400


class Missing(StrEnum):
    """What it means that there is no number, in CloudWatch's words."""

    WELL = "notBreaching"
    BAD = "breaching"


@dataclass(frozen=True)
class Alarm:
    """An alarm, named `<kind>-<of>`; `docs/operations.md` has a row for each kind.

    It fires when `datapoints` of the last `periods` (each `period` seconds long) reach the
    `threshold`, or are `below` it. With an `expression` of metric math its metrics are `m1`, `m2`
    and so on. `notifies` is false of what only another alarm asks for.
    """

    kind: str
    means: str
    metrics: tuple[Metric, ...]
    threshold: float
    of: str = ""
    expression: str = ""
    below: bool = False
    period: int = 5 * MINUTE
    periods: int = 1
    datapoints: int | None = None
    missing: Missing = Missing.WELL
    notifies: bool = True

    @property
    def name(self) -> str:
        """Return its name within its stage."""
        return named(self.kind, self.of)

    @property
    def plain(self) -> bool:
        """Whether it is on one metric as it is."""
        return not self.expression


@dataclass(frozen=True)
class Both:
    """An alarm that fires while all of some others do, which are silent by themselves."""

    kind: str
    means: str
    alarms: tuple[str, ...]
    of: str = ""

    @property
    def name(self) -> str:
        """Return its name within its stage."""
        return named(self.kind, self.of)


def named(kind: str, of: str) -> str:
    """Return `queue-age`, `bulk_x` as `queue-age-bulk_x`."""
    return f"{kind}-{of}" if of else kind
