"""extraction_worker: tasks of a batch are worked on group by group, and fail one by one."""

import copy
from typing import Any

import pytest

from mneme.application.tasks.queue_messages import TaskMessage
from mneme.domain.errors import Unavailable
from mneme.domain.task import Task, TaskState
from tests.functions.calls import call
from tests.functions.cloud import Cloud, client, event

CONVERSATION = event("extraction_worker", "sqs__conversation")
TWO_USERS = event("extraction_worker", "sqs__two_users")
LAST = event("extraction_worker", "sqs__last_try")
ONE = {"message_id": "m1", "role": "user", "content": "I live in Oslo."}
Lines = list[dict[str, Any]]


def _add(cloud: Cloud, user: str, key: str) -> str:
    """Accept a conversation of the events, and return its task's id."""
    told = call(cloud, "add", {"user_id": user, "messages": [ONE], "idempotency_key": key})
    assert told.data is not None
    return str(told.data["task_id"])


def _task(cloud: Cloud, user: str, task_id: str) -> Task:
    services = cloud.operator()
    found = services.tasks.find(services.tenants.create("acme"), user, task_id)
    assert found is not None
    return found


def _failing(cloud: Cloud, *users: str, fault: Exception | None = None) -> None:
    """Let the work on these users' tasks fail; all others' is done."""

    def work(tenant: object, message: Any, task: Task) -> None:
        if message.user_id in users:
            raise fault or Unavailable("the store is away")

    cloud.instead["extract_task"] = work


def test_a_conversation_becomes_turns_and_facts_that_wait_for_evolution(
    cloud: Cloud, logged: Lines
) -> None:
    cloud.invoke("write_api", event("write_api", "apigateway__add"))
    logged.clear()

    report = cloud.invoke("extraction_worker", CONVERSATION)

    heads = [row for row in cloud.rows("heads") if row["pk"]["S"] == "acme#u-4711"]
    assert report == {"batchItemFailures": []}
    assert [row["kind"]["S"] for row in heads] == ["TURN"] * 3
    assert [(line["message"], line["state"]) for line in logged] == [("task step", "EVOLVING")]
    url = cloud.queues["evolution"]
    assert len(client("sqs").receive_message(QueueUrl=url)["Messages"]) == 1


def test_a_batch_delivered_twice_is_done_once(cloud: Cloud) -> None:
    cloud.invoke("write_api", event("write_api", "apigateway__add"))
    cloud.invoke("extraction_worker", CONVERSATION)
    before = cloud.rows("heads")

    report = cloud.invoke("extraction_worker", CONVERSATION)

    assert (report, cloud.rows("heads")) == ({"batchItemFailures": []}, before)


def test_a_failing_task_holds_up_its_own_user_only(cloud: Cloud, logged: Lines) -> None:
    first, other, second = TWO_USERS["Records"]
    for user, key in (("u-4712", "req-1"), ("u-4713", "req-1"), ("u-4712", "req-2")):
        _add(cloud, user, key)
    _failing(cloud, "u-4712")

    report = cloud.invoke("extraction_worker", TWO_USERS)

    failed = [failure["itemIdentifier"] for failure in report["batchItemFailures"]]
    assert failed == [first["messageId"], second["messageId"]]
    assert other["messageId"] not in failed
    errors = [line for line in logged if line["level"] == "ERROR"]
    assert [line["fault"].split(" in ")[0] for line in errors] == ["Unavailable"]


def test_a_task_that_is_given_up_lets_its_users_next_one_be_tried(cloud: Cloud) -> None:
    tasks = [_add(cloud, "u-4712", key) for key in ("req-1", "req-2")]
    first, _, second = copy.deepcopy(TWO_USERS["Records"])
    for record in (first, second):
        record["attributes"]["ApproximateReceiveCount"] = "6"
    tried: list[str] = []

    def work(tenant: object, message: TaskMessage, task: Task) -> None:
        tried.append(task.task_id)
        if task.task_id == tasks[0]:
            raise Unavailable("the store is away")

    cloud.instead["extract_task"] = work

    report = cloud.invoke("extraction_worker", {"Records": [first, second]})

    assert report == {"batchItemFailures": [{"itemIdentifier": first["messageId"]}]}
    assert tried == tasks
    assert _task(cloud, "u-4712", tasks[0]).state is TaskState.FAILED


def test_before_its_last_try_a_failing_task_stays_open(cloud: Cloud) -> None:
    task_id = _add(cloud, "u-4714", "req-1")
    _failing(cloud, "u-4714")
    earlier = {"Records": [{**LAST["Records"][0]}]}
    earlier["Records"][0]["attributes"] = {
        **LAST["Records"][0]["attributes"],
        "ApproximateReceiveCount": "5",
    }

    report = cloud.invoke("extraction_worker", earlier)

    assert len(report["batchItemFailures"]) == 1
    assert _task(cloud, "u-4714", task_id).state is TaskState.ACCEPTED


@pytest.mark.parametrize(
    ("fault", "code", "message"),
    [
        (Unavailable("the store is away"), 50002, "the store is away"),
        (KeyError("xylophonist"), 50001, "the write failed"),
    ],
)
def test_the_last_try_ends_the_task_where_its_caller_sees_it(
    cloud: Cloud, logged: Lines, fault: Exception, code: int, message: str
) -> None:
    task_id = _add(cloud, "u-4714", "req-1")
    services = cloud.operator()
    tenant = services.tenants.create("acme")
    _reopen(services, tenant, task_id)
    _failing(cloud, "u-4714", fault=fault)

    report = cloud.invoke("extraction_worker", LAST)

    ended = _task(cloud, "u-4714", task_id)
    assert len(report["batchItemFailures"]) == 1  # on to the dead letters
    assert ended.state is TaskState.FAILED
    assert ended.error is not None
    assert (ended.error.code, ended.error.message) == (code, message)
    assert "xylophonist" not in str(logged)


def _reopen(services: Any, tenant: Any, task_id: str) -> None:
    """Let the task be as it was accepted, whatever another case did to it."""
    task = services.tasks.find(tenant, "u-4714", task_id)
    every = tuple(TaskState)
    services.tasks.turn(tenant, "u-4714", task, TaskState.ACCEPTED, before=every)


def test_many_facts_go_to_the_bucket_within_the_workers_reach(cloud: Cloud) -> None:
    # The user's text of a large conversation comes back as facts, larger than a row should be.
    texts = [f"I lived in the town of {'Ab' * 150} for {n} years." for n in range(336)]
    messages = [{**ONE, "message_id": f"m{n}", "content": " ".join(texts[n::8])} for n in range(8)]
    body = {"user_id": "large", "messages": messages, "idempotency_key": "k"}
    told = call(cloud, "add", body)
    assert told.data is not None
    record = {**CONVERSATION["Records"][0]}
    record["body"] = TaskMessage("acme", "large", told.data["task_id"], 1).encode().body

    report = cloud.invoke("extraction_worker", {"Records": [record]})

    task = _task(cloud, "large", told.data["task_id"])
    stored = client("s3").list_objects_v2(Bucket=cloud.buckets["payloads"])["Contents"]
    assert report == {"batchItemFailures": []}
    assert (task.state, task.fact_count) == (TaskState.EVOLVING, 336)
    assert len(stored) == 2  # the conversation and its facts


def test_a_body_that_is_no_message_fails_alone(cloud: Cloud) -> None:
    record = {**CONVERSATION["Records"][0], "body": "{}", "messageId": "strange"}

    report = cloud.invoke("extraction_worker", {"Records": [record]})

    assert report == {"batchItemFailures": [{"itemIdentifier": "strange"}]}
