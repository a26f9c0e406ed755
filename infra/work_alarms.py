"""Alarms on how the work goes, as the functions measure it themselves, and on the API."""

from collections.abc import Iterator

from infra.alarm import DAY, HOUR, MINUTE, Alarm
from infra.metric import Metric, Source, measured
from infra.settings import StageSettings

LEAST_REFUSED = 100
"""So many must be refused in five minutes: a single caller may be wrong all day long."""


def work_alarms(settings: StageSettings) -> Iterator[Alarm]:
    """Yield the alarms of a stage on its API and on what becomes of requests."""
    yield from _of_api()
    yield from _of_recalls()
    yield from _of_writes()
    if settings.language_models:
        yield from _of_models()
    yield from _of_jobs()
    yield from _of_thresholds()


def _of_thresholds() -> Iterator[Alarm]:
    yield Alarm(
        "thresholds-unfit",
        "functions refuse the thresholds that operators set, and go on with the last good ones",
        metrics=(measured("thresholds_kept_unfit"),),
        threshold=1,
    )
    yield Alarm(
        "thresholds-unread",
        "AppConfig does not answer: functions go on with the thresholds that they have",
        metrics=(measured("thresholds_kept_unread"),),
        threshold=10,
        period=15 * MINUTE,
    )


def _of_api() -> Iterator[Alarm]:
    yield Alarm(
        "api-errors",
        "requests are answered with faults of ours",
        metrics=(Metric(Source.API, "5XXError", "Sum"),),
        threshold=10,
    )
    yield Alarm(
        "api-refusals",
        "more than half of all requests are refused",
        metrics=(Metric(Source.API, "4XXError", "Sum"), Metric(Source.API, "4XXError", "Average")),
        expression=f"IF(m1 >= {LEAST_REFUSED}, m2, 0)",
        threshold=0.5,
        periods=3,
    )
    yield Alarm(
        "requests-uncounted",
        "requests are let through beyond quotas, as their counter does not answer",
        metrics=(measured("request_uncounted"),),
        threshold=20,
    )


def _of_recalls() -> Iterator[Alarm]:
    yield Alarm(
        "recall-degraded",
        "recalls are answered without the search index",
        metrics=(measured("recall_degraded_index_unavailable"),),
        threshold=20,
        periods=2,
    )
    yield Alarm(
        "index-breaker",
        "processes leave the search index alone, as it keeps failing",
        metrics=(measured("index_breaker_opened"),),
        threshold=3,
        period=15 * MINUTE,
    )
    yield Alarm(
        "index-lag",
        "what was written a minute ago is not in the search index yet",
        metrics=(measured("index_lag_ms", "Maximum"),),
        threshold=MINUTE * 1000,
        period=MINUTE,
        periods=3,
    )


def _of_writes() -> Iterator[Alarm]:
    yield Alarm(
        "tasks-failed",
        "writes that were accepted failed",
        metrics=(measured("task_ended_failed"),),
        threshold=5,
        period=15 * MINUTE,
    )
    yield Alarm(
        "capacity-refused",
        "many memories found no room, and nothing could leave for them",
        metrics=(measured("capacity_refused"),),
        threshold=1000,
        period=HOUR,
    )


def _of_models() -> Iterator[Alarm]:
    yield Alarm(
        "model-ill-formed",
        "a language model's answers cannot be read",
        metrics=(measured("model_ill_formed"),),
        threshold=20,
        period=15 * MINUTE,
    )
    yield Alarm(
        "model-breaker",
        "a provider of language models is left alone, as it keeps failing",
        metrics=(measured("model_breaker_opened"),),
        threshold=3,
        period=15 * MINUTE,
    )


def _of_jobs() -> Iterator[Alarm]:
    yield Alarm(
        "job-failed",
        "a shard of a job was given up",
        metrics=(measured("shard_ended_failed"),),
        threshold=1,
    )
    yield Alarm(
        "purge-lag",
        "what was purged a day ago was deleted only now",
        metrics=(measured("purge_lag_ms", "Maximum"),),
        threshold=DAY * 1000,
    )
    yield Alarm(
        "lifecycle-late",
        "memories were due the day before, and nobody looked after them",
        metrics=(measured("lifecycle_late"),),
        threshold=100,
        period=DAY,
    )
    yield Alarm(
        "drift-repaired",
        "the nightly comparison found much that index or counters had wrong",
        metrics=(measured("drift_repaired"),),
        threshold=100,
        period=DAY,
    )
