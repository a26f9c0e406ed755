"""A message whose work failed comes back after a rest, and its task ends with its last try."""

import copy
from typing import Any

import pytest

from mneme.application.tasks.work_on_task import LastingFaults
from mneme.domain.errors import ExtractionFailed, InternalFault, Unavailable
from mneme.domain.task import Task, TaskState
from tests.functions.calls import call
from tests.functions.cloud import Cloud, client, event

LAST = event("extraction_worker", "sqs__last_try")
ONE = {"message_id": "m1", "role": "user", "content": "I live in Oslo."}
Lines = list[dict[str, Any]]


def _add(cloud: Cloud) -> str:
    """Accept the conversation of the event, and return its task's id."""
    told = call(cloud, "add", {"user_id": "u-4714", "messages": [ONE], "idempotency_key": "req-1"})
    assert told.data is not None
    return str(told.data["task_id"])


def _task(cloud: Cloud, task_id: str) -> Task:
    services = cloud.operator()
    found = services.tasks.find(services.tenants.create("acme"), "u-4714", task_id)
    assert found is not None
    return found


def _failing(cloud: Cloud) -> None:
    def work(*_: object) -> None:
        raise Unavailable("the store is away")

    cloud.instead["extract_task"] = work


@pytest.fixture
def cloud(cloud: Cloud) -> Cloud:
    """Return the cloud with the task of the event as it was accepted, whatever a test did to it."""
    task_id, services = _add(cloud), cloud.operator()
    tenant, every = services.tenants.create("acme"), tuple(TaskState)
    task = services.tasks.find(tenant, "u-4714", task_id)
    assert task is not None
    services.tasks.turn(tenant, "u-4714", task, TaskState.ACCEPTED, before=every)
    return cloud


@pytest.mark.parametrize(
    ("receives", "least", "most"), [("1", 2, 3), ("3", 60, 75), ("5", 900, 1125), ("6", 0, 0)]
)
def test_a_failed_message_comes_back_after_a_rest_and_not_when_its_visibility_ends(
    cloud: Cloud, receives: str, least: int, most: int
) -> None:
    _add(cloud)
    _failing(cloud)
    record = copy.deepcopy(LAST["Records"][0])
    record["attributes"]["ApproximateReceiveCount"] = receives
    given: list[tuple[str, str, int]] = []
    cloud.instead["queue_consumer"] = _Noting(given)

    cloud.invoke("extraction_worker", {"Records": [record]})

    ((queue, receipt, seconds),) = given
    assert (queue, receipt) == ("extraction", record["receiptHandle"])
    assert least <= seconds <= most


class _Noting:
    """A queue that takes down what is given back to it."""

    def __init__(self, given: list[tuple[str, str, int]]) -> None:
        self._given = given

    def release(self, queue: str, receipt: str, delay_seconds: int = 0) -> None:
        self._given.append((queue, receipt, delay_seconds))


def test_a_message_is_put_off_within_the_workers_rights(cloud: Cloud, logged: Lines) -> None:
    _add(cloud)
    url = cloud.queues["extraction"]
    received = client("sqs").receive_message(QueueUrl=url, AttributeNames=["All"])["Messages"]
    record = copy.deepcopy(LAST["Records"][0])
    record["receiptHandle"] = received[0]["ReceiptHandle"]
    record["attributes"]["ApproximateReceiveCount"] = "6"
    _failing(cloud)

    cloud.invoke("extraction_worker", {"Records": [record]})

    again = client("sqs").receive_message(QueueUrl=url)["Messages"]
    client("sqs").purge_queue(QueueUrl=url)
    assert [message["MessageId"] for message in again] == [received[0]["MessageId"]]
    assert "putting off failed" not in str(logged)


def test_a_queue_that_cannot_put_a_message_off_fails_nothing_else(
    cloud: Cloud, logged: Lines
) -> None:
    _add(cloud)
    _failing(cloud)

    class Away:
        def release(self, *_: object) -> None:
            raise Unavailable("no answer")

    cloud.instead["queue_consumer"] = Away()

    report = cloud.invoke("extraction_worker", LAST)

    assert len(report["batchItemFailures"]) == 1
    assert "putting off failed" in str(logged)


def test_why_a_task_failed_is_logged_by_code_and_place_and_not_told_in_words(
    cloud: Cloud, logged: Lines
) -> None:
    task_id = _add(cloud)

    def work(*_: object) -> None:
        faults = [InternalFault("a row lacks `epoch`") for _ in range(2)]
        raise LastingFaults([*map(_raised, faults), ExtractionFailed("unreadable answer")])

    cloud.instead["extract_task"] = work

    report = cloud.invoke("extraction_worker", LAST)

    told = [line for line in logged if line["message"] == "task fault"]
    assert report == {"batchItemFailures": []}
    assert _task(cloud, task_id).state is TaskState.FAILED
    assert [(line["code"], line["times"], line["level"]) for line in told] == [
        (50000, 2, "ERROR"),
        (50001, 1, "ERROR"),
    ]
    assert "InternalFault in _raised:" in told[0]["fault"]
    assert {line["task_id"] for line in told} == {task_id}
    assert "a row lacks" not in str(logged)


def _raised(fault: InternalFault) -> InternalFault:
    """Return a fault as it is caught: with its place."""
    try:
        raise fault
    except InternalFault as caught:
        return caught


def test_the_delivery_after_the_last_try_ends_a_task_that_killed_its_workers(
    cloud: Cloud,
) -> None:
    task_id = _add(cloud)
    record = copy.deepcopy(LAST["Records"][0])
    record["attributes"]["ApproximateReceiveCount"] = "7"
    tried: list[object] = []
    cloud.instead["extract_task"] = lambda *arguments: tried.append(arguments)

    report = cloud.invoke("extraction_worker", {"Records": [record]})

    ended = _task(cloud, task_id)
    assert (tried, len(report["batchItemFailures"])) == ([], 1)
    assert (ended.state, ended.error and ended.error.code) == (TaskState.FAILED, 50001)
