"""A KMS that hangs or throttles is an outage within the bounds of its client."""

import time
from collections.abc import Callable

import pytest

from mneme.adapters.aws_clients import AwsClients
from mneme.adapters.call_bounds import CallBounds
from mneme.adapters.kms_key_service import KmsKeyService
from mneme.domain.errors import Unavailable
from mneme.domain.tenancy import internal_context
from tests.contract.scripted_server import Reply, hang, respond, scripted_server

ACME = internal_context("acme")
CONTEXT = {"purpose": "branch-key"}
BOUNDS = CallBounds(read_seconds=0.2, tries=2)
PAUSE = 1.0
"""The longest that a client rests before its second try."""

SLACK = 1.0
THROTTLED = {"__type": "ThrottlingException", "message": "slow down"}
CALLS: dict[str, Callable[[KmsKeyService], object]] = {
    "wrap": lambda keys: keys.wrap(ACME, b"k" * 32, CONTEXT),
    "unwrap": lambda keys: keys.unwrap(ACME, b"wrapped", CONTEXT),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("reply", [hang(), respond(400, THROTTLED)], ids=["hangs", "throttles"])
def test_what_kms_does_not_answer_is_unavailable_in_time(
    monkeypatch: pytest.MonkeyPatch, call: str, reply: Reply
) -> None:
    with scripted_server(*[reply] * BOUNDS.tries) as server:
        for name, value in {
            "AWS_DEFAULT_REGION": "eu-central-1",
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_ENDPOINT_URL_KMS": server.url,
        }.items():
            monkeypatch.setenv(name, value)
        keys = KmsKeyService(AwsClients(BOUNDS).kms, "the-key")
        started = time.monotonic()

        with pytest.raises(Unavailable) as told:
            CALLS[call](keys)

        took = time.monotonic() - started

    assert took < BOUNDS.read_seconds * BOUNDS.tries + PAUSE + SLACK
    assert "slow down" not in told.value.message
    assert len(server.requests) == BOUNDS.tries
