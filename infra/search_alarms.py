"""Alarms on a search domain of ours, after those that AWS recommends for one."""

from collections.abc import Iterator
from dataclasses import dataclass

from infra.alarm import HOUR, MINUTE, Alarm
from infra.metric import Metric, Source
from infra.settings import SearchDomain

_MEGABYTES = 1024
_LEAST_FREE = 0.2


@dataclass(frozen=True)
class _Bound:
    """A number of the domain that must stay below a bound, minute by minute."""

    kind: str
    means: str
    metric: str
    bound: float
    minutes: int = 1
    statistic: str = "Maximum"


_BOUNDS = (
    _Bound("search-red", "a shard of the search domain is nowhere", "ClusterStatus.red", 1),
    _Bound(
        "search-yellow",
        "a copy of a shard of the search domain is missing",
        "ClusterStatus.yellow",
        1,
        minutes=15,
    ),
    _Bound("search-blocked", "the search domain takes no writes", "ClusterIndexWritesBlocked", 1),
    _Bound("search-key", "the search domain cannot use the data key", "KMSKeyInaccessible", 1),
    _Bound(
        "search-memory", "the search domain is short of heap", "JVMMemoryPressure", 92, minutes=5
    ),
    _Bound(
        "search-processor",
        "the search domain is short of processors",
        "CPUUtilization",
        80,
        minutes=15,
        statistic="Average",
    ),
    _Bound(
        "search-queue",
        "searches wait in the search domain, which rejects them beyond a thousand",
        "ThreadpoolSearchQueue",
        500,
        minutes=3,
    ),
)
_OF_MASTERS = _Bound(
    "search-masters",
    "the search domain's masters are short of heap",
    "MasterJVMMemoryPressure",
    92,
    minutes=5,
)


def search_alarms(size: SearchDomain) -> Iterator[Alarm]:
    """Yield the alarms on a domain of a size."""
    for row in (*_BOUNDS, *((_OF_MASTERS,) if size.masters else ())):
        yield Alarm(
            row.kind,
            row.means,
            metrics=(_of(row.metric, row.statistic),),
            threshold=row.bound,
            period=MINUTE,
            periods=row.minutes,
        )
    nodes = size.nodes + size.masters
    yield Alarm(
        "search-nodes",
        f"the search domain has fewer nodes than {nodes}",
        metrics=(_of("Nodes", "Minimum"),),
        threshold=nodes,
        below=True,
        periods=3,
    )
    yield Alarm(
        "search-storage",
        "a node of the search domain is nearly full",
        metrics=(_of("FreeStorageSpace", "Minimum"),),
        threshold=size.volume_gb * _MEGABYTES * _LEAST_FREE,
        below=True,
    )
    yield Alarm(
        "search-snapshot",
        "a snapshot of the search domain failed",
        metrics=(_of("AutomatedSnapshotFailure", "Maximum"),),
        threshold=1,
        period=HOUR,
    )


def _of(metric: str, statistic: str) -> Metric:
    return Metric(Source.SEARCH, metric, statistic)
