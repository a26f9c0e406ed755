"""manage_api: what is there, what became of it, and how it is brought back."""

from typing import Any

import pytest

from tests.functions.calls import call
from tests.functions.cloud import Cloud, event
from tests.functions.test_manage_api import sent, told


def entries(cloud: Cloud, verb: str, name: str, **body: Any) -> list[dict[str, Any]]:
    """List to the end, page by page."""
    found: list[dict[str, Any]] = []
    cursor = None
    while True:
        answered = call(cloud, verb, {**body, "cursor": cursor})
        assert (answered.status, answered.code) == (200, 0)
        assert answered.data is not None
        found += answered.data[name]
        cursor = answered.data["cursor"]
        if cursor is None:
            return found


def test_all_memories_are_listed_page_by_page(cloud: Cloud) -> None:
    ids = [told(cloud, "lister", f"Fact {n}", app_id="travel") for n in range(7)]

    found = entries(cloud, "user/list", "memories", user_id="lister", limit=3)

    assert [one["memory_id"] for one in found] == ids
    assert found[0]["content"] == "Fact 0"
    assert (found[0]["level"], found[0]["app_id"], found[0]["weight"]) == ("APP", "travel", 0.8)


def test_the_event_lists_a_first_page(cloud: Cloud) -> None:
    memory_id = told(cloud, "u-4711", "I like lists", app_id="lists")

    listed = sent(cloud, "user_list", memory_id)

    assert listed.data is not None
    assert set(listed.data) == {"memories", "cursor"}


def test_a_history_tells_every_change_and_its_sentence(cloud: Cloud) -> None:
    memory_id = told(cloud, "u-4711", "I like history")
    sent(cloud, "update", memory_id)
    sent(cloud, "rollback", memory_id)
    sent(cloud, "delete", memory_id)
    sent(cloud, "restore", memory_id)

    shown = sent(cloud, "history", memory_id)

    assert shown.data is not None
    assert (shown.data["revision"], shown.data["status"], shown.data["cursor"]) == (
        3,
        "ACTIVE",
        None,
    )
    assert [(one["operation"], one["reason"]) for one in shown.data["records"]] == [
        ("ADD", "appended"),
        ("UPDATE", "corrected"),
        ("UPDATE", "rolled_back"),
        ("DELETE", "deleted"),
        ("RESTORE", "restored"),
    ]
    versions = [one["version"] for one in shown.data["records"][:3]]
    assert [one["content"] for one in versions] == [
        "I like history",
        "I moved to Porto in June.",
        "I like history",
    ]


def test_a_sentence_is_found_in_the_episode(cloud: Cloud) -> None:
    cloud.invoke("write_api", event("write_api", "apigateway__add"))
    cloud.invoke("extraction_worker", event("extraction_worker", "sqs__conversation"))
    cloud.invoke("evolution_worker", event("evolution_worker", "sqs__facts"))
    listed = call(cloud, "user/list", {"user_id": "u-4711", "dimension": {"kind": ["FACT"]}})
    assert listed.data is not None
    (lisbon,) = [one for one in listed.data["memories"] if one["content"] == "I live in Lisbon."]

    shown = call(cloud, "history", {"user_id": "u-4711", "memory_id": lisbon["memory_id"]})

    assert shown.data is not None
    (added,) = shown.data["records"]
    assert added["sources"] == [
        {
            "session_id": "s-2026-03-01",
            "message_id": "m-1",
            "sentence": added["sources"][0]["sentence"],
        }
    ]
    assert "Lisbon" in added["sources"][0]["sentence"]


def test_the_change_log_is_shown_newest_first(cloud: Cloud) -> None:
    first, second = told(cloud, "auditor", "Fact 1"), told(cloud, "auditor", "Fact 2")
    call(cloud, "delete", {"user_id": "auditor", "memory_id": first})

    found = entries(cloud, "change_log", "records", user_id="auditor", limit=1)

    assert [(one["sequence"], one["operation"], one["memory_ids"]) for one in found] == [
        (3, "DELETE", [first]),
        (2, "ADD", [second]),
        (1, "ADD", [first]),
    ]
    assert {one["actor"] for one in found} == {"USER", "ADMIN"}


def test_the_event_of_the_change_log_is_answered(cloud: Cloud) -> None:
    memory_id = told(cloud, "u-4711", "I like logs")

    shown = sent(cloud, "change_log", memory_id)

    assert shown.data is not None
    assert shown.data["records"][0]["memory_ids"] == [memory_id]


@pytest.mark.parametrize("verb", ["user/list", "change_log"])
def test_a_cursor_of_another_user_tenant_or_question_is_refused(cloud: Cloud, verb: str) -> None:
    for user in ("mine", "theirs"):
        for number in range(3):
            told(cloud, user, f"Fact {number}")
    body = {"user_id": "mine", "limit": 1}
    cursor = (call(cloud, verb, body).data or {})["cursor"]

    answers = [
        call(cloud, verb, {**body, "cursor": cursor, "user_id": "theirs"}),
        call(cloud, verb, {**body, "cursor": cursor, "user_id": "nobody"}),
        call(cloud, verb, {**body, "cursor": cursor, "dimension": {"level": "GLOBAL"}}),
        call(cloud, verb, {**body, "cursor": cursor}, tenant_id="globex"),
        call(cloud, verb, {**body, "cursor": cursor[:-2]}),
    ]

    assert {(one.status, one.code, one.field) for one in answers} == {(400, 40001, "cursor")}
    assert call(cloud, verb, {**body, "cursor": cursor, "limit": 9}).code == 0
