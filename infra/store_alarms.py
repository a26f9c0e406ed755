"""Alarms on what the functions work with: queues, tables, the search domain and the key service."""

from collections.abc import Iterator

from infra.alarm import MINUTE, Alarm
from infra.metric import Metric, Source, measured
from infra.queues import QUEUES, Queue
from infra.search_alarms import search_alarms
from infra.settings import StageSettings
from infra.tables import TABLES, Table


def store_alarms(settings: StageSettings) -> Iterator[Alarm]:
    """Yield the alarms on the stores of a stage."""
    for queue in QUEUES:
        yield from _queue(queue)
    for table in TABLES:
        yield from _throttles(table)
    yield _unavailable()
    yield from _key_service()
    if settings.search is not None and settings.opensearch_url is None:
        yield from search_alarms(settings.search)


def _queue(row: Queue) -> Iterator[Alarm]:
    dead = Metric(Source.DEAD_LETTERS, "ApproximateNumberOfMessagesVisible", "Maximum", of=row.name)
    yield Alarm(
        "dead-letters",
        f"messages of the queue {row.name} were given up",
        metrics=(dead,),
        threshold=1,
        of=row.name,
    )
    if row.consumer is not None:
        age = Metric(Source.QUEUE, "ApproximateAgeOfOldestMessage", "Maximum", of=row.name)
        yield Alarm(
            "queue-age",
            f"a message of the queue {row.name} waits too long for {row.consumer}",
            metrics=(age,),
            threshold=row.late_after_seconds,
            of=row.name,
            period=MINUTE,
            periods=5,
        )


def _throttles(row: Table) -> Iterator[Alarm]:
    """Yield alarms on the table's reads and writes, and on writes held up by each global index."""
    places = {"reads": ("ReadThrottleEvents", ""), "writes": ("WriteThrottleEvents", "")}
    for index in row.indexes:
        if not index.local:
            places[f"index-{index.name}"] = ("WriteThrottleEvents", index.name)
    for place, (name, index_name) in places.items():
        dimensions = (("GlobalSecondaryIndexName", index_name),) if index_name else ()
        yield Alarm(
            "table-throttles",
            f"DynamoDB throttles the table {row.name} ({place})",
            metrics=(Metric(Source.TABLE, name, "Sum", of=row.name, dimensions=dimensions),),
            threshold=10,
            of=f"{row.name}-{place}",
            periods=2,
        )


def _unavailable() -> Alarm:
    """What is left of errors and throttles of DynamoDB after all retries."""
    return Alarm(
        "tables-unavailable",
        "tables do not answer, retries included",
        metrics=(measured("tables_unavailable"),),
        threshold=10,
    )


def _key_service() -> Iterator[Alarm]:
    yield Alarm(
        "key-service-refused",
        "the key service refuses to open or to wrap a key: content is out of reach",
        metrics=(measured("key_service_failed_refused"),),
        threshold=1,
    )
    yield Alarm(
        "key-service-unavailable",
        "the key service does not answer, or throttles",
        metrics=(measured("key_service_failed_unavailable"),),
        threshold=5,
    )
