"""Through the handlers: what is deleted stays away, in any words, until it is told anew."""

from dataclasses import replace
from typing import Any

import pytest

from tests.doubles.lifecycle import lived
from tests.doubles.world import a_tenant
from tests.isolation.deployment import Deployment

ACME = a_tenant("acme")
FACTS = [
    ("I'm allergic to penicillin.", "Yes, I am alergic to penicillin"),
    ("I hate fog.", "I really hate fog so much!"),
    ("My wife is Maria.", "I'm married to Maria."),
    ("我对青霉素过敏。", "嗯，我对青霉素过敏"),
    ("我喜欢喝茶。", "我也很喜欢喝茶"),
]


@pytest.fixture
def deployment() -> Deployment:
    """Return a deployment of one tenant."""
    return Deployment(["acme"])


def told(deployment: Deployment, text: str, message_id: str = "m1", **parts: Any) -> list[str]:
    """Send a message of a session, settle, and return what was decided about its facts."""
    message = {"message_id": message_id, "role": "user", "content": text}
    body = {"user_id": "u-1", "session_id": "s-1", "messages": [message], **parts}
    sent = deployment.call("add", ACME, body)
    assert sent.code == 0, sent.message
    settled(deployment)
    task = deployment.call("task", ACME, {"user_id": "u-1", "task_id": sent.data["task_id"]}).data
    assert task["state"] == "DONE"
    return [result["decision"] for result in task["results"]]


def settled(deployment: Deployment) -> None:
    """Let an hour pass, with all that is queued."""
    deployment.durable.clock.advance(hours=1)
    deployment.settle()


def current(deployment: Deployment) -> dict[str, str]:
    """Return the user's current facts: what they say, and their ids."""
    listed = deployment.call("user/list", ACME, {"user_id": "u-1", "status": ["ACTIVE"]})
    facts = [one for one in listed.data["memories"] if one["kind"] == "FACT"]
    return {one["content"]: one["memory_id"] for one in facts}


def recalled(deployment: Deployment, query: str) -> list[str]:
    """Return what is recalled, whatever its relevance."""
    body = {"user_id": "u-1", "query": query, "min_relevance": 0.0}
    return [one["content"] for one in deployment.call("recall", ACME, body).memories]


@pytest.mark.parametrize("batch", [False, True])
@pytest.mark.parametrize(("text", "again"), FACTS)
def test_a_deleted_memory_is_not_learned_from_an_edit_and_is_when_it_is_said_anew(
    deployment: Deployment, text: str, again: str, batch: bool
) -> None:
    told(deployment, text)
    [memory_id] = current(deployment).values()
    body = {"user_id": "u-1"}
    if batch:
        deployment.call("batch_delete", ACME, body | {"memory_ids": [memory_id]})
    else:
        deployment.call("delete", ACME, body | {"memory_id": memory_id})
    settled(deployment)

    assert set(told(deployment, again)) <= {"SKIP"}
    assert (current(deployment), recalled(deployment, text)) == ({}, [])

    assert told(deployment, again, "m2") == ["ADD"]
    assert list(current(deployment)) == [again] == recalled(deployment, text)


@pytest.mark.parametrize(("text", "again"), FACTS)
def test_a_deleted_memory_that_is_restored_is_current_and_its_history_is_whole(
    deployment: Deployment, text: str, again: str
) -> None:
    told(deployment, text)
    [memory_id] = current(deployment).values()
    named = {"user_id": "u-1", "memory_id": memory_id}
    deployment.call("delete", ACME, named)
    settled(deployment)
    told(deployment, again)

    assert deployment.call("restore", ACME, named).code == 0

    assert current(deployment) == {text: memory_id}
    records = deployment.call("history", ACME, named).data["records"]
    assert [(one["operation"], one["reason"]) for one in records] == [
        ("ADD", "new"),
        ("DELETE", "deleted"),
        *[("SKIP", "deleted")] * (len(records) - 3),
        ("RESTORE", "restored"),
    ]


@pytest.mark.parametrize("text", [text for text, _ in FACTS])
def test_an_archived_memory_comes_back_and_restoring_it_changes_nothing(
    deployment: Deployment, text: str
) -> None:
    told(deployment, text)
    [memory_id] = current(deployment).values()
    lived(deployment, days=120)
    assert current(deployment) == {}

    assert told(deployment, text, "m2", session_id="s-2") == ["SKIP"]

    assert current(deployment) == {text: memory_id}
    assert recalled(deployment, text) == [text]
    named = {"user_id": "u-1", "memory_id": memory_id}
    assert deployment.call("restore", ACME, named).code == 0
    records = deployment.call("history", ACME, named).data["records"]
    assert (records[-1]["operation"], records[-1]["reason"]) == ("RESTORE", "told_again")


def test_a_token_of_a_session_takes_nothing_back_elsewhere(deployment: Deployment) -> None:
    bound = replace(ACME, user_id="u-1", session_id="s-1")
    place = {"user_id": "u-1", "session_id": "s-1"}

    def edited(text: str) -> None:
        message = {"message_id": "m1", "role": "user", "content": text}
        body = {**place, "level": "SESSION", "messages": [message]}
        assert deployment.call("add", bound, body).code == 0
        settled(deployment)

    edited("I'm allergic to penicillin.")
    assert deployment.call("session/close", ACME, place).code == 0
    settled(deployment)

    edited("I hate fog.")

    assert set(current(deployment)) == {"I'm allergic to penicillin.", "I hate fog."}
