"""Every answer shows an instant as it was given: its offset, and its microseconds (DESIGN §9)."""

from typing import Any

import pytest

from mneme.contracts.http.verbs import VERBS
from tests.doubles.world import a_tenant
from tests.isolation.deployment import Deployment

ACME = a_tenant("acme")
VALID = "2025-12-31T23:30:00.123456+05:45"
INVALID = "2031-06-30T00:00:00.000001-08:00"
EXPIRE = "2032-02-29T12:00:00.999999+14:00"
LATER = "2033-02-28T12:00:00.000007-03:30"
SAID = "2026-02-27T08:15:30.654321+09:00"
GIVEN = {"valid_at": VALID, "invalid_at": INVALID, "expire_at": EXPIRE}
ASK: dict[str, Any] = {"user_id": "u1", "query": "tea", "min_relevance": 0.0, "consistent": True}
MESSAGE = {"message_id": "m1", "role": "user", "content": "I love green tea.", "time": SAID}


def instants(answer: Any) -> dict[str, set[str | None]]:
    """Return every instant of an answer by the name of its field."""
    found: dict[str, set[str | None]] = {}
    for name, value in answer.items() if isinstance(answer, dict) else ():
        if name == "at" or name.endswith("_at"):
            found.setdefault(name, set()).add(value)
        for inner in value if isinstance(value, list) else (value,):
            for name_inside, values in instants(inner).items():
                found.setdefault(name_inside, set()).update(values)
    return found


def answers(deployment: Deployment, memory_id: str) -> dict[str, dict[str, set[str | None]]]:
    """Return the instants of the answers of all verbs that show a memory."""
    bodies: dict[str, dict[str, Any]] = {
        "recall": {**ASK, "include_turns": True, "include_superseded": True},
        "user/list": {"user_id": "u1"},
        "history": {"user_id": "u1", "memory_id": memory_id},
    }
    return {verb: instants(deployment.call(verb, ACME, body).data) for verb, body in bodies.items()}


@pytest.fixture
def deployment() -> Deployment:
    """Return a deployment whose own clock has microseconds, too."""
    deployment = Deployment(["acme"])
    deployment.durable.clock.advance(microseconds=21_042)
    return deployment


@pytest.mark.parametrize("skip_evolution", [True, False])
def test_what_a_caller_writes_is_shown_with_the_instants_it_gave(
    deployment: Deployment, skip_evolution: bool
) -> None:
    body = {"user_id": "u1", "content": "Drinks tea", "skip_evolution": skip_evolution, **GIVEN}
    deployment.call("add_structured", ACME, body)
    deployment.settle()
    (memory,) = deployment.call("user/list", ACME, {"user_id": "u1"}).memories

    shown = answers(deployment, memory["memory_id"])

    for verb, found in shown.items():
        kept = {name: {at} for name, at in GIVEN.items() if name in found}
        assert {name: found[name] for name in kept} == kept, verb
    assert all(set(GIVEN) <= set(shown[verb]) for verb in ("recall", "user/list"))
    # Our own instants: the same in every answer, to the microsecond.
    assert shown["user/list"]["created_at"] == shown["history"]["created_at"]
    assert shown["user/list"]["observed_at"] == shown["recall"]["observed_at"]
    assert shown["history"]["at"] == {"2026-03-01T12:00:00.021042Z"}


def test_what_a_message_says_is_shown_with_the_time_it_was_said(deployment: Deployment) -> None:
    body = {"user_id": "u1", "session_id": "s1", "messages": [MESSAGE]}
    deployment.call("add", ACME, body)
    deployment.settle()

    kept = deployment.call("user/list", ACME, {"user_id": "u1"}).memories
    facts = [one for one in kept if one["kind"] == "FACT"]

    assert {one["kind"] for one in kept} == {"FACT", "TURN"}
    for verb, found in answers(deployment, facts[0]["memory_id"]).items():
        assert found["observed_at"] == {SAID}, verb
        assert found["valid_at"] <= {SAID, None}, verb


def test_an_expiry_that_is_changed_is_shown_as_it_was_given(deployment: Deployment) -> None:
    body = {"user_id": "u1", "content": "Drinks tea", "skip_evolution": True, **GIVEN}
    memory_id = deployment.call("add_structured", ACME, body).data["memory_id"]
    change = {"user_id": "u1", "memory_id": memory_id, "expire_at": LATER}

    assert deployment.call("update", ACME, change).code == 0
    deployment.settle()

    shown = answers(deployment, memory_id)
    assert shown["recall"]["expire_at"] == shown["user/list"]["expire_at"] == {LATER}
    assert shown["recall"]["valid_at"] == shown["user/list"]["valid_at"] == {VALID}


def test_what_ends_a_memory_early_leaves_its_own_end_as_it_was_given(
    deployment: Deployment,
) -> None:
    home = {"user_id": "u1", "fact_key": "home_city", "ownership": "USER"}
    ended, begun = "2026-01-31T00:00:00.000009-08:00", "2026-02-01T00:00:00.000003+05:45"
    first = {**home, "content": "Lives in Oslo", "valid_at": VALID, "invalid_at": ended}
    for told in (first, {**home, "content": "Lives in Rome", "valid_at": begun}):
        deployment.call("add_structured", ACME, told)
        deployment.settle()

    (memory,) = deployment.call("user/list", ACME, {"user_id": "u1"}).memories
    asked = {"user_id": "u1", "memory_id": memory["memory_id"]}
    records = deployment.call("history", ACME, asked).data["records"]

    shown = [(one["version"]["valid_at"], one["version"]["invalid_at"]) for one in records]
    assert shown == [(VALID, ended), (begun, None)]
    assert (memory["valid_at"], memory["invalid_at"]) == (begun, None)


def test_the_verbs_that_show_a_memory_are_all_here() -> None:
    told = {"recall", "user/list", "history", "change_log", "task", "job", "user/certificate"}
    shows = {
        verb.name
        for verb in VERBS
        if any(
            name == "at" or name.endswith("_at")
            for name in str(verb.answer.model_json_schema()).replace("'", " ").split()
        )
    }

    assert shows == told
