"""Requests that try to reach others: refused before any store is asked, or without effect."""

from typing import Any

import pytest

from tests.doubles.world import a_tenant
from tests.isolation.deployment import Answer, Deployment
from tests.isolation.hostile import (
    BODIES,
    FORBIDDEN,
    ID_PLACES,
    NAMES_ONE,
    NO_NAMES,
    NO_USERS,
    TAGS,
    with_value,
)
from tests.isolation.store_calls import StoreCalls

REFUSED = 40001
ACME = a_tenant("acme")

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
    assert _refused(verb, with_value(verb, "user_id", value)).data["field"] == "user_id"


@pytest.mark.parametrize("verb", BODIES)
def test_a_missing_user_id_is_refused(verb: str) -> None:
    body = {name: value for name, value in BODIES[verb].items() if name != "user_id"}

    assert _refused(verb, body).data["field"] == "user_id"


@pytest.mark.parametrize(("verb", "path"), ID_PLACES)
def test_any_other_id_that_names_no_one_thing_is_refused(verb: str, path: str) -> None:
    told = {_refused(verb, with_value(verb, path, value)).data["field"] for value in NO_NAMES}

    assert told == {path}


@pytest.mark.parametrize("tags", TAGS, ids=ascii)
def test_tags_that_are_no_plain_labels_are_refused(tags: object) -> None:
    written = _refused("add_structured", with_value("add_structured", "custom_tags", tags))
    asked = _refused("recall", with_value("recall", "filter", {"custom_tags": [tags]}))
    added = _refused("add", with_value("add", "extraction", {"tags": tags}))

    assert written.data["field"].startswith("custom_tags")
    assert asked.data["field"].startswith("filter.custom_tags[0]")
    assert added.data["field"].startswith("extraction.tags")


@pytest.mark.parametrize(("verb", "path", "value"), FORBIDDEN, ids=ascii)
def test_fields_that_would_widen_a_request_are_refused(verb: str, path: str, value: object) -> None:
    _refused(verb, with_value(verb, path, value))


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
