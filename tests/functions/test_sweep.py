"""sweep: what waits is queued, be it never queued or put off while no model answered."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from mneme.domain.errors import Unavailable
from mneme.domain.task import Task, TaskState
from tests.functions.calls import call
from tests.functions.cloud import Cloud, client, event

BODY = {
    "user_id": "swept",
    "messages": [{"message_id": "m1", "role": "user", "content": "I live in Oslo."}],
    "idempotency_key": "k",
}


class _Mute:
    """A queue that is out of reach."""

    def send(self, *_: object) -> None:
        raise Unavailable("the queue did not answer")


def _store_without_queueing(cloud: Cloud, body: dict[str, Any]) -> None:
    services = cloud.operator()
    accept_add = replace(services.accept_add, queue=_Mute())  # type: ignore[arg-type]
    cloud.instead["accept_add"] = accept_add
    assert call(cloud, "add", body).code == 50002
    cloud.instead.clear()


@pytest.mark.parametrize("name", ["schedule__every_minute", "console__by_hand"])
def test_a_task_that_was_never_queued_is_queued_by_the_sweep(
    cloud: Cloud, logged: list[dict[str, Any]], name: str
) -> None:
    _store_without_queueing(cloud, {**BODY, "user_id": name})
    cloud.clock.advance(minutes=2)
    logged.clear()

    for _ in range(2):  # the second sweep finds nothing
        cloud.invoke("sweep", event("sweep", name))

    url = cloud.queues["extraction"]
    messages = client("sqs").receive_message(QueueUrl=url, MaxNumberOfMessages=10)["Messages"]
    for message in messages:
        client("sqs").delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
    assert len(messages) == 1
    assert [(line["message"], line["tasks"]) for line in logged] == [("swept", 1), ("swept", 0)]


def _put_off(cloud: Cloud, user: str) -> Task:
    """Accept a conversation, and put it off as a worker does that gets no answer of a model."""
    told = call(cloud, "add", {**BODY, "user_id": user})
    assert told.data is not None
    services = cloud.operator()
    tenant = services.tenants.create("acme")
    task = services.tasks.find(tenant, user, told.data["task_id"])
    assert task is not None
    now = cloud.clock.now()
    extracting = TaskState.EXTRACTING
    services.tasks.turn(tenant, user, task, extracting, before=(TaskState.ACCEPTED,))
    services.tasks.defer(tenant, user, task, until=now + timedelta(minutes=5))
    return task


def test_a_task_that_was_put_off_is_queued_by_its_own_schedule(
    cloud: Cloud, logged: list[dict[str, Any]]
) -> None:
    _put_off(cloud, "patient")
    cloud.clock.advance(minutes=6)
    logged.clear()

    for name in ("every_minute", "every_five_minutes", "every_five_minutes"):
        cloud.invoke("sweep", event("sweep", f"schedule__{name}"))

    assert [(line["message"], line["tasks"]) for line in logged] == [
        ("swept", 0),
        ("resumed", 1),
        ("resumed", 0),
    ]


def test_a_task_that_cannot_be_queued_is_named_in_the_log_without_words(
    cloud: Cloud, logged: list[dict[str, Any]]
) -> None:
    task = _put_off(cloud, "stuck")
    cloud.clock.advance(minutes=6)
    logged.clear()
    cloud.instead["sweep_tasks"] = replace(cloud.operator().sweep_tasks, queue=_Mute())  # type: ignore[arg-type]

    with pytest.raises(Unavailable):
        cloud.invoke("sweep", event("sweep", "schedule__every_five_minutes"))

    (line,) = [line for line in logged if line["message"] == "task not looked after"]
    assert (line["tenant"], line["task_id"], line["code"]) == ("acme", task.task_id, 50002)
    assert "Unavailable in send:" in line["fault"]
    assert "the queue did not answer" not in str(line)
    cloud.instead.clear()
    cloud.invoke("sweep", event("sweep", "schedule__every_five_minutes"))


def test_a_sweep_with_nothing_due_does_nothing(cloud: Cloud) -> None:
    before = cloud.rows("operations")

    cloud.invoke("sweep", event("sweep", "schedule__every_minute"))

    assert cloud.rows("operations") == before
