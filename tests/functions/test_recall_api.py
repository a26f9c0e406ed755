"""recall_api: what was told is found again, and only by whom it belongs to."""

import json
from typing import Any

import pytest

from tests.doubles.fake_index import FakeIndex
from tests.functions.calls import answer, call
from tests.functions.cloud import Cloud, client, event

RECALL = event("recall_api", "apigateway__recall")
ASKED = json.loads(RECALL["body"])


@pytest.fixture
def told(cloud: Cloud) -> Cloud:
    """Return a cloud in which the conversation of the events is remembered and indexed."""
    cloud.index = FakeIndex()
    cloud.invoke("write_api", event("write_api", "apigateway__add"))
    cloud.invoke("extraction_worker", event("extraction_worker", "sqs__conversation"))
    cloud.invoke("evolution_worker", event("evolution_worker", "sqs__facts"))
    cloud.invoke("indexer", event("indexer", "dynamodb__new_memories"))
    return cloud


def test_what_was_told_is_recalled_best_first(told: Cloud) -> None:
    found = answer(told.invoke("recall_api", RECALL))

    assert (found.status, found.code) == (200, 0)
    assert found.data is not None
    assert (found.data["hit"], found.data["degraded"]) == (True, [])
    first = found.data["memories"][0]
    assert first["content"] == "I live in Lisbon."
    assert (first["level"], first["kind"], first["revision"]) == ("APP", "FACT", 1)
    assert first["sources"] == [{"session_id": "s-2026-03-01", "message_id": "m-1"}]
    assert first["observed_at"] == "2026-03-01T12:58:11+01:00"
    assert first["explain"]["relevance"] >= ASKED.get("min_relevance", 0.3)


def test_what_was_recalled_is_queued_for_reinforcement(told: Cloud) -> None:
    found = answer(told.invoke("recall_api", RECALL))

    received = client("sqs").receive_message(QueueUrl=told.queues["reinforcement"])
    body = json.loads(received["Messages"][0]["Body"])
    assert found.data is not None
    assert body["memory_ids"] == [memory["memory_id"] for memory in found.data["memories"]]
    assert (body["tenant_id"], body["user_id"]) == ("acme", "u-4711")


@pytest.mark.parametrize(
    ("change", "context"),
    [
        ({"user_id": "u-4712"}, {}),
        ({"scope": {"app_id": "coach"}}, {}),
        ({"scope": {}}, {}),
        ({}, {"tenant_id": "globex"}),
        ({"query": "zebra"}, {}),
    ],
)
def test_nobody_else_finds_it_and_nothing_found_is_no_error(
    told: Cloud, change: dict[str, Any], context: dict[str, str]
) -> None:
    found = call(told, "recall", {**ASKED, **change}, **context)

    assert (found.status, found.code) == (200, 0)
    assert found.data == {"hit": False, "degraded": [], "switched_off": [], "memories": []}


def test_a_user_never_seen_is_answered_and_leaves_no_trace(told: Cloud) -> None:
    before = {table: len(told.rows(table)) for table in told.tables}

    found = call(told, "recall", {**ASKED, "user_id": "nobody"})

    assert (found.code, found.data and found.data["hit"]) == (0, False)
    assert {table: len(told.rows(table)) for table in told.tables} == before


def test_a_temporary_session_reads_nothing(told: Cloud) -> None:
    found = answer(told.invoke("recall_api", event("recall_api", "apigateway__temporary")))

    assert found.data == {"hit": False, "degraded": [], "switched_off": [], "memories": []}


def test_a_user_who_switched_memory_off_is_told_so(told: Cloud) -> None:
    row = {"pk": {"S": "acme#off"}, "version": {"N": "1"}, "switched_off": {"BOOL": True}}
    client("dynamodb").put_item(TableName=told.tables["users"].physical_name, Item=row)

    found = call(told, "recall", {**ASKED, "user_id": "off"})

    assert (found.status, found.code) == (403, 40301)


def test_an_index_that_is_down_is_not_the_same_as_nothing_found(told: Cloud) -> None:
    # P35: never a plain empty 200.
    told.index.down = True  # type: ignore[attr-defined]

    found = call(told, "recall", ASKED)

    assert found.code == 0
    assert found.data is not None
    assert found.data["degraded"] == ["index_unavailable"]
    assert found.data["memories"]


def test_a_recall_out_of_time_says_what_it_waited_for(told: Cloud) -> None:
    told.index.while_searching = lambda: told.clock.advance(3)  # type: ignore[attr-defined]

    found = call(told, "recall", ASKED)

    assert (found.status, found.code) == (504, 50401)
    assert found.data == {"field": "timeout_ms", "step": "index"}


@pytest.mark.parametrize("down", [False, True])
def test_what_a_recall_did_without_and_how_long_it_waited_is_logged(
    told: Cloud, logged: list[dict[str, Any]], down: bool
) -> None:
    told.index.down = down  # type: ignore[attr-defined]
    told.index.while_searching = lambda: told.clock.advance(0.1)  # type: ignore[attr-defined]

    call(told, "recall", ASKED)

    (line,) = (one for one in logged if one.get("verb") == "recall")
    assert line["degraded"] == (["index_unavailable"] if down else [])
    assert line.get("setbacks") == ({"index": "failed"} if down else None)
    assert line["step_ms"]["index"] == 100.0
    assert line["candidates"] >= line["memories"] > 0


def test_what_a_model_was_shown_is_queued_with_its_instant(told: Cloud) -> None:
    noted = answer(told.invoke("recall_api", event("recall_api", "apigateway__used")))

    queue = {"QueueUrl": told.queues["reinforcement"], "MaxNumberOfMessages": 10}
    received = client("sqs").receive_message(**queue)["Messages"]
    bodies = [json.loads(message["Body"]) for message in received]
    assert (noted.status, noted.data) == (202, {"accepted": True, "counted": 1})
    assert [body["at"] for body in bodies if body.get("used")] == ["2026-03-01T13:00:00+01:00"]


def test_a_slash_behind_the_path_is_the_same_path(told: Cloud) -> None:
    found = answer(told.invoke("recall_api", {**RECALL, "path": f"{RECALL['path']}/"}))

    assert (found.status, found.code) == (200, 0)
