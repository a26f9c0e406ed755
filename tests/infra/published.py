"""What the services of AWS publish of a stage, and what its functions write: minute by minute."""

import contextlib
import io
from dataclasses import dataclass
from functools import cache

from infra.canary import CANARY
from infra.constructs.naming import construct_id
from infra.functions import FUNCTIONS
from infra.queues import QUEUES
from infra.schedules import DAY, SCHEDULES
from mneme.domain.measures import Measure, Measured
from mneme.domain.tenancy import SYSTEM
from mneme.runtime.emf_metrics import EmfMetrics
from mneme.runtime.scheduled import ScheduleName
from tests.infra.recorded import Recorded

STAGE = "prod"
MINUTE = 60
HOUR = 3600
NOW = 3 * DAY
BEGINNING = NOW - 30 * HOUR
QUOTAS = {"ConcurrentExecutions": 1000.0}
CONCURRENCY = {
    "Service": "Lambda",
    "Resource": "ConcurrentExecutions",
    "Type": "Resource",
    "Class": "None",
}
SEARCH = {"DomainName": "<SearchDomain>", "ClientId": "<AWS::AccountId>"}
WELL = {
    "ClusterStatus.green": 1,
    "ClusterStatus.yellow": 0,
    "ClusterStatus.red": 0,
    "ClusterIndexWritesBlocked": 0,
    "Nodes": 6,
    "FreeStorageSpace": 90_000,
    "JVMMemoryPressure": 55,
    "MasterJVMMemoryPressure": 40,
    "CPUUtilization": 30,
    "ThreadpoolSearchQueue": 0,
    "AutomatedSnapshotFailure": 0,
    "KMSKeyInaccessible": 0,
}


@dataclass(frozen=True)
class Published:
    """Writes what a service publishes, under the names and dimensions that it has there."""

    recorded: Recorded

    def request(self, at: float, verb: str, milliseconds: float, status: int = 200) -> None:
        """Publish what the gateway does of one request, once for each set of dimensions."""
        api = {"ApiName": f"mneme-{STAGE}"}
        route = {"Method": "POST", "Resource": f"/memory/v1/{verb}", "Stage": "live"}
        told = {
            "Count": 1.0,
            "4XXError": float(400 <= status < 500),
            "5XXError": float(status >= 500),
            "Latency": milliseconds,
            "IntegrationLatency": milliseconds,
        }
        for dimensions in (api, {**api, "Stage": "live"}, {**api, **route}):
            for name, value in told.items():
                self.recorded.put(at, "AWS/ApiGateway", name, value, dimensions)

    def function(self, at: float, function: str, **told: float) -> None:
        """Publish numbers of a function, such as `Errors=1`."""
        dimensions = {"FunctionName": f"<{construct_id(function)}Function>"}
        for name, value in told.items():
            self.recorded.put(at, "AWS/Lambda", name, value, dimensions)

    def queue(self, at: float, queue: str, **told: float) -> None:
        """Publish numbers of a queue."""
        self._queue(at, f"<{construct_id(queue, 'Queue')}.QueueName>", told)

    def dead_letters(self, at: float, queue: str, waiting: float) -> None:
        """Publish how many messages of a queue were given up."""
        (row,) = (row for row in QUEUES if row.name == queue)
        dead = "Dead" if row.consumer else ""
        name = f"<{construct_id(queue, 'Queue')}{dead}.QueueName>"
        self._queue(at, name, {"ApproximateNumberOfMessagesVisible": waiting})

    def table(self, at: float, table: str, index: str = "", **told: float) -> None:
        """Publish numbers of a table, or of an index of it."""
        dimensions = {"TableName": f"<{construct_id(table, 'Table')}>"}
        if index:
            dimensions["GlobalSecondaryIndexName"] = index
        for name, value in told.items():
            self.recorded.put(at, "AWS/DynamoDB", name, value, dimensions)

    def search(self, at: float, name: str, value: float) -> None:
        """Publish a number of the search domain."""
        self.recorded.put(at, "AWS/ES", name, value, SEARCH)

    def concurrency(self, at: float, used: float) -> None:
        """Publish how many functions of the account ran at once."""
        self.recorded.put(at, "AWS/Usage", "ResourceCount", used, CONCURRENCY)

    def written(self, at: float, *measures: Measure, times: int = 1) -> None:
        """Let a function write a line of measures, some times."""
        line = line_of(measures)
        for _ in range(times):
            self.recorded.put_line(at, line)

    def filtered(self, at: float, metric: str) -> None:
        """Publish what a filter counts of a log."""
        self.recorded.put(at, f"Mneme/{STAGE}", metric, 1)

    def _queue(self, at: float, name: str, told: dict[str, float]) -> None:
        for metric, value in told.items():
            self.recorded.put(at, "AWS/SQS", metric, value, {"QueueName": name})


@cache
def line_of(measures: tuple[Measure, ...]) -> str:
    """Return the line that a function writes."""
    with contextlib.redirect_stdout(io.StringIO()) as written:
        EmfMetrics(STAGE).record(SYSTEM, measures)
    return written.getvalue()


def calm() -> Recorded:
    """Return thirty hours in which all is well."""
    published = Published(Recorded())
    for at in range(BEGINNING, NOW, 5 * MINUTE):
        _a_calm_moment(published, at)
    return published.recorded


def _a_calm_moment(published: Published, at: float) -> None:
    for verb in ("recall", "add"):
        for milliseconds in (20, 30, 40, 90):
            published.request(at, verb, milliseconds)
    published.request(at, "recall", 5, status=400)
    for row in FUNCTIONS:
        published.function(at, row.name, Errors=0, Throttles=0, Duration=50, IteratorAge=200)
    published.function(at, CANARY.name, Invocations=1, Errors=0)
    for queue in QUEUES:
        published.queue(at, queue.name, ApproximateAgeOfOldestMessage=3)
        published.dead_letters(at, queue.name, 0)
    for name, value in WELL.items():
        published.search(at, name, value)
    published.concurrency(at, 40)
    published.written(at, Measure(Measured.ADD_TO_COMMIT_MS, 300), times=4)
    published.written(at, Measure(Measured.INDEX_LAG_MS, 250), times=4)
    for schedule in SCHEDULES:
        if at % max(schedule.every_seconds, 5 * MINUTE) == 0:
            done = Measure(Measured.SCHEDULE_DONE, kind=ScheduleName(schedule.name))
            published.written(at, done)
