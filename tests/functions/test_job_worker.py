"""job_scheduler and job_worker: a day's job is begun once, and done page by page."""

from typing import Any

import pytest

from mneme.domain.errors import InternalFault, Overtaken
from tests.functions.calls import call
from tests.functions.cloud import Cloud, client, event

FIRST = event("job_worker", "sqs__first_page")
FIRST_JOB = "lifecycle-2026-03-01"


@pytest.fixture
def begun(cloud: Cloud) -> Cloud:
    """Return a cloud in which the lifecycle has been begun on a day that no other test has."""
    cloud.clock.advance(days=1)
    cloud.invoke("job_scheduler", event("job_scheduler", "schedule__lifecycle"))
    return cloud


def _job(cloud: Cloud) -> str:
    return f"lifecycle-{cloud.clock.now():%Y-%m-%d}"


def _first(cloud: Cloud) -> dict[str, Any]:
    """Return the event of the first page of the day's job."""
    record = FIRST["Records"][0]
    return {"Records": [record | {"body": record["body"].replace(FIRST_JOB, _job(cloud))}]}


def _shards(cloud: Cloud) -> dict[str, str]:
    rows = (row for row in cloud.rows("jobs") if row["job_id"]["S"] == _job(cloud))
    return {row["sk"]["S"]: row["state"]["S"] for row in rows}


def _queued(cloud: Cloud) -> int:
    url, found = cloud.queues["jobs"], 0
    while (
        messages := client("sqs")
        .receive_message(QueueUrl=url, MaxNumberOfMessages=10)
        .get("Messages")
    ):
        for message in messages:
            found += 1
            client("sqs").delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
    return found


def test_a_days_job_is_begun_once_and_each_shard_is_queued(
    begun: Cloud, logged: list[dict[str, Any]]
) -> None:
    logged.clear()

    begun.invoke("job_scheduler", event("job_scheduler", "schedule__lifecycle"))

    assert set(_shards(begun)) == {f"{_job(begun)}#{number:03d}" for number in range(8)}
    assert [(line["message"], line["job"]) for line in logged] == [("job was begun", "lifecycle")]
    assert _queued(begun) == 8


def test_a_page_is_done_and_its_shard_is_over_when_nothing_is_due(
    begun: Cloud, logged: list[dict[str, Any]]
) -> None:
    logged.clear()

    answers = [begun.invoke("job_worker", _first(begun)) for _ in range(2)]

    assert answers == [{"batchItemFailures": []}] * 2
    assert _shards(begun)[f"{_job(begun)}#000"] == "DONE"
    pages = [line["outcome"] for line in logged if line["message"] == "job page"]
    assert pages == ["done", "passed"]
    _queued(begun)


def test_what_faded_is_archived_by_the_function(cloud: Cloud) -> None:
    body = {"user_id": "u-1", "content": "I like tea", "skip_evolution": True}
    told = call(cloud, "add_structured", body)
    assert told.data is not None
    cloud.clock.advance(days=100)
    cloud.invoke("job_scheduler", event("job_scheduler", "schedule__lifecycle"))
    url = cloud.queues["jobs"]
    while (
        messages := client("sqs")
        .receive_message(QueueUrl=url, MaxNumberOfMessages=10)
        .get("Messages")
    ):
        for message in messages:
            record = FIRST["Records"][0] | {"body": message["Body"]}
            cloud.invoke("job_worker", {"Records": [record]})
            client("sqs").delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])

    (head,) = [row for row in cloud.rows("heads") if row["kind"]["S"] == "FACT"]
    shown = call(cloud, "history", {"user_id": "u-1", "memory_id": told.data["memory_id"]})
    back = call(cloud, "restore", {"user_id": "u-1", "memory_id": told.data["memory_id"]})

    assert head["status"]["S"] == "ARCHIVED"
    assert shown.data is not None
    assert shown.data["records"][0]["version"]["content"] == "I like tea"
    assert (back.code, cloud.role.denied) == (0, [])


def test_the_comparison_of_a_night_is_begun_and_done_by_the_functions(cloud: Cloud) -> None:
    cloud.clock.advance(days=1)

    cloud.invoke("job_scheduler", event("job_scheduler", "schedule__reconcile"))

    job_id = f"reconcile-{cloud.clock.now():%Y-%m-%d}"
    record = FIRST["Records"][0]
    body = record["body"].replace(FIRST_JOB, job_id)
    answer = cloud.invoke("job_worker", {"Records": [record | {"body": body}]})
    (shard,) = [row for row in cloud.rows("jobs") if row["job_id"]["S"] == job_id]
    assert (answer, shard["state"]["S"]) == ({"batchItemFailures": []}, "DONE")
    assert cloud.role.denied == []
    _queued(cloud)


def test_a_page_that_fails_comes_again_and_is_told_without_words(
    begun: Cloud, logged: list[dict[str, Any]]
) -> None:
    class Broken:
        def do_page(self, message: object) -> object:
            raise InternalFault("oolong")

    begun.instead["jobs"] = Broken()
    logged.clear()

    answer = begun.invoke("job_worker", _first(begun))

    (line,) = [line for line in logged if line["message"] == "job page failed"]
    assert answer == {"batchItemFailures": [{"itemIdentifier": FIRST["Records"][0]["messageId"]}]}
    assert (line["job"], line["shard"]) == (_job(begun), 0)
    assert "oolong" not in str(logged)
    begun.instead.clear()
    _queued(begun)


def test_a_page_that_its_user_overtook_comes_again_and_is_no_error(
    begun: Cloud, logged: list[dict[str, Any]]
) -> None:
    class Behind:
        def do_page(self, message: object) -> object:
            raise Overtaken("the user's switches were set meanwhile")

    begun.instead["jobs"] = Behind()
    logged.clear()

    answer = begun.invoke("job_worker", _first(begun))

    assert answer == {"batchItemFailures": [{"itemIdentifier": FIRST["Records"][0]["messageId"]}]}
    assert [(line["level"], line["message"]) for line in logged] == [("INFO", "job page overtaken")]
    begun.instead.clear()
    _queued(begun)


def test_a_body_that_is_no_message_is_given_back(cloud: Cloud) -> None:
    unfit = event("job_worker", "sqs__not_a_message")

    answer = cloud.invoke("job_worker", unfit)

    given_back = [{"itemIdentifier": record["messageId"]} for record in unfit["Records"]]
    assert answer == {"batchItemFailures": given_back}


def test_a_page_that_is_late_is_queued_again(begun: Cloud, logged: list[dict[str, Any]]) -> None:
    begun.invoke("job_scheduler", event("job_scheduler", "schedule__watch"))
    _queued(begun)  # whatever other tests have left, and this day's pages, is lost
    begun.clock.advance(minutes=20)
    logged.clear()

    begun.invoke("job_scheduler", event("job_scheduler", "schedule__watch"))

    (line,) = logged
    assert line["message"] == "jobs watched"
    assert line["sent"] == _queued(begun) >= 8
