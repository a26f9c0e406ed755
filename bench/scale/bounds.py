"""At which load each quota binds, and what breaks first."""

from collections.abc import Sequence
from dataclasses import dataclass

from bench.scale.demand import Use, busy_seconds
from bench.scale.inputs import Assumptions, ServiceQuota
from bench.scale.usage import EVOLVE, EXTRACT, Usage

PARTITION_WRITES = 1_000
PARTITION_READS = 3_000
SECONDS_A_DAY = 86_400


@dataclass(frozen=True)
class Bound:
    """A quota, and how many users of the assumed habits reach it in their busiest second."""

    quota: ServiceQuota
    of_an_add: float
    of_a_recall: float
    users: float


def bounds(add: Use, recall: Use, told: Assumptions, quotas: Sequence[ServiceQuota]) -> list[Bound]:
    """Return all of them, the one that binds first in front."""
    found = []
    for quota in quotas:
        one_add, one_recall = getattr(add, quota.use), getattr(recall, quota.use)
        a_user = a_users_second(one_add, one_recall, told)
        found.append(Bound(quota, one_add, one_recall, quota.value / a_user if a_user else 0.0))
    return sorted(found, key=lambda bound: bound.users or float("inf"))


def a_users_second(of_an_add: float, of_a_recall: float, told: Assumptions) -> float:
    """Return what one of all users takes of a thing in the busiest second of a day."""
    a_day = told.adds_a_user_and_day * of_an_add + told.recalls_a_user_and_day * of_a_recall
    return a_day * told.active_share * told.peak_to_mean / SECONDS_A_DAY


def hot_user(usage: Usage, told: Assumptions) -> dict[str, float]:
    """Return how much one user alone may do in a second, by what bounds it.

    A user's tasks are done one after the other; a user's rows of a table share a partition key.
    """
    extract = busy_seconds(usage, told, EXTRACT, told.queue_send_ms)
    evolve = busy_seconds(usage, told, EVOLVE, usage.facts * told.search_ms)
    writes, reads = _of_tables(usage, "writes"), _of_tables(usage, "reads")
    return {
        "adds, one at a time through evolution": 1 / max(extract, evolve),
        "adds, write units of one partition": PARTITION_WRITES / max(writes.values()),
        "adds, read units of one partition": PARTITION_READS / max(reads.values()),
    }


def _of_tables(usage: Usage, kind: str) -> dict[str, float]:
    whole: dict[str, float] = {}
    for name in (EXTRACT, EVOLVE):
        for table, units in getattr(usage.steps[name].consumed, kind).items():
            whole[table] = whole.get(table, 0.0) + units
    return whole
