"""What a credential may not do is refused by code 40302, and no credential at all by 40101."""

import json
from typing import Any

import pytest

from tests.functions.calls import EVERY_GRANT, FUNCTION_OF, Answer, answer, call, request
from tests.functions.cloud import Cloud, event

ONE = {"message_id": "m1", "role": "user", "content": "I live in Oslo."}
BODIES: dict[str, dict[str, Any]] = {
    "add": {"user_id": "u-1", "messages": [ONE]},
    "add_structured": {"user_id": "u-1", "content": "Likes tea", "skip_evolution": True},
    "session/close": {"user_id": "u-1", "session_id": "s-1"},
    "task": {"user_id": "u-1", "task_id": "t_1"},
    "recall": {"user_id": "u-1", "query": "tea"},
    "used": {"user_id": "u-1", "memory_ids": ["m"]},
    "update": {"user_id": "u-1", "memory_id": "m", "content": "Likes tea"},
    "batch_update": {"user_id": "u-1", "items": [{"memory_id": "m", "is_important": True}]},
    "delete": {"user_id": "u-1", "memory_id": "m"},
    "batch_delete": {"user_id": "u-1", "dimension": {"app_id": "planner"}},
    "restore": {"user_id": "u-1", "memory_id": "m"},
    "rollback": {"user_id": "u-1", "memory_id": "m", "to_revision": 1},
    "history": {"user_id": "u-1", "memory_id": "m"},
    "change_log": {"user_id": "u-1"},
    "user/list": {"user_id": "u-1", "dimension": {"app_id": "planner"}},
    "job": {"user_id": "u-1", "job_id": "j"},
}
WRITERS = ("add", "add_structured")
GRANT_OF = dict.fromkeys(BODIES, "manage") | {
    "add": "write",
    "add_structured": "write",
    "session/close": "write",
    "task": "write",
    "recall": "recall",
    "used": "recall",
}
ALSO_BY = {"job": "privacy"}
"""Of a job that a grant may begin, another grant sees how far it is."""
BY_ID = {"task", "job", "update", "batch_update", "delete", "restore", "rollback", "history"}


def _refused(told: Answer, code: int = 40302) -> str | None:
    assert (told.status, told.code) == ({40101: 401, 40302: 403}[code], code)
    return told.field


def _stored(cloud: Cloud) -> list[str]:
    tables = ("heads", "operations", "keys")
    return [row["pk"]["S"] for table in tables for row in cloud.rows(table)]


@pytest.mark.parametrize("verb", sorted(BODIES))
@pytest.mark.parametrize("context", [None, {}, {"authorizer": None}, {"authorizer": {}}])
def test_a_request_that_no_authorizer_has_seen_is_refused(
    cloud: Cloud, verb: str, context: dict[str, Any] | None
) -> None:
    made = request(verb, BODIES[verb])
    del made["requestContext"]["authorizer"]
    made["requestContext"] |= context or {}

    _refused(answer(cloud.invoke(FUNCTION_OF[verb], made)), 40101)


@pytest.mark.parametrize("verb", sorted(BODIES))
def test_an_empty_tenant_is_no_tenant(cloud: Cloud, verb: str) -> None:
    _refused(call(cloud, verb, BODIES[verb], tenant_id=""), 40101)


@pytest.mark.parametrize("verb", sorted(BODIES))
def test_a_credential_with_every_other_grant_lacks_the_one(cloud: Cloud, verb: str) -> None:
    enough = {GRANT_OF[verb], ALSO_BY.get(verb)}
    others = json.dumps([grant for grant in json.loads(EVERY_GRANT) if grant not in enough])
    before = _stored(cloud)

    field = _refused(call(cloud, verb, BODIES[verb], grants=others))

    assert (field, _stored(cloud)) == (None, before)


@pytest.mark.parametrize("verb", sorted(BODIES))
def test_a_credential_whose_grants_are_not_told_has_none(cloud: Cloud, verb: str) -> None:
    made = request(verb, BODIES[verb])
    del made["requestContext"]["authorizer"]["grants"]

    _refused(answer(cloud.invoke(FUNCTION_OF[verb], made)))


@pytest.mark.parametrize("verb", WRITERS)
@pytest.mark.parametrize(
    ("place", "field"),
    [
        ({"app_id": "planner"}, "app_id"),
        ({}, "app_id"),
        ({"app_id": "planner", "session_id": "s", "level": "SESSION"}, "app_id"),
        ({"session_id": "s", "level": "SESSION"}, "app_id"),
        ({"app_id": "coach", "level": "GLOBAL"}, "level"),
    ],
)
def test_a_credential_bound_to_an_app_writes_there_and_nowhere_else(
    cloud: Cloud, verb: str, place: dict[str, str], field: str
) -> None:
    before = _stored(cloud)

    told = call(cloud, verb, {**BODIES[verb], **place}, apps='["coach"]')

    assert (_refused(told), _stored(cloud)) == (field, before)


@pytest.mark.parametrize("verb", WRITERS)
def test_a_credential_bound_to_apps_writes_in_each_of_them(cloud: Cloud, verb: str) -> None:
    for app in ("coach", "planner"):
        body = {**BODIES[verb], "app_id": app, "user_id": f"bound-{verb}"}

        assert call(cloud, verb, body, apps='["coach", "planner"]').code == 0


@pytest.mark.parametrize("apps", ['["coach"]', "[]"])
@pytest.mark.parametrize("scope", [{}, {"app_id": "planner"}, {"session_id": "s-1"}])
def test_a_credential_bound_to_an_app_recalls_there_and_nowhere_else(
    cloud: Cloud, apps: str, scope: dict[str, str]
) -> None:
    told = call(cloud, "recall", {**BODIES["recall"], "scope": scope}, apps=apps)

    assert _refused(told) == "scope.app_id"


@pytest.mark.parametrize("verb", ["batch_delete", "change_log", "user/list"])
@pytest.mark.parametrize(
    "dimension",
    [{"app_id": "planner"}, {"level": "GLOBAL"}, {"session_id": "s"}, {"kind": ["FACT"]}],
)
def test_a_credential_bound_to_an_app_manages_no_other_dimension(
    cloud: Cloud, verb: str, dimension: dict[str, Any]
) -> None:
    told = call(cloud, verb, {"user_id": "u-1", "dimension": dimension}, apps='["coach"]')

    assert _refused(told) == "dimension.app_id"


@pytest.mark.parametrize("verb", sorted(set(BODIES) - {"used"}))
def test_a_credential_whose_apps_are_not_told_is_bound_to_none(cloud: Cloud, verb: str) -> None:
    made = request(verb, BODIES[verb])
    del made["requestContext"]["authorizer"]["apps"]

    told = answer(cloud.invoke(FUNCTION_OF[verb], made))

    results = (told.data or {}).get("results") or [{"code": told.code}]
    assert [one["code"] for one in results] == [40401 if verb in BY_ID else 40302]


@pytest.mark.parametrize("verb", sorted(BODIES))
def test_a_token_of_one_user_is_good_for_no_other(cloud: Cloud, verb: str) -> None:
    before = _stored(cloud)

    told = call(cloud, verb, BODIES[verb], user_id='"u-2"')

    assert (_refused(told), _stored(cloud)) == ("user_id", before)


@pytest.mark.parametrize("spelling", [123, "123"])
def test_a_token_of_one_user_is_good_for_that_user_in_either_spelling(
    cloud: Cloud, spelling: object
) -> None:
    body = {**BODIES["add_structured"], "user_id": spelling}

    assert call(cloud, "add_structured", body, user_id='"123"').code == 0


@pytest.mark.parametrize("verb", sorted(BODIES))
def test_a_grant_nobody_knows_is_no_reason_to_let_anybody_in(cloud: Cloud, verb: str) -> None:
    told = call(cloud, verb, BODIES[verb], grants='["everything"]')

    assert (told.status, told.code, told.data) == (500, 50000, None)


def test_a_key_of_another_app_cannot_recall(cloud: Cloud) -> None:
    told = cloud.invoke("recall_api", event("recall_api", "apigateway__key_of_another_app"))

    assert _refused(answer(told)) == "scope.app_id"


@pytest.mark.parametrize("verb", sorted(BODIES))
def test_a_credential_whose_user_is_not_told_is_nobodys(cloud: Cloud, verb: str) -> None:
    made = request(verb, BODIES[verb])
    del made["requestContext"]["authorizer"]["user_id"]

    assert answer(cloud.invoke(FUNCTION_OF[verb], made)).code == 40101
