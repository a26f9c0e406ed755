"""A trace goes on through the queues: what a function sends names the trace that it is part of."""

from typing import Any

import pytest

from tests.functions.calls import call
from tests.functions.cloud import Cloud, client

TRACE = "Root=1-67891233-abcdef012345678912345678;Parent=463ac35c9f6413ad;Sampled=1"
ONE = {"message_id": "m1", "role": "user", "content": "I live in Oslo."}


def test_what_is_sent_to_a_queue_carries_the_trace_of_the_request(
    cloud: Cloud, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_LAMBDA_FUNCTION_NAME", "write_api")
    monkeypatch.setenv("_X_AMZN_TRACE_ID", TRACE)
    sent: list[Any] = []
    events = client("sqs").meta.events

    def note(request: Any, **_: object) -> None:
        sent.append(request)

    events.register("before-send.sqs.SendMessage", note)
    told = call(cloud, "add", {"user_id": "u-traced", "messages": [ONE]})
    events.unregister("before-send.sqs.SendMessage", note)

    assert told.code == 0
    assert [request.headers["X-Amzn-Trace-Id"].decode() for request in sent] == [TRACE]
