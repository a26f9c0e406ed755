"""evolution_worker: the facts of a task become memories, and the task is done."""

import pytest

from infra.queues import QUEUES
from mneme.application.tasks.queue_messages import TaskMessage
from mneme.domain.errors import Unavailable
from mneme.domain.memory import Kind
from mneme.domain.task import Decision
from mneme.runtime.batch import MAX_RECEIVES
from tests.doubles.made import GLOBAL, a_fact
from tests.functions.calls import Answer, answer, call
from tests.functions.cloud import Cloud, client, event

FACTS = event("evolution_worker", "sqs__facts")


@pytest.fixture
def extracted(cloud: Cloud) -> Cloud:
    """Return a cloud in which the conversation of the events waits for evolution."""
    cloud.invoke("write_api", event("write_api", "apigateway__add"))
    cloud.invoke("extraction_worker", event("extraction_worker", "sqs__conversation"))
    return cloud


def _task(cloud: Cloud) -> Answer:
    return answer(cloud.invoke("write_api", event("write_api", "apigateway__task")))


def test_each_fact_becomes_a_memory_and_a_result(extracted: Cloud) -> None:
    report = extracted.invoke("evolution_worker", FACTS)

    told = _task(extracted).data
    facts = [row for row in extracted.rows("heads") if row["kind"]["S"] == Kind.FACT]
    assert report == {"batchItemFailures": []}
    assert told is not None
    assert told["state"] == "DONE"
    assert [result["decision"] for result in told["results"]] == [Decision.ADD] * 2
    assert {r["memory_id"] for r in told["results"]} == {row["sk"]["S"] for row in facts}


def test_a_batch_delivered_twice_commits_nothing_twice(extracted: Cloud) -> None:
    extracted.invoke("evolution_worker", FACTS)
    before = {table: extracted.rows(table) for table in ("heads", "counters", "change_log")}

    report = extracted.invoke("evolution_worker", FACTS)

    assert report == {"batchItemFailures": []}
    assert {table: extracted.rows(table) for table in before} == before


def test_a_last_try_that_fails_is_reported_and_ends_the_task(cloud: Cloud) -> None:
    body = {"user_id": "u-4714", "messages": [_MESSAGE], "idempotency_key": "req-1"}
    added = call(cloud, "add", body)

    def work(*_: object) -> None:
        raise Unavailable("the store is away")

    cloud.instead["evolve_task"] = work
    report = cloud.invoke("evolution_worker", event("evolution_worker", "sqs__last_try"))

    assert added.data is not None
    told = call(cloud, "task", {"user_id": "u-4714", "task_id": added.data["task_id"]}).data
    assert len(report["batchItemFailures"]) == 1
    assert told is not None
    assert (told["state"], told["error"]["code"]) == ("FAILED", 50002)


def test_facts_that_lie_in_the_bucket_are_within_the_workers_reach(cloud: Cloud) -> None:
    services = cloud.operator()
    tenant = services.tenants.create("acme")
    task = services.accept_structured(tenant, "large", GLOBAL, a_fact("Likes tea. " * 10_000))
    given = event("evolution_worker", "sqs__facts")
    given["Records"][0]["body"] = TaskMessage("acme", "large", task.task_id, 1).encode().body

    report = cloud.invoke("evolution_worker", given)

    told = call(cloud, "task", {"user_id": "large", "task_id": task.task_id}).data
    stored = client("s3").list_objects_v2(Bucket=cloud.buckets["payloads"])["Contents"]
    assert (report, len(stored)) == ({"batchItemFailures": []}, 1)
    assert told is not None
    assert told["state"] == "DONE"


def test_a_task_is_given_up_exactly_when_its_queue_gives_it_up() -> None:
    tasks = [queue for queue in QUEUES if queue.fifo]

    assert {queue.max_receives for queue in tasks} == {MAX_RECEIVES}


_MESSAGE = {"message_id": "m1", "role": "user", "content": "I live in Oslo."}
