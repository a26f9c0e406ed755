"""A session's course through the functions, each with its own role: told, closed or left, over."""

import copy
import json
from typing import Any

import pytest

from tests.functions.calls import Answer, answer, call
from tests.functions.cloud import Cloud, client, event

CLOSE = event("write_api", "apigateway__session_close")
SESSION = {"app_id": "travel", "session_id": "s-2026-03-01"}
KEPT = "Is allergic to peanuts"
GONE = "Went to the market"


def _tell(cloud: Cloud, user: str) -> None:
    for content, mem_type in ((KEPT, "SEMANTIC"), (GONE, "EPISODIC")):
        body = {
            "user_id": user,
            **SESSION,
            "level": "SESSION",
            "content": content,
            "mem_type": mem_type,
            "skip_evolution": True,
        }
        assert call(cloud, "add_structured", body).code == 0


def _deliver(cloud: Cloud, queue: str, user: str) -> None:
    """Hand what waits in a queue for the user to the queue's worker."""
    url = cloud.queues[queue]
    received = client("sqs").receive_message(QueueUrl=url, MaxNumberOfMessages=10)
    for message in received.get("Messages", []):
        client("sqs").delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
        if json.loads(message["Body"])["user_id"] == user:
            name = "sqs__conversation" if queue == "extraction" else "sqs__facts"
            handed = copy.deepcopy(event(f"{queue}_worker", name))
            handed["Records"][0]["body"] = message["Body"]
            report = cloud.invoke(f"{queue}_worker", handed)
            assert report == {"batchItemFailures": []}


def _current(cloud: Cloud, user: str) -> list[tuple[str, str]]:
    listed = call(cloud, "user/list", {"user_id": user, "status": ["ACTIVE"]})
    assert listed.data is not None
    memories: list[dict[str, Any]] = listed.data["memories"]
    return sorted((one["level"], one["kind"]) for one in memories)


def _task(cloud: Cloud, user: str, accepted: Answer) -> Answer:
    assert accepted.data is not None
    return call(cloud, "task", {"user_id": user, "task_id": accepted.data["task_id"]})


def test_a_session_is_closed_in_its_turn_and_the_task_tells_how(cloud: Cloud) -> None:
    _tell(cloud, "u-4711")

    accepted = answer(cloud.invoke("write_api", CLOSE))
    for queue in ("extraction", "evolution"):
        _deliver(cloud, queue, "u-4711")

    assert (accepted.status, accepted.code) == (202, 0)
    told = _task(cloud, "u-4711", accepted)
    assert told.data is not None
    assert told.data["state"] == "DONE"
    # What the named message must keep is nothing here; what is durable goes on.
    assert [one["decision"] for one in told.data["results"]] == ["ADD"]
    assert _current(cloud, "u-4711") == [
        ("APP", "CONTINUITY"),
        ("APP", "FACT"),
    ]


def test_what_is_to_be_continued_goes_at_once_with_the_session_that_is_purged(cloud: Cloud) -> None:
    _tell(cloud, "purged")
    body = {"user_id": "purged", **SESSION}
    assert call(cloud, "session/close", body | {"to_be_continued": True}).code == 0
    for queue in ("extraction", "evolution"):
        _deliver(cloud, queue, "purged")
    assert ("APP", "CONTINUITY") in _current(cloud, "purged")

    purged = call(cloud, "user/purge", {"user_id": "purged", "scope": SESSION})

    assert (purged.status, purged.code) == (202, 0)
    assert _current(cloud, "purged") == [("APP", "FACT")]


def test_a_session_that_nobody_uses_is_ended_by_its_schedule(
    cloud: Cloud, logged: list[dict[str, Any]]
) -> None:
    _tell(cloud, "forgetful")
    idle = event("sweep", "schedule__every_quarter_of_an_hour")
    cloud.clock.advance(hours=25)
    logged.clear()

    cloud.invoke("sweep", idle)
    for queue in ("extraction", "evolution"):
        _deliver(cloud, queue, "forgetful")
    cloud.invoke("sweep", idle)

    ended = [line["ended"] for line in logged if line["message"] == "idle sessions"]
    assert (ended[0] >= 1, ended[1]) == (True, 0)
    assert _current(cloud, "forgetful") == [("APP", "FACT")]


@pytest.mark.parametrize(
    ("place", "field"),
    [({"app_id": "coach"}, "app_id"), ({}, "app_id")],
)
def test_a_key_of_an_app_closes_its_own_sessions_only(
    cloud: Cloud, place: dict[str, str], field: str
) -> None:
    body = {"user_id": "u-1", "session_id": "s", **place}

    told = call(cloud, "session/close", body, apps='["planner"]')

    assert (told.status, told.code, told.field) == (403, 40302, field)
