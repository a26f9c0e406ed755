"""What stops an item is told apart: an outage, a fault, and what the user has done meanwhile."""

from typing import Any

import pytest

from mneme.application.jobs.look_after_each import LookAfterEach, Looked
from mneme.domain.errors import CapacityFull, MnemeError, Overtaken, Unavailable
from mneme.domain.job import TRIES, JobName, JobShard, Progress
from tests.doubles.made import NOW
from tests.doubles.noted_faults import NotedFaults
from tests.doubles.world import a_tenant

FIRST: dict[str, Any] = {"tries": 1}
LAST: dict[str, Any] = {"tries": TRIES}


def looked(faults: NotedFaults, shard: dict[str, Any], stopped_by: MnemeError) -> Looked:
    def look_after() -> Progress:
        raise stopped_by

    each = LookAfterEach(faults, (CapacityFull,))
    made = JobShard("j", JobName.IMPORT, 0, 1, NOW, NOW, **shard)
    return each.looked(made, a_tenant("acme"), "m-1", look_after)


@pytest.mark.parametrize("outage", [Unavailable, Overtaken])
def test_what_may_pass_is_tried_again(outage: type[Unavailable]) -> None:
    faults = NotedFaults()

    with pytest.raises(outage):
        looked(faults, FIRST, outage("not now"))

    assert faults.of == []


@pytest.mark.parametrize(
    ("stopped_by", "noted"),
    [
        (Unavailable("away"), [("m-1", 50002)]),
        (Overtaken("moved"), []),
        (CapacityFull("full"), []),
    ],
)
def test_at_the_last_try_only_a_fault_of_ours_is_noted(
    stopped_by: MnemeError, noted: list[tuple[str, int]]
) -> None:
    faults = NotedFaults()

    assert looked(faults, LAST, stopped_by) == Looked(Progress(failed=1), stopped_by.code)

    assert faults.of == noted
