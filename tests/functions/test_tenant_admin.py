"""tenant_admin: carries out what an operator asks, answers in the envelope, and logs no key."""

import json
from datetime import timedelta
from typing import Any

import pytest

from mneme.domain.tenancy import Grant
from tests.functions.cloud import Cloud, event


def _asked(cloud: Cloud, action: str, **parts: Any) -> dict[str, Any]:
    answer = cloud.invoke("tenant_admin", {"action": action, **parts})
    assert set(answer) == {"code", "msg", "data"}
    told: dict[str, Any] = answer
    return told


def _done(cloud: Cloud, action: str, **parts: Any) -> dict[str, Any]:
    answer = _asked(cloud, action, **parts)
    assert answer["code"] == 0, answer
    data: dict[str, Any] = answer["data"]
    return data


def test_a_tenant_is_made_and_gets_a_key_that_the_authorizer_knows(cloud: Cloud) -> None:
    assert _done(cloud, "tenants.create", tenant="newco") == {
        "tenant": "newco",
        "suspended": False,
        "erasing_at": None,
        "erased_at": None,
    }

    key = _done(cloud, "keys.create", tenant="newco", scopes=["recall"], apps=["coach"])

    found = cloud.operator().tenants.recognize(key["api_key"])
    assert (found.tenant_id, found.grants) == ("newco", frozenset({Grant.RECALL}))
    assert (found.apps, found.credential_id) == (frozenset({"coach"}), key["key_id"])


def test_the_events_make_a_key_and_suspend_a_tenant(cloud: Cloud) -> None:
    made = cloud.invoke("tenant_admin", event("tenant_admin", "operator__create_key"))
    suspended = cloud.invoke("tenant_admin", event("tenant_admin", "operator__suspend_tenant"))
    told = _done(cloud, "tenants.list")
    _done(cloud, "tenants.resume", tenant="acme")

    assert made["data"]["api_key"].startswith("mk_acme_")
    state = {"tenant": "acme", "suspended": True, "erasing_at": None, "erased_at": None}
    assert suspended["data"] == state
    assert state in told["tenants"]


def test_a_suspended_tenant_that_is_made_again_stays_suspended_and_is_told_so(
    cloud: Cloud,
) -> None:
    _done(cloud, "tenants.create", tenant="resting")
    suspended = _done(cloud, "tenants.suspend", tenant="resting")

    assert _done(cloud, "tenants.create", tenant="resting") == suspended
    assert suspended["suspended"]


def test_a_key_is_rotated_revoked_and_listed(cloud: Cloud) -> None:
    _done(cloud, "tenants.create", tenant="turning")
    scopes = {"tenant": "turning", "scopes": ["write", "manage"]}
    old = _done(cloud, "keys.create", **scopes)
    new = _done(cloud, "keys.rotate", tenant="turning", key_id=old["key_id"], overlap_seconds=60)
    _done(cloud, "keys.revoke", tenant="turning", key_id=new["key_id"])

    listed = _done(cloud, "keys.list", tenant="turning")["keys"]

    ends = (cloud.clock.now() + timedelta(minutes=1)).isoformat().replace("+00:00", "Z")
    assert [(key["key_id"], key["works"], key["expires_at"]) for key in listed] == [
        (old["key_id"], True, ends),
        (new["key_id"], False, None),
    ]
    assert [key["scopes"] for key in listed] == [["manage", "write"]] * 2
    assert old["api_key"] not in json.dumps(listed)


@pytest.mark.parametrize(
    ("asked", "code", "field"),
    [
        ({}, 40001, "action"),
        ({"action": "tenants.destroy", "tenant": "acme"}, 40001, "action"),
        ({"action": "tenants.create", "tenant": "ACME"}, 40001, "tenant"),
        ({"action": "tenants.create"}, 40001, "tenant"),
        ({"action": "tenants.create", "tenant": "acme", "plan": "gold"}, 40001, "plan"),
        ({"action": "tenants.suspend", "tenant": "hoem"}, 40401, "tenant"),
        ({"action": "keys.list", "tenant": "hoem"}, 40401, "tenant"),
        ({"action": "keys.create", "tenant": "hoem", "scopes": ["write"]}, 40401, "tenant"),
        ({"action": "keys.create", "tenant": "acme", "scopes": []}, 40001, "scopes"),
        ({"action": "keys.create", "tenant": "acme", "scopes": "write"}, 40001, "scopes"),
        ({"action": "keys.revoke", "tenant": "acme", "key_id": "0" * 26}, 40401, "key_id"),
        ({"action": "keys.rotate", "tenant": "acme", "key_id": "TENANT"}, 40001, "key_id"),
    ],
)
def test_what_makes_no_sense_is_refused_by_its_field(
    cloud: Cloud, asked: dict[str, Any], code: int, field: str
) -> None:
    answer = cloud.invoke("tenant_admin", asked)

    assert (answer["code"], answer["data"]) == (code, {"field": field})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("scopes", ["everything"]),
        ("apps", []),
        ("apps", ["*"]),
        ("expires_at", "tomorrow"),
        ("expires_at", "2020-01-01T00:00:00Z"),
    ],
)
def test_a_key_with_strange_terms_is_not_made(cloud: Cloud, name: str, value: object) -> None:
    before = len(cloud.rows("tenants"))
    terms = {"scopes": ["write"], name: value}

    answer = _asked(cloud, "keys.create", tenant="acme", **terms)

    assert answer["code"] == 40001
    assert answer["data"]["field"].startswith(name)
    assert len(cloud.rows("tenants")) == before


def test_the_unknown_action_of_the_events_changes_nothing(cloud: Cloud) -> None:
    before = cloud.rows("tenants")

    answer = cloud.invoke("tenant_admin", event("tenant_admin", "operator__unknown_action"))

    assert (answer["code"], cloud.rows("tenants")) == (40001, before)


def test_the_log_tells_what_was_done_and_no_key(cloud: Cloud, logged: list[dict[str, Any]]) -> None:
    key = _done(cloud, "keys.create", tenant="acme", scopes=["write"])["api_key"]

    assert [(line["action"], line["tenant"], line["code"]) for line in logged] == [
        ("keys.create", "acme", 0)
    ]
    assert key.rsplit("_", 1)[1] not in json.dumps(logged)
