"""job_scheduler: dates memories anew once thresholds that dates rest on have settled."""

from mneme.application.lifecycle.follow_dating import SETTLED
from tests.functions.cloud import Cloud, event


def _job_ids(cloud: Cloud) -> list[str]:
    return [row["job_id"]["S"] for row in cloud.rows("jobs") if "job_id" in row]


def test_a_new_deployment_dates_all_memories_once_by_itself(cloud: Cloud) -> None:
    watch = event("job_scheduler", "schedule__watch")
    cloud.invoke("job_scheduler", watch)
    assert _job_ids(cloud) == []

    cloud.clock.advance(seconds=SETTLED.total_seconds())
    for _ in range(2):
        cloud.invoke("job_scheduler", watch)

    (job_id,) = _job_ids(cloud)
    assert job_id.startswith("redate-")
    assert cloud.role.denied == []
