"""A branch key is rotated by the functions as they are deployed, within their roles."""

from mneme.application.jobs.job_messages import page_message
from mneme.application.jobs.start_job import EVERYBODY
from mneme.application.tenants.reseal_work import ResealOrder
from mneme.domain.job import JobName
from tests.functions.calls import call
from tests.functions.cloud import Cloud, event

JOB = "reseal-acme@2"


def _page(cloud: Cloud) -> None:
    (shard,) = cloud.operator().jobs.show.shards(EVERYBODY, JOB)
    record = event("job_worker", "sqs__first_page")["Records"][0]
    body = page_message(EVERYBODY, shard).encode().body
    cloud.invoke("job_worker", {"Records": [record | {"body": body}]})


def test_a_key_is_rotated_by_operators_and_the_job_worker(cloud: Cloud) -> None:
    body = {"user_id": "u-sealed", "content": "Likes tea", "skip_evolution": True}
    written = call(cloud, "add_structured", body)
    assert written.data is not None
    begun = cloud.invoke("tenant_admin", {"action": "branch_keys.rotate", "tenant": "acme"})
    cloud.clock.advance(minutes=10)

    cursor = ResealOrder("acme", 2).encode()
    cloud.operator().jobs.start.once(JobName.RESEAL, EVERYBODY, JOB, cursor)
    for _ in range(20):
        _page(cloud)
    job = cloud.operator().jobs.show.find(EVERYBODY, JOB)
    finish = {"action": "branch_keys.finish", "tenant": "acme", "version": 2}
    finished = cloud.invoke("tenant_admin", finish)

    assert (begun["code"], begun["data"]["version"], begun["data"]["earlier"]) == (0, 2, 1)
    assert job is not None
    assert (job.state, job.progress.failed) == ("DONE", 0)
    assert job.progress.changed >= 2
    assert (finished["code"], finished["data"]["earlier"]) == (0, 0)
    asked = {"user_id": "u-sealed", "memory_id": written.data["memory_id"]}
    assert call(cloud, "history", asked).code == 0
    assert cloud.role.denied == []
