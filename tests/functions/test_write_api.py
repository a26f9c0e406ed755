"""write_api: conversations and memories are accepted, and tasks are shown to their owners."""

import base64
import json
from typing import Any

from mneme.domain.task import TaskState
from tests.functions.calls import answer, call, request
from tests.functions.cloud import Cloud, client, event

ADDED = event("write_api", "apigateway__add")
TASK_ID = json.loads(event("write_api", "apigateway__task")["body"])["task_id"]
ONE = {"message_id": "m1", "role": "user", "content": "I live in Oslo."}


def _queued(cloud: Cloud, queue: str, user: str) -> list[dict[str, Any]]:
    """Take what waits in a queue, and return what of it is this user's."""
    url = cloud.queues[queue]
    received = client("sqs").receive_message(QueueUrl=url, MaxNumberOfMessages=10)
    messages = received.get("Messages", [])
    for message in messages:
        client("sqs").delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
    bodies = [json.loads(message["Body"]) for message in messages]
    return [body for body in bodies if body["user_id"] == user]


def test_a_conversation_is_accepted_and_queued_by_its_id(cloud: Cloud) -> None:
    told = answer(cloud.invoke("write_api", ADDED))

    assert (told.status, told.code) == (202, 0)
    assert told.data == {"task_id": TASK_ID, "accepted": True, "redacted": {}}
    assert told.trace_id == ADDED["requestContext"]["requestId"]
    assert _queued(cloud, "extraction", "u-4711") == [
        {"tenant_id": "acme", "user_id": "u-4711", "task_id": TASK_ID, "attempt": 1}
    ]


def test_an_accepted_task_is_shown(cloud: Cloud) -> None:
    cloud.invoke("write_api", ADDED)

    told = answer(cloud.invoke("write_api", event("write_api", "apigateway__task")))

    assert (told.status, told.code) == (200, 0)
    assert told.data == {
        "task_id": TASK_ID,
        "state": TaskState.ACCEPTED,
        "accepted_at": "2026-03-01T12:00:00Z",
        "updated_at": "2026-03-01T12:00:00Z",
        "results": [],
        "left_out": 0,
        "error": None,
        "redacted": {},
    }


def test_a_structured_memory_is_written_before_the_answer(cloud: Cloud) -> None:
    told = answer(cloud.invoke("write_api", event("write_api", "apigateway__add_structured")))

    assert (told.status, told.code) == (200, 0)
    assert told.data is not None
    assert (told.data["decision"], told.data["revision"], told.data["task_id"]) == ("ADD", 1, None)
    heads = [row for row in cloud.rows("heads") if row["pk"]["S"] == "acme#815"]
    assert [row["sk"]["S"] for row in heads] == [told.data["memory_id"]]


def test_a_structured_memory_without_haste_goes_through_evolution(cloud: Cloud) -> None:
    told = call(cloud, "add_structured", {"user_id": "evolving", "content": "Likes tea"})

    assert (told.status, told.code) == (202, 0)
    assert told.data is not None
    (message,) = _queued(cloud, "evolution", "evolving")
    assert (message["task_id"], told.data["memory_id"]) == (told.data["task_id"], None)


def test_what_is_loaded_in_bulk_is_queued_apart(cloud: Cloud) -> None:
    history = {"user_id": "u-bulk", "bulk": True}
    call(cloud, "add", {**history, "messages": [ONE]})
    call(cloud, "add_structured", {**history, "content": "Lives in Oslo"})

    for step in ("extraction", "evolution"):
        assert len(_queued(cloud, f"bulk-{step}", "u-bulk")) == 1
        assert _queued(cloud, step, "u-bulk") == []


def test_a_body_that_is_no_json_is_refused(cloud: Cloud) -> None:
    told = answer(cloud.invoke("write_api", event("write_api", "apigateway__not_json")))

    assert (told.status, told.code, told.msg, told.field) == (
        400,
        40001,
        "the body is not valid JSON",
        "body",
    )


def test_one_key_with_the_same_body_is_one_task_and_with_another_a_conflict(cloud: Cloud) -> None:
    body = {"user_id": "again", "messages": [ONE], "idempotency_key": "k"}
    first, second = call(cloud, "add", body), call(cloud, "add", body)

    other = call(cloud, "add", {**body, "messages": [{**ONE, "content": "I live in Rome."}]})

    assert first.data == second.data
    assert (other.status, other.code, other.field) == (409, 40902, "idempotency_key")
    assert len(_queued(cloud, "extraction", "again")) == 1


def test_a_temporary_conversation_is_accepted_and_stored_nowhere(cloud: Cloud) -> None:
    body = {"user_id": "fleeting", "messages": [ONE], "temporary": True}

    told = call(cloud, "add", body)

    assert told.status == 202
    assert told.data == {"task_id": None, "accepted": True, "redacted": {}}
    stored = [row for table in cloud.tables for row in cloud.rows(table)]
    assert not [row for row in stored if row["pk"]["S"] == "acme#fleeting"]
    assert _queued(cloud, "extraction", "fleeting") == []


def test_a_user_who_switched_memory_off_is_told_so(cloud: Cloud) -> None:
    table = cloud.tables["users"].physical_name
    row = {"pk": {"S": "acme#off"}, "version": {"N": "1"}, "switched_off": {"BOOL": True}}
    client("dynamodb").put_item(TableName=table, Item=row)

    told = call(cloud, "add", {"user_id": "off", "messages": [ONE]})

    assert (told.status, told.code) == (403, 40301)


def test_a_task_of_somebody_else_is_not_found(cloud: Cloud) -> None:
    cloud.invoke("write_api", ADDED)
    asked = {"user_id": "u-4711", "task_id": TASK_ID}

    others = [
        call(cloud, "task", {**asked, "user_id": "u-4712"}),
        call(cloud, "task", {**asked, "task_id": "t_unknown"}),
        call(cloud, "task", asked, tenant_id="globex"),
        call(cloud, "task", asked, apps='["banking"]'),
    ]

    assert {(told.status, told.code, told.field) for told in others} == {(404, 40401, "task_id")}


def test_a_large_conversation_lies_in_the_bucket_and_is_sealed(cloud: Cloud) -> None:
    messages = [{**ONE, "message_id": f"m{n}", "content": "I like tea. " * 1200} for n in range(12)]

    told = call(cloud, "add", {"user_id": "large", "messages": messages})

    (listed,) = client("s3").list_objects_v2(Bucket=cloud.buckets["payloads"])["Contents"]
    stored = client("s3").get_object(Bucket=cloud.buckets["payloads"], Key=listed["Key"])
    assert told.status == 202
    assert b"I like tea" not in stored["Body"].read()


def test_a_body_in_base64_is_the_same_body(cloud: Cloud) -> None:
    body = {"user_id": "encoded", "messages": [{**ONE, "content": "我住在苏黎世"}]}
    made = request("add", body)
    made["body"] = base64.b64encode(made["body"].encode()).decode()
    made["isBase64Encoded"] = True

    assert answer(cloud.invoke("write_api", made)).status == 202
