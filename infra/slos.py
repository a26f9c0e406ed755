"""What callers are promised, as data, and the alarms on how fast a promise is being broken.

An objective leaves a budget: of 1,000 requests of 99.9 % one may fail. A rate tells how many times
as fast as allowed the budget of 30 days goes: at 14.4 a fiftieth of it is gone within an hour, at 6
a twentieth within six hours. A long window and a short one must both see it: the long one that it
is worth waking somebody, the short one that it still goes on.
(Google, The Site Reliability Workbook, chapter 5.)
"""

from collections.abc import Iterator
from dataclasses import dataclass

from infra.alarm import HOUR, MINUTE, Alarm, Both
from infra.metric import Metric, Source, measured
from infra.settings import StageSettings

PERCENT = 100
LEAST_BAD = 10
"""So many must be bad in a long window: one bad request of three is no emergency."""

HALF_OF_WAY_TO_RECALL = 97.5
"""Percent that each half of the way from `add` to `recall` has to be in time, for 95 of both."""


@dataclass(frozen=True)
class Slo:
    """A promise. `bad_share` is what of all was bad, up to `whole`; `bad` counts it."""

    name: str
    promise: str
    percent: float
    bad_share: Metric
    bad: Metric
    whole: float

    def limit(self, rate: float) -> float:
        """Return the share of bad ones at which the budget goes at so many times its rate."""
        return round(rate * (PERCENT - self.percent) / PERCENT * self.whole, 6)


@dataclass(frozen=True)
class Burn:
    """A rate, and the two windows in seconds that must see it."""

    name: str
    rate: float
    long: int
    short: int


BURNS = (
    Burn("fast", 14.4, HOUR, 5 * MINUTE),
    Burn("slow", 6.0, 6 * HOUR, 30 * MINUTE),
)


def slos(settings: StageSettings) -> tuple[Slo, ...]:
    """Return the promises of a stage."""
    commit = settings.commit_milliseconds
    return (
        _answered("recall"),
        _answered("add"),
        _in_time("recall", 500),
        _in_time("add", 200),
        _measured_in_time("commit", "add_to_commit_ms", commit, HALF_OF_WAY_TO_RECALL),
        _measured_in_time("index", "index_lag_ms", 500, HALF_OF_WAY_TO_RECALL),
    )


def slo_alarms(settings: StageSettings) -> Iterator[Alarm | Both]:
    """Yield the alarms on all promises of a stage."""
    for slo in slos(settings):
        for burn in BURNS:
            yield from _burns(slo, burn)


def _burns(slo: Slo, burn: Burn) -> Iterator[Alarm | Both]:
    kind = f"slo-{slo.name}"
    limit = slo.limit(burn.rate)
    long = Alarm(
        kind,
        f"{slo.promise}: {burn.rate} times too many are not, in a long window",
        metrics=(slo.bad, slo.bad_share),
        expression=f"IF(m1 >= {LEAST_BAD}, m2, 0)",
        threshold=limit,
        of=f"{burn.name}-long",
        period=burn.long,
        notifies=False,
    )
    short = Alarm(
        kind,
        f"{slo.promise}: {burn.rate} times too many are not, in a short window",
        metrics=(slo.bad_share,),
        threshold=limit,
        of=f"{burn.name}-short",
        period=burn.short,
        notifies=False,
    )
    yield from (long, short)
    means = f"{slo.promise}: the budget goes {burn.rate} times too fast"
    yield Both(kind, means, (long.name, short.name), of=burn.name)


def _route(verb: str) -> tuple[tuple[str, str], ...]:
    return (("Method", "POST"), ("Resource", f"/memory/v1/{verb}"))


def _answered(verb: str) -> Slo:
    def errors(statistic: str) -> Metric:
        return Metric(Source.API, "5XXError", statistic, dimensions=_route(verb))

    return Slo(
        f"{verb}-answered",
        f"99.9 % of all `{verb}` are answered without a fault of ours",
        percent=99.9,
        bad_share=errors("Average"),
        bad=errors("Sum"),
        whole=1,
    )


def _in_time(verb: str, milliseconds: int) -> Slo:
    def latency(statistic: str) -> Metric:
        bounded = f"{statistic}({milliseconds}:)"
        return Metric(Source.API, "Latency", bounded, dimensions=_route(verb))

    return Slo(
        f"{verb}-in-time",
        f"99 % of all `{verb}` are answered within {milliseconds} ms at the edge",
        percent=99,
        bad_share=latency("PR"),
        bad=latency("TC"),
        whole=PERCENT,
    )


def _measured_in_time(name: str, metric: str, milliseconds: int, percent: float) -> Slo:
    return Slo(
        f"{name}-in-time",
        f"{percent} % of `{metric}` are at most {milliseconds}",
        percent=percent,
        bad_share=measured(metric, f"PR({milliseconds}:)"),
        bad=measured(metric, f"TC({milliseconds}:)"),
        whole=PERCENT,
    )
