"""What is sent comes back as it was sent: texts byte by byte, instants with their offsets."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.doubles.world import a_tenant
from tests.isolation.deployment import Deployment

ACME = a_tenant("acme")
TEXTS = (
    "tea \x00 NUL \x07 and \x1f controls",
    "tea 🙂 👩‍👩‍👧‍👦 🇨🇳 and 𝔸𝕓 beyond the first plane",
    "أحب الشاي tea كثيرا \u202emirrored\u202c",
    "tea e\u0301 and é, \ufeffmarked, \u200bjoined, \u2028parted",
    "  tea,\r\n\tpadded \u3000",
    'tea \'x" OR 1=1; -- {"$ne": ""} \\u0000 \\ud800',
)
STATED = "2026-02-01T09:30:00-07:00"
ENDS = "2030-01-31T23:30:00-08:00"
SPELLINGS = ("2026-02-01T16:30:00Z", "2026-02-01t16:30:00+00:00", "2026-02-01T09:30:00-07:00")


@pytest.fixture
def deployment() -> Deployment:
    """Return a deployment of one tenant."""
    return Deployment(["acme"])


def recalled(deployment: Deployment, **asked: Any) -> list[dict[str, Any]]:
    """Settle, and return what is recalled about tea, whatever its relevance."""
    deployment.settle()
    body = {"user_id": "u1", "query": "tea", "min_relevance": 0.0, **asked}
    return deployment.call("recall", ACME, body).memories


@pytest.mark.parametrize("text", TEXTS, ids=ascii)
def test_a_memory_is_recalled_byte_by_byte(deployment: Deployment, text: str) -> None:
    body = {"user_id": "u1", "content": text, "skip_evolution": True, "custom_tags": {"t": text}}
    assert deployment.call("add_structured", ACME, body).code == 0

    (memory,) = recalled(deployment)

    assert memory["content"].encode() == text.encode()
    assert memory["custom_tags"]["t"].encode() == text.encode()


def test_messages_are_recalled_byte_by_byte(deployment: Deployment) -> None:
    messages = [
        {"message_id": f"m{n}", "role": "user", "content": text, "time": STATED}
        for n, text in enumerate(TEXTS)
    ]
    assert deployment.call("add", ACME, {"user_id": "u1", "messages": messages}).code == 0

    turns = [one for one in recalled(deployment, include_turns=True) if one["kind"] == "TURN"]

    assert {one["content"].encode() for one in turns} == {text.encode() for text in TEXTS}
    assert {one["observed_at"] for one in turns} == {STATED}


def _stated(deployment: Deployment, **instants: str) -> None:
    body = {"user_id": "u1", "content": "Drinks tea", "skip_evolution": True, **instants}
    assert deployment.call("add_structured", ACME, body).code == 0


def test_instants_come_back_with_the_offsets_they_were_given_with(deployment: Deployment) -> None:
    until = "2029-06-01T00:00:00+05:45"
    _stated(deployment, valid_at=STATED, invalid_at=until, expire_at=ENDS)

    (memory,) = recalled(deployment)

    # When it holds is one thing, when it was told another.
    times = [memory[name] for name in ("valid_at", "invalid_at", "expire_at", "observed_at")]
    assert times == [STATED, until, ENDS, "2026-03-01T12:00:00Z"]


@pytest.mark.parametrize("offset", SPELLINGS)
def test_an_instant_finds_the_same_in_every_spelling(deployment: Deployment, offset: str) -> None:
    # P04: stored with one offset, asked for with another.
    _stated(deployment, valid_at=STATED)
    moment = timedelta(microseconds=1)
    before = (datetime.fromisoformat(offset.upper()) - moment).isoformat()

    assert len(recalled(deployment, as_of=offset)) == 1
    assert recalled(deployment, as_of=before) == []


def test_a_memory_expires_at_its_very_instant_wherever_its_offset_puts_it(
    deployment: Deployment,
) -> None:
    # P39: the day in UTC, and the day where the offset is, are not asked.
    _stated(deployment, expire_at=ENDS)
    left = datetime.fromisoformat(ENDS) - deployment.clock.now()

    deployment.durable.clock.advance(left.total_seconds() - 0.001)
    assert len(recalled(deployment)) == 1

    deployment.durable.clock.advance(0.001)
    assert recalled(deployment) == []
