"""Secrets through the handlers: refused by field and kind, or redacted and counted."""

import json
from typing import Any

import pytest

from mneme.domain.sensitive.policy import SensitivePolicy
from mneme.domain.tenancy import internal_context
from tests.functions.calls import call
from tests.functions.cloud import Cloud

CARD = "4111111111111111"
PASSWORD = "xyl0ph0nist"
ADD = {
    "user_id": "u-1",
    "messages": [
        {"message_id": "m1", "role": "user", "content": "I like tea."},
        {"message_id": "m2", "role": "user", "content": f"我的卡号是{CARD}谢谢"},
        {"message_id": "m3", "role": "user", "content": f"The password is {PASSWORD}!"},
    ],
}
WRITE = {"user_id": "u-1", "content": f"Pays with {CARD}", "fact_key": f"card {CARD}"}
Lines = list[dict[str, Any]]


@pytest.fixture
def rejecting(cloud: Cloud) -> str:
    """Return a tenant of its own that wants secrets rejected."""
    operator = cloud.operator()
    operator.tenants.create("strict")
    operator.sensitive_policies.set(internal_context("strict"), SensitivePolicy.REJECT)
    return "strict"


def test_an_add_answers_and_logs_how_often_what_was_redacted(cloud: Cloud, logged: Lines) -> None:
    told = call(cloud, "add", ADD)

    assert (told.status, told.code) == (202, 0)
    assert told.data is not None
    assert told.data["redacted"] == {"card number": 1, "password": 1}
    (line,) = [line for line in logged if line["message"] == "request"]
    assert line["redacted"] == told.data["redacted"]
    shown = call(cloud, "task", {"user_id": "u-1", "task_id": told.data["task_id"]})
    assert shown.data is not None
    assert shown.data["redacted"] == told.data["redacted"]


@pytest.mark.parametrize("at_once", [True, False])
def test_a_memory_answers_how_often_what_was_redacted(cloud: Cloud, at_once: bool) -> None:
    told = call(cloud, "add_structured", {**WRITE, "skip_evolution": at_once})

    assert told.data is not None
    assert (told.code, told.data["redacted"]) == (0, {"card number": 2})


@pytest.mark.parametrize(
    ("verb", "body", "field"),
    [("add", ADD, "messages[1].content"), ("add_structured", WRITE, "content")],
)
def test_a_rejection_names_field_and_kinds_and_never_the_secret(
    cloud: Cloud, logged: Lines, rejecting: str, verb: str, body: dict[str, Any], field: str
) -> None:
    told = call(cloud, verb, body, tenant_id=rejecting)

    assert (told.status, told.code) == (400, 40001)
    assert told.data == {"field": field, "kinds": ["card number"]}
    (line,) = [line for line in logged if line["message"] == "request"]
    assert line["kinds"] == ["card number"]
    assert CARD not in json.dumps([told.msg, told.data, logged])


def test_a_temporary_conversation_is_not_looked_at(cloud: Cloud, rejecting: str) -> None:
    told = call(cloud, "add", {**ADD, "temporary": True}, tenant_id=rejecting)

    assert (told.status, told.code) == (202, 0)


def test_a_query_may_hold_whatever_it_asks_for(cloud: Cloud, rejecting: str) -> None:
    asked = {"user_id": "u-1", "query": f"Whose card is {CARD}?"}

    assert call(cloud, "recall", asked, tenant_id=rejecting).code == 0
