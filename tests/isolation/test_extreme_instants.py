"""The first and the last instant that can be written are instants like others."""

from datetime import timedelta
from typing import Any

import pytest

from tests.doubles.world import a_tenant
from tests.isolation.deployment import Deployment

ACME = a_tenant("acme")
EXTREMES = (
    "0001-01-01T00:00:00Z",
    "0001-01-01T00:10:25Z",
    "0001-01-01T00:00:00-14:00",
    "1969-12-31T23:59:59.999999Z",
    "1970-01-01T00:00:00Z",
    "9999-12-31T23:59:59+14:00",
    "9999-12-31T23:59:59.999999Z",
)
TOLD = {"content": "I like tea.", "skip_evolution": True}
MESSAGE = {"message_id": "m1", "role": "user", "content": "I moved to Oslo last year."}
NAMED = object()
"""Stands for the id of a memory that is there."""
PLACES: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("change_log", {}, "since"),
    ("change_log", {}, "until"),
    ("recall", {"query": "tea"}, "as_of"),
    ("recall", {"query": "tea"}, "filter.since"),
    ("recall", {"query": "tea"}, "filter.until"),
    ("add", {"messages": [MESSAGE]}, "messages.0.time"),
    ("add_structured", TOLD, "valid_at"),
    ("add_structured", TOLD, "invalid_at"),
    ("add_structured", TOLD, "expire_at"),
    ("add_structured", {"content": "I like tea."}, "valid_at"),
    ("add_structured", {"content": "I like tea."}, "expire_at"),
    ("update", {"memory_id": NAMED}, "expire_at"),
    ("batch_update", {"items": [{"memory_id": NAMED}]}, "items.0.expire_at"),
    ("used", {"memory_ids": [NAMED]}, "used_at"),
)


@pytest.mark.parametrize("instant", EXTREMES)
@pytest.mark.parametrize(("verb", "body", "place"), PLACES, ids=lambda part: str(part)[:20])
def test_no_instant_is_a_fault_of_ours(
    verb: str, body: dict[str, Any], place: str, instant: str
) -> None:
    deployment = Deployment(["acme"])
    said = {"user_id": "u1", "content": "I like coffee.", "skip_evolution": True}
    known = deployment.call("add_structured", ACME, said).data["memory_id"]

    answer = deployment.call(verb, ACME, {"user_id": "u1"} | _placed(body, place, instant, known))

    assert answer.status < 500, answer.message
    deployment.settle()
    deployment.durable.clock.advance(timedelta(days=2).total_seconds())
    for schedule in ("lifecycle", "reconcile"):
        deployment.invoke("job_scheduler", {"schedule": schedule})
        deployment.settle()
    for asked in ("user/list", "change_log", "recall"):
        more = {"query": "tea"} if asked == "recall" else {}
        assert deployment.call(asked, ACME, {"user_id": "u1"} | more).code == 0


def _placed(value: Any, place: str, instant: str, known: str) -> Any:
    """Return the value with the instant at its place, and the memory's id wherever it is named."""
    if value is NAMED:
        return known
    first, _, rest = place.partition(".")
    if isinstance(value, list):
        return [
            _placed(one, rest if str(number) == first else "", instant, known)
            for number, one in enumerate(value)
        ]
    if not isinstance(value, dict):
        return value
    found = {name: _placed(one, "", instant, known) for name, one in value.items()}
    if first and rest:
        found[first] = _placed(value.get(first, {}), rest, instant, known)
    elif first:
        found[first] = instant
    return found
