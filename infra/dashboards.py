"""The dashboard of a stage, as data: what an operator looks at first stands first."""

from collections.abc import Iterator
from dataclasses import dataclass

from infra.canary import CANARY
from infra.function import Trigger
from infra.functions import FUNCTIONS
from infra.metric import Metric, Source, measured
from infra.queues import QUEUES
from infra.settings import StageSettings
from infra.tables import TABLES

STEPS = ("gate", "keys", "embedding", "index", "heads", "revisions", "reinforcement")


@dataclass(frozen=True)
class Series:
    """One line of a graph."""

    label: str
    metric: Metric


@dataclass(frozen=True)
class Graph:
    """Lines in one frame; `limit` is what is promised of them, if anything is."""

    title: str
    series: tuple[Series, ...]
    limit: float | None = None
    period: int = 300


@dataclass(frozen=True)
class Section:
    """Graphs under a heading."""

    heading: str
    graphs: tuple[Graph, ...]


def sections(settings: StageSettings) -> tuple[Section, ...]:
    """Return what a stage's dashboard shows below the states of its alarms."""
    return (
        Section("What callers see", tuple(_edge(settings))),
        Section("Recall", tuple(_recall())),
        Section("From add to memory", tuple(_write())),
        Section("Queues and the stream", tuple(_queues())),
        Section("Functions", tuple(_functions())),
        Section("Stores", tuple(_stores(settings))),
        Section("Upkeep", tuple(_upkeep())),
    )


def _edge(settings: StageSettings) -> Iterator[Graph]:
    for verb, limit in (("recall", 500), ("add", 200)):
        yield Graph(
            f"{verb}: milliseconds at the edge",
            tuple(Series(p, _route("Latency", p, verb)) for p in ("p50", "p95", "p99")),
            limit=limit,
        )
    yield Graph(
        "Share of faults of ours",
        tuple(Series(verb, _route("5XXError", "Average", verb)) for verb in ("recall", "add")),
        limit=0.001,
    )
    yield Graph(
        "add: milliseconds until its facts are stored, and until they are indexed",
        (
            Series("stored p95", measured("add_to_commit_ms", "p95")),
            Series("indexed p95", measured("index_lag_ms", "p95")),
        ),
        limit=settings.commit_milliseconds,
    )
    yield Graph(
        "Requests",
        (
            Series("all", Metric(Source.API, "Count", "Sum")),
            Series("refused", Metric(Source.API, "4XXError", "Sum")),
            Series("failed", Metric(Source.API, "5XXError", "Sum")),
        ),
    )
    if settings.canary is not None:
        yield Graph(
            "The canary: milliseconds of its whole way",
            tuple(
                Series(label, Metric(Source.FUNCTION, "Duration", label, of=CANARY.name))
                for label in ("p50", "Maximum")
            ),
        )


def _recall() -> Iterator[Graph]:
    yield Graph(
        "Milliseconds by step, p95",
        tuple(Series(step, measured(f"recall_step_ms_{step}", "p95")) for step in STEPS),
    )
    yield Graph(
        "Without everything",
        (
            *_counted("recall_degraded", "index_unavailable", "embedding_unavailable"),
            *_counted("recall_setback", "failed", "late", "not_asked"),
            Series("breaker opened", measured("index_breaker_opened")),
        ),
    )
    yield Graph(
        "What is found",
        (
            Series("hits", measured("recall_hits", "Average")),
            Series("candidates", measured("recall_candidates", "Average")),
            Series("empty", measured("recall_empty")),
            Series("used", measured("memories_used")),
        ),
    )
    yield Graph(
        "How well the first one fits",
        tuple(Series(p, measured("recall_best_relevance", p)) for p in ("p10", "p50")),
    )


def _write() -> Iterator[Graph]:
    yield Graph(
        "Writes",
        (
            Series("accepted", measured("add_accepted")),
            *_counted("task_ended", "done", "failed", "dropped"),
        ),
    )
    yield Graph(
        "What becomes of facts",
        (
            *_counted("fact_decided", "add", "update", "merge", "skip", "delete"),
            Series("conflicts", measured("commit_conflicts")),
        ),
    )
    yield Graph(
        "Facts of a conversation, memories compared",
        (
            Series("facts", measured("facts_of_task", "Average")),
            Series("compared", measured("fact_candidates", "Average")),
        ),
    )
    yield Graph(
        "Language models",
        (
            Series("tokens in", measured("model_input_tokens")),
            Series("tokens out", measured("model_output_tokens")),
            Series("unreadable", measured("model_ill_formed")),
            Series("made up", measured("model_unknown_targets")),
            Series("breaker opened", measured("model_breaker_opened")),
        ),
    )


def _queues() -> Iterator[Graph]:
    consumed = [row for row in QUEUES if row.consumer]
    age, visible = "ApproximateAgeOfOldestMessage", "ApproximateNumberOfMessagesVisible"
    yield Graph(
        "Seconds that the oldest message waits",
        tuple(
            Series(row.name, Metric(Source.QUEUE, age, "Maximum", of=row.name)) for row in consumed
        ),
    )
    yield Graph(
        "Messages that were given up",
        tuple(
            Series(row.name, Metric(Source.DEAD_LETTERS, visible, "Maximum", of=row.name))
            for row in QUEUES
        ),
    )
    yield Graph(
        "Milliseconds that changes wait for the index",
        tuple(
            Series(row.name, Metric(Source.FUNCTION, "IteratorAge", "Maximum", of=row.name))
            for row in FUNCTIONS
            if row.trigger is Trigger.STREAM
        ),
    )


def _functions() -> Iterator[Graph]:
    for title, name, statistic in (
        ("Failed invocations", "Errors", "Sum"),
        ("Throttled", "Throttles", "Sum"),
        ("At once", "ConcurrentExecutions", "Maximum"),
        ("Milliseconds, p95", "Duration", "p95"),
    ):
        yield Graph(
            title,
            tuple(
                Series(row.name, Metric(Source.FUNCTION, name, statistic, of=row.name))
                for row in FUNCTIONS
            ),
        )
    yield Graph("Cold starts", (Series("all", measured("cold_started")),))


def _stores(settings: StageSettings) -> Iterator[Graph]:
    for title, name in (
        ("Read units", "ConsumedReadCapacityUnits"),
        ("Write units", "ConsumedWriteCapacityUnits"),
    ):
        yield Graph(
            title,
            tuple(
                Series(row.name, Metric(Source.TABLE, name, "Sum", of=row.name)) for row in TABLES
            ),
        )
    yield Graph(
        "Key service: failed calls",
        (*_counted("key_service_failed", "unavailable", "refused"),),
    )
    if settings.search is not None and settings.opensearch_url is None:
        yield Graph(
            "Search domain: percent",
            (
                Series("processors", Metric(Source.SEARCH, "CPUUtilization", "Maximum")),
                Series("heap", Metric(Source.SEARCH, "JVMMemoryPressure", "Maximum")),
            ),
        )
        yield Graph(
            "Search domain: free megabytes of a node",
            (Series("free", Metric(Source.SEARCH, "FreeStorageSpace", "Minimum")),),
        )


def _upkeep() -> Iterator[Graph]:
    yield Graph(
        "Capacity",
        (
            *_counted("memories_evicted", "archived", "deleted"),
            Series("compressed", measured("memories_compressed")),
            *_counted("capacity_refused", "total", "global", "app", "constraint", "persona"),
        ),
        period=3600,
    )
    yield Graph(
        "Memories whose day has come",
        (
            *(Series(name, measured(f"lifecycle_{name}")) for name in ("due", "late", "failed")),
            *_counted("lifecycle_done", "archived", "purged", "pruned", "dated_anew"),
        ),
        period=3600,
    )
    yield Graph(
        "Put right by the nightly comparison",
        (*_counted("drift_repaired", "missing", "stale", "stray", "counter", "orphan"),),
        period=3600,
    )
    yield Graph(
        "Shards of jobs",
        (
            *_counted("shard_ended", "done", "failed"),
            Series("begun again", measured("shard_revived")),
        ),
        period=3600,
    )
    yield Graph(
        "Milliseconds from a purge to the end of its deletions",
        (Series("longest", measured("purge_lag_ms", "Maximum")),),
        period=3600,
    )


def _route(name: str, statistic: str, verb: str) -> Metric:
    route = (("Method", "POST"), ("Resource", f"/memory/v1/{verb}"))
    return Metric(Source.API, name, statistic, dimensions=route)


def _counted(name: str, *kinds: str) -> Iterator[Series]:
    for kind in kinds:
        yield Series(kind.replace("_", " "), measured(f"{name}_{kind}"))
