"""What may befall a stage, and which alarms have to say so: for every row of the data modules."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from infra.function import Function, Trigger
from infra.functions import FUNCTIONS
from infra.log_filters import REFUSALS
from infra.queues import QUEUES
from infra.schedules import SCHEDULES
from infra.tables import TABLES
from mneme.application.repositories.measured_key_service import KeyFailure
from mneme.domain.job import JobState
from mneme.domain.measures import Measure, Measured, Unset
from mneme.domain.recollection import Degradation
from mneme.domain.task import TaskState
from tests.infra.published import HOUR, MINUTE, NOW, STAGE, Published

Weather = Callable[[Published], None]


@dataclass(frozen=True)
class BadDay:
    """What happens, which alarms fire, and which series say nothing meanwhile."""

    name: str
    happens: Weather
    alarms: tuple[str, ...]
    silent: frozenset[tuple[str, str]] = field(default=frozenset())


def bad_days() -> Iterator[BadDay]:
    """Yield a bad day for each alarm of a stage at least."""
    for function in FUNCTIONS:
        yield from _of_function(function)
    for queue in QUEUES:
        yield BadDay(
            f"{queue.name} gives a message up",
            partial(_dead, queue.name),
            (f"dead-letters-{queue.name}",),
        )
        if queue.consumer:
            age = queue.visibility_seconds * 1000.0
            yield BadDay(
                f"nobody empties {queue.name}",
                partial(_waiting, queue.name, age),
                (f"queue-age-{queue.name}",),
            )
    for table in TABLES:
        yield from _of_table(table.name)
        for index in table.indexes:
            if not index.local:
                yield BadDay(
                    f"{table.name} is held up by {index.name}",
                    partial(_throttled, table.name, "WriteThrottleEvents", index.name),
                    (f"table-throttles-{table.name}-index-{index.name}",),
                )
    for schedule in SCHEDULES:
        name = f"schedule_done_{schedule.name}"
        yield BadDay(
            f"{schedule.name} does not run",
            _nothing,
            (f"schedule-missed-{schedule.name}",),
            frozenset({(f"Mneme/{STAGE}", name)}),
        )
    yield from _of_search()
    yield from _of_promises()
    yield from _of_work()


def minutes(count: int) -> range:
    """Return the last so many minutes."""
    return range(NOW - count * MINUTE, NOW, MINUTE)


def _of_function(row: Function) -> Iterator[BadDay]:
    def told(**numbers: float) -> Weather:
        def happens(published: Published) -> None:
            for at in minutes(15):
                published.function(at, row.name, **numbers)

        return happens

    def filtered(metric: str) -> Weather:
        return lambda published: published.filtered(NOW - MINUTE, metric)

    errors = (f"function-errors-{row.name}",)
    if row.trigger in REFUSALS:
        fault = filtered(f"raised_faults_{row.name}")
        yield BadDay(f"{row.name} refuses", told(Errors=1), ())
        yield BadDay(f"{row.name} raises a fault", fault, errors)
    else:
        yield BadDay(f"{row.name} fails", told(Errors=1), errors)
    throttled = (f"function-throttles-{row.name}",)
    yield BadDay(f"{row.name} is throttled", told(Throttles=1), throttled)
    nearly = row.timeout_seconds * 950.0
    slow = (f"function-duration-{row.name}",)
    yield BadDay(f"{row.name} is nearly cut off", told(Duration=nearly), slow)
    logged = (f"logged-errors-{row.name}",)
    yield BadDay(f"{row.name} logs a fault", filtered(f"logged_errors_{row.name}"), logged)
    if row.trigger is Trigger.STREAM:
        age = (f"stream-age-{row.name}",)
        yield BadDay(f"changes wait for {row.name}", told(IteratorAge=600_000), age)


def _of_table(name: str) -> Iterator[BadDay]:
    for what, metric in (("reads", "ReadThrottleEvents"), ("writes", "WriteThrottleEvents")):
        happens = partial(_throttled, name, metric, "")
        yield BadDay(
            f"{what} of {name} are throttled", happens, (f"table-throttles-{name}-{what}",)
        )


def _of_search() -> Iterator[BadDay]:
    for metric, value, alarm in (
        ("ClusterStatus.red", 1, "red"),
        ("ClusterStatus.yellow", 1, "yellow"),
        ("ClusterIndexWritesBlocked", 1, "blocked"),
        ("Nodes", 5, "nodes"),
        ("FreeStorageSpace", 12_000, "storage"),
        ("JVMMemoryPressure", 96, "memory"),
        ("MasterJVMMemoryPressure", 96, "masters"),
        ("CPUUtilization", 99, "processor"),
        ("ThreadpoolSearchQueue", 900, "queue"),
        ("AutomatedSnapshotFailure", 1, "snapshot"),
        ("KMSKeyInaccessible", 1, "key"),
    ):
        yield BadDay(
            f"the search domain has {metric} {value}",
            partial(_searched, metric, value),
            (f"search-{alarm}",),
            frozenset({("AWS/ES", metric)}),
        )


def _of_promises() -> Iterator[BadDay]:
    for verb, late in (("recall", 800), ("add", 300)):
        answered = f"slo-{verb}-answered"
        both = (f"{answered}-fast", f"{answered}-slow")
        yield BadDay(f"{verb} fails", partial(_requests, verb, 40, 500, minutes(20)), both)
        slowly = partial(_requests, verb, 40, 500, range(NOW - 6 * HOUR, NOW, 30 * MINUTE - MINUTE))
        yield BadDay(f"{verb} fails now and then for hours", slowly, (f"{answered}-slow",))
        in_time = f"slo-{verb}-in-time"
        both = (f"{in_time}-fast", f"{in_time}-slow")
        yield BadDay(f"{verb} is late", partial(_requests, verb, late, 200, minutes(200)), both)
        once = partial(_requests, verb, late, 500, range(NOW - MINUTE, NOW, MINUTE))
        yield BadDay(f"one {verb} fails late", once, ())
        over = partial(_requests, verb, late, 500, range(NOW - HOUR, NOW - 35 * MINUTE, MINUTE))
        yield BadDay(f"{verb} failed and is well again", over, ())
    for metric, promise in (
        (Measured.ADD_TO_COMMIT_MS, "commit"),
        (Measured.INDEX_LAG_MS, "index"),
    ):
        late_ones = partial(_written, Measure(metric, 20_000), 2, minutes(300))
        both = (f"slo-{promise}-in-time-fast", f"slo-{promise}-in-time-slow")
        yield BadDay(f"{metric} are late", late_ones, both)


def _of_work() -> Iterator[BadDay]:
    missed = Measure(Measured.RECALL_DEGRADED, kind=Degradation.INDEX_UNAVAILABLE)
    unavailable = Measure(Measured.KEY_SERVICE_FAILED, kind=KeyFailure.UNAVAILABLE)
    refused = Measure(Measured.KEY_SERVICE_FAILED, kind=KeyFailure.REFUSED)
    failed = Measure(Measured.TASK_ENDED, kind=TaskState.FAILED)
    given_up = Measure(Measured.SHARD_ENDED, kind=JobState.FAILED)
    for measure, times, alarm in (
        (missed, 5, "recall-degraded"),
        (Measure(Measured.INDEX_BREAKER_OPENED), 1, "index-breaker"),
        (Measure(Measured.TABLES_UNAVAILABLE), 3, "tables-unavailable"),
        (unavailable, 2, "key-service-unavailable"),
        (refused, 1, "key-service-refused"),
        (failed, 1, "tasks-failed"),
        (given_up, 1, "job-failed"),
        (Measure(Measured.PURGE_LAG_MS, 90_000_000), 1, "purge-lag"),
        (Measure(Measured.CAPACITY_REFUSED), 80, "capacity-refused"),
        (Measure(Measured.DRIFT_REPAIRED, 20), 1, "drift-repaired"),
        (Measure(Measured.LIFECYCLE_LATE, 20), 1, "lifecycle-late"),
        (Measure(Measured.REQUEST_UNCOUNTED), 5, "requests-uncounted"),
        (Measure(Measured.THRESHOLDS_KEPT, kind=Unset.UNFIT), 1, "thresholds-unfit"),
    ):
        happens = partial(_written, measure, times, minutes(15))
        yield BadDay(f"{measure.name} for a quarter of an hour", happens, (alarm,))
    lag = partial(_written, Measure(Measured.INDEX_LAG_MS, 70_000), 1, minutes(4))
    unread = Measure(Measured.THRESHOLDS_KEPT, kind=Unset.UNREAD)
    yield BadDay(
        "AppConfig is away", partial(_written, unread, 2, minutes(30)), ("thresholds-unread",)
    )
    yield BadDay("the index is a minute behind for minutes", lag, ("index-lag",))
    failing = partial(_requests, "update", 40, 500, minutes(5), times=3)
    yield BadDay("corrections fail", failing, ("api-errors",))
    refusing = partial(_requests, "recall", 5, 401, minutes(20), times=60)
    yield BadDay("nearly everybody is refused", refusing, ("api-refusals",))
    yield BadDay("the account's functions are used up", _crowded, ("account-concurrency",))


def _nothing(_: Published) -> None:
    """Let nothing happen besides."""


def _dead(queue: str, published: Published) -> None:
    published.dead_letters(NOW - MINUTE, queue, 1)


def _waiting(queue: str, seconds: float, published: Published) -> None:
    for at in minutes(6):
        published.queue(at, queue, ApproximateAgeOfOldestMessage=seconds)


def _throttled(table: str, metric: str, index: str, published: Published) -> None:
    for at in minutes(15):
        published.table(at, table, index, **{metric: 4})


def _searched(metric: str, value: float, published: Published) -> None:
    for at in minutes(20):
        published.search(at, metric, value)


def _requests(
    verb: str,
    milliseconds: float,
    status: int,
    when: range,
    published: Published,
    times: int = 1,
) -> None:
    for at in when:
        for _ in range(times):
            published.request(at, verb, milliseconds, status)


def _written(measure: Measure, times: int, when: range, published: Published) -> None:
    for at in when:
        published.written(at, measure, times=times)


def _crowded(published: Published) -> None:
    for at in minutes(15):
        published.concurrency(at, 950)
