"""What a metric is: which of CloudWatch's series, of which of our resources."""

from dataclasses import dataclass
from enum import StrEnum


class Source(StrEnum):
    """What a metric is of. A construct knows the dimensions that name such a thing."""

    STAGE = "stage"
    """What the functions write themselves, in the namespace of the stage, without dimensions."""
    ACCOUNT = "account"
    API = "api"
    FUNCTION = "function"
    QUEUE = "queue"
    DEAD_LETTERS = "dead letters"
    TABLE = "table"
    SEARCH = "search"


_NAMESPACES = {
    Source.ACCOUNT: "AWS/Usage",
    Source.API: "AWS/ApiGateway",
    Source.FUNCTION: "AWS/Lambda",
    Source.QUEUE: "AWS/SQS",
    Source.DEAD_LETTERS: "AWS/SQS",
    Source.TABLE: "AWS/DynamoDB",
    Source.SEARCH: "AWS/ES",
}


@dataclass(frozen=True)
class Metric:
    """A statistic of a metric.

    `of` names the function, queue or table, as its row does; `dimensions` are those that do not
    depend on the deployment. `statistic` is one of CloudWatch's: `Sum`, `Average`, `Maximum`,
    `p99`, `PR(500:)` (percent of the values above 500), `TC(500:)` (how many are).
    """

    source: Source
    name: str
    statistic: str
    of: str = ""
    dimensions: tuple[tuple[str, str], ...] = ()

    def namespace(self, stage: str) -> str:
        """Return the namespace it stands in, of a stage."""
        return stage_namespace(stage) if self.source is Source.STAGE else _NAMESPACES[self.source]


def stage_namespace(stage: str) -> str:
    """Return the namespace of what a stage's functions measure."""
    return f"Mneme/{stage}"


def measured(name: str, statistic: str = "Sum") -> Metric:
    """Return a metric that our functions write."""
    return Metric(Source.STAGE, name, statistic)
