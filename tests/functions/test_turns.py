"""Every schedule's turn is counted once it ended well: that none is, is how its absence shows."""

from collections.abc import Iterator

import pytest

from infra.schedules import SCHEDULES, Schedule
from mneme.domain.errors import Unavailable
from mneme.domain.measures import Measured
from mneme.runtime.scheduled import ScheduleName
from tests.doubles.recorded_metrics import RecordedMetrics
from tests.functions.cloud import Cloud


@pytest.fixture
def metrics(cloud: Cloud) -> Iterator[RecordedMetrics]:
    cloud.instead["metrics"] = recorded = RecordedMetrics()
    yield recorded
    cloud.instead.clear()


def test_the_names_that_functions_know_are_those_of_the_schedules() -> None:
    assert {row.name for row in SCHEDULES} == set(ScheduleName)


@pytest.mark.parametrize("row", SCHEDULES, ids=lambda row: row.name)
def test_a_turn_that_ended_well_is_counted(
    cloud: Cloud, metrics: RecordedMetrics, row: Schedule
) -> None:
    cloud.invoke(row.function, {"schedule": row.name})

    assert metrics.names(Measured.SCHEDULE_DONE) == [f"schedule_done_{row.name}"]


def test_a_call_by_hand_is_no_turn(cloud: Cloud, metrics: RecordedMetrics) -> None:
    cloud.invoke("sweep", {})

    assert metrics.names(Measured.SCHEDULE_DONE) == []


def test_a_turn_that_failed_is_not_counted(cloud: Cloud, metrics: RecordedMetrics) -> None:
    def away(*_: object) -> int:
        raise Unavailable("a table did not answer")

    cloud.instead["sweep_tasks"] = away

    with pytest.raises(Unavailable):
        cloud.invoke("sweep", {"schedule": "sweep"})

    assert metrics.names(Measured.SCHEDULE_DONE) == []
