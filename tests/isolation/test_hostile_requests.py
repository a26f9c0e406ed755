"""Requests that try to reach others: refused before any store is asked, or without effect."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.doubles.world import a_tenant
from tests.isolation.deployment import Answer, Deployment
from tests.isolation.store_calls import StoreCalls

REFUSED = 40001
ACME = a_tenant("acme")
MESSAGE = {"message_id": "m1", "role": "user", "content": "I love tea."}

BODIES: Mapping[str, dict[str, Any]] = {
    "add": {"user_id": "u1", "messages": [MESSAGE]},
    "add_structured": {"user_id": "u1", "content": "I love tea.", "skip_evolution": True},
    "task": {"user_id": "u1", "task_id": "t"},
    "recall": {"user_id": "u1", "query": "tea"},
    "update": {"user_id": "u1", "memory_id": "m", "content": "I love coffee."},
    "batch_update": {"user_id": "u1", "items": [{"memory_id": "m", "is_important": True}]},
    "delete": {"user_id": "u1", "memory_id": "m"},
    "batch_delete": {"user_id": "u1", "dimension": {"level": "GLOBAL"}},
}
NAMES_ONE = {"task", "update", "delete"}
"""Verbs that answer 40401 where the one thing they name is not there."""

NO_IDS: tuple[object, ...] = (
    "",
    " ",
    "\t\n",
    "\u3000",
    "*",
    " * ",
    [],
    ["u1"],
    {},
    {"ne": ""},
    {"$ne": None},
    {"$or": [{"user_id": "u1"}, {"user_id": "u2"}]},
    True,
    1.5,
    float("inf"),
    "x" * 129,
    "u1\x00",
    "u1\nu2",
)
NO_USERS = (*NO_IDS, None, -1, 10**128)
NO_NAMES = (*NO_IDS, 7)

ID_PLACES = (
    ("add", "app_id"),
    ("add", "session_id"),
    ("add", "idempotency_key"),
    ("add", "messages[0].message_id"),
    ("add", "messages[0].name"),
    ("add_structured", "app_id"),
    ("add_structured", "session_id"),
    ("add_structured", "fact_key"),
    ("task", "task_id"),
    ("recall", "scope.app_id"),
    ("recall", "scope.session_id"),
    ("update", "memory_id"),
    ("delete", "memory_id"),
    ("batch_delete", "dimension.app_id"),
    ("batch_delete", "dimension.session_id"),
)

TAGS: tuple[object, ...] = (
    "x",
    [],
    None,
    {"t": None},
    {"t": []},
    {"t": {"ne": ""}},
    {"t": {"$gt": ""}},
    {"t": float("nan")},
    {"": "x"},
    {" ": "x"},
    {"t": "x" * 129},
    {"user_id": "u2"},
    {" USER_ID ": "u2"},
    {"Tenant": "acme2"},
    {"tenant_id": "acme2"},
    {"app_id": "a"},
    {"level": "GLOBAL"},
    {"scope": "G"},
)

FORBIDDEN: tuple[tuple[str, str, object], ...] = (
    ("add", "tenant_id", "acme2"),
    ("add", "tenant", "acme2"),
    ("add", "metadata", {"user_id": "u2", "app_id": "x"}),
    ("add", "custom_tags", {"user_id": "u2"}),
    ("add", "level", "*"),
    ("add", "extraction", {"user_id": "u2"}),
    ("add", "extraction", {"entity_types": ["*"]}),
    ("add", "level", ["GLOBAL"]),
    ("add", "messages[0].user_id", "u2"),
    ("add", "messages[0].role", {"ne": "system"}),
    ("add_structured", "metadata", {"user_id": "u2"}),
    ("add_structured", "scope", {"user_id": "u2"}),
    ("add_structured", "memory_id", "01KJKB3Q000000000000000001"),
    ("add_structured", "epoch", 2),
    ("add_structured", "kind", "PROFILE"),
    ("add_structured", "kind", "TURN"),
    ("add_structured", "provenance", "EXPLICIT_REQUEST"),
    ("task", "tenant_id", "acme2"),
    ("task", "app_id", "a"),
    ("recall", "tenant_id", "acme2"),
    ("recall", "app_id", "a"),
    ("recall", "user_ids", ["u1", "u2"]),
    ("recall", "scope.user_id", "u2"),
    ("recall", "scope.level", "GLOBAL"),
    ("recall", "scope.include_global", "yes"),
    ("recall", "scope.include_global", 1),
    ("recall", "scope", "*"),
    ("recall", "scope", [{"app_id": "a"}]),
    ("recall", "filter", {"$or": [{"user_id": "u2"}]}),
    ("recall", "filter.user_id", "u2"),
    ("recall", "filter.status", ["DELETED"]),
    ("recall", "filter.kind", ["FACT", "*"]),
    ("recall", "filter.kind", {"ne": "TURN"}),
    ("recall", "filter.ownership", "USER"),
    ("recall", "filter.mem_type", [{"ne": ""}]),
    ("recall", "filter.custom_tags", {"t": "x"}),
    ("recall", "filter.custom_tags", "x"),
    ("recall", "filter.custom_tags", [{}]),
    ("recall", "top_k", 51),
    ("recall", "top_k", "10"),
    ("recall", "min_relevance", -1),
    ("recall", "as_of", {"lt": "2026-01-01"}),
    ("recall", "as_of", "2026-01-01T00:00:00"),
    ("update", "tenant_id", "acme2"),
    ("update", "metadata", {"user_id": "u2", "app_id": "x"}),
    ("update", "app_id", "a"),
    ("update", "level", "GLOBAL"),
    ("update", "memory_ids", ["m"]),
    ("update", "provenance", "EXPLICIT_REQUEST"),
    ("update", "custom_tags", {"user_id": "u2"}),
    ("update", "custom_tags", {"Tenant": None}),
    ("batch_update", "items", [{"memory_id": "m", "user_id": "u2", "is_important": True}]),
    ("batch_update", "items", {"memory_id": "m", "is_important": True}),
    ("batch_update", "dimension", {"level": "GLOBAL"}),
    ("delete", "memory_id", ["m"]),
    ("delete", "dimension", {"level": "GLOBAL"}),
    ("batch_delete", "dimension", {}),
    ("batch_delete", "dimension", "*"),
    ("batch_delete", "dimension", {"user_id": "u2"}),
    ("batch_delete", "dimension", {"kind": []}),
    ("batch_delete", "dimension", {"kind": {"ne": "TURN"}}),
    ("batch_delete", "dimension", {"$or": [{"app_id": "a"}, {"app_id": "b"}]}),
    ("batch_delete", "dimension", [{"app_id": "a"}, {"app_id": "b"}]),
    ("batch_delete", "cursor", {"ne": ""}),
)

NO_BODIES = (
    "",
    "null",
    "[]",
    '"u1"',
    "{",
    "{'user_id': 'u1'}",
    "[" * 100_000,
    '{"a":' * 100_000,
    "user_id=u1&query=tea",
    '{"user_id": "u1\\ud800", "query": "tea"}',
    '{"user_id": "u1"}{"user_id": "u2"}',
)


def _with(verb: str, path: str, value: object) -> dict[str, Any]:
    """Return a sound request but for one value; a path is like that of a refusal."""
    body: dict[str, Any] = {**BODIES[verb]}
    if path.startswith("messages[0]."):
        return body | {"messages": [MESSAGE | {path.partition(".")[2]: value}]}
    outer, dot, inner = path.partition(".")
    return body | {outer: {inner: value} if dot else value}


def _refused(verb: str, body: dict[str, Any] | str) -> Answer:
    """Send what must be refused before any store is called; return the answer."""
    calls = StoreCalls()
    deployment = Deployment(["acme"], calls.watching)
    with calls.none():
        answer = deployment.call(verb, ACME, body)
    assert (answer.status, answer.code) == (400, REFUSED)
    return answer


@pytest.mark.parametrize("verb", BODIES)
def test_sound_requests_do_call_the_stores(verb: str) -> None:
    calls = StoreCalls()
    deployment = Deployment(["acme"], calls.watching)
    before = calls.count

    answer = deployment.call(verb, ACME, BODIES[verb])

    assert answer.code == (40401 if verb in NAMES_ONE else 0)
    assert calls.count > before


@pytest.mark.parametrize("value", NO_USERS, ids=ascii)
@pytest.mark.parametrize("verb", BODIES)
def test_a_user_id_that_names_no_one_user_is_refused(verb: str, value: object) -> None:
    assert _refused(verb, _with(verb, "user_id", value)).data["field"] == "user_id"


@pytest.mark.parametrize("verb", BODIES)
def test_a_missing_user_id_is_refused(verb: str) -> None:
    body = {name: value for name, value in BODIES[verb].items() if name != "user_id"}

    assert _refused(verb, body).data["field"] == "user_id"


@pytest.mark.parametrize(("verb", "path"), ID_PLACES)
def test_any_other_id_that_names_no_one_thing_is_refused(verb: str, path: str) -> None:
    told = {_refused(verb, _with(verb, path, value)).data["field"] for value in NO_NAMES}

    assert told == {path}


@pytest.mark.parametrize("tags", TAGS, ids=ascii)
def test_tags_that_are_no_plain_labels_are_refused(tags: object) -> None:
    written = _refused("add_structured", _with("add_structured", "custom_tags", tags))
    asked = _refused("recall", _with("recall", "filter", {"custom_tags": [tags]}))
    added = _refused("add", _with("add", "extraction", {"tags": tags}))

    assert written.data["field"].startswith("custom_tags")
    assert asked.data["field"].startswith("filter.custom_tags[0]")
    assert added.data["field"].startswith("extraction.tags")


@pytest.mark.parametrize(("verb", "path", "value"), FORBIDDEN, ids=ascii)
def test_fields_that_would_widen_a_request_are_refused(verb: str, path: str, value: object) -> None:
    _refused(verb, _with(verb, path, value))


@pytest.mark.parametrize("verb", BODIES)
@pytest.mark.parametrize("body", NO_BODIES, ids=lambda body: ascii(body[:20]))
def test_a_body_that_is_no_request_is_refused(verb: str, body: str) -> None:
    _refused(verb, body)


def test_a_request_that_no_authorizer_has_seen_is_refused() -> None:
    calls = StoreCalls()
    deployment = Deployment(["acme"], calls.watching)
    for verb, body in BODIES.items():
        for context in ({}, {"tenant_id": ""}, {"principalId": "acme"}):
            with calls.none():
                answer = deployment.call(verb, context, body)
            assert (answer.status, answer.code) == (401, 40101)
