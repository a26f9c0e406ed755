"""The HTTP side of model servers: bounded in time, and never taken in by half an answer."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from mneme.adapters import model_endpoint
from mneme.adapters.model_endpoint import ModelEndpoint
from mneme.adapters.model_negotiation import RequestRefused
from mneme.domain.errors import ModelOutage, OutageReason
from tests.contract.scripted_server import (
    Reply,
    ScriptedServer,
    drip,
    keep_and_close,
    respond,
    scripted_server,
    send_and_close,
    whole,
)

WHOLE = whole(200, b'{"fine": true}')
HEADERS = WHOLE.index(b"\r\n\r\n") + 4


@contextmanager
def endpoint(
    *replies: Reply, key: str | None = None
) -> Iterator[tuple[ModelEndpoint, ScriptedServer]]:
    with scripted_server(*replies) as server:
        made = ModelEndpoint(server.url, key)
        yield made, server
        made.close()


def outage(*replies: Reply, timeout: float = 20.0) -> ModelOutage:
    with endpoint(*replies) as (made, _), pytest.raises(ModelOutage) as caught:
        made.post("/chat", {}, timeout)
    return caught.value


def test_a_request_is_json_with_the_key_and_goes_to_the_path_under_the_address() -> None:
    with endpoint(respond(200, {"fine": True}), key="s3cret") as (made, server):
        assert made.post("/chat", {"text": "茶\n"}, 20.0) == {"fine": True}

    (request,) = server.requests
    assert request.line == "POST /v1/chat HTTP/1.1"
    assert request.json == {"text": "茶\n"}
    assert request.headers["authorization"] == "Bearer s3cret"
    assert request.headers["content-type"] == "application/json"


def test_without_a_key_none_is_sent() -> None:
    with endpoint(respond(200, {})) as (made, server):
        made.post("/chat", {}, 20.0)

    assert "authorization" not in server.requests[0].headers


def test_connections_are_used_again() -> None:
    with endpoint(*[respond(200, {})] * 3) as (made, server):
        for _ in range(3):
            made.post("/chat", {}, 20.0)

    assert server.connections == 1


def test_a_connection_that_was_closed_meanwhile_is_replaced() -> None:
    with endpoint(keep_and_close(200, {}), respond(200, {"fine": True})) as (made, server):
        made.post("/chat", {}, 20.0)
        server.wait_for_closed()
        assert made.post("/chat", {}, 20.0) == {"fine": True}

    assert server.connections == 2


@pytest.mark.parametrize("at_once", [0, 20, HEADERS, HEADERS + 3])
def test_an_answer_that_drips_is_left_when_the_time_is_over(at_once: int) -> None:
    # Whoever starts his clock anew at each byte gets the whole answer in the end.
    dripping = drip(WHOLE, at_once, seconds_a_byte=0.15)

    assert outage(dripping, timeout=0.5).reason is OutageReason.TIMED_OUT


def test_an_answer_that_drips_but_comes_in_time_is_taken() -> None:
    with endpoint(drip(WHOLE, HEADERS, seconds_a_byte=0.001)) as (made, _):
        assert made.post("/chat", {}, 20.0) == {"fine": True}


@pytest.mark.parametrize(
    "body", [b"", b"<html>", b"{", b'["list"]', b"\xff\xfe", b"[" * 100_000, b'"text"', b"NaN"]
)
def test_a_body_that_is_no_json_object_is_unreadable(body: bytes) -> None:
    assert outage(respond(200, body)).reason is OutageReason.UNREADABLE


@pytest.mark.parametrize(
    "data",
    [b"", WHOLE[: HEADERS - 2], WHOLE[:-3], WHOLE[:HEADERS], b"SSH-2.0-x\r\n\r\n", b"\x16\x03\x01"],
)  # fmt: skip
def test_an_answer_that_breaks_off_is_a_broken_connection(data: bytes) -> None:
    assert outage(send_and_close(data)).reason is OutageReason.NO_CONNECTION


def test_an_answer_without_end_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_endpoint, "LARGEST_ANSWER", 1_000)

    assert outage(respond(200, {"a": "x" * 2_000})).reason is OutageReason.UNREADABLE


def test_a_connection_with_an_answer_that_was_not_read_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(model_endpoint, "LARGEST_ANSWER", 1_000)

    endless = respond(200, {"a": "x" * 1_000_000})

    with endpoint(endless, respond(200, {"fine": True})) as (made, server):
        with pytest.raises(ModelOutage):
            made.post("/chat", {}, 20.0)
        server.wait_for_closed()
        assert made.post("/chat", {}, 20.0) == {"fine": True}

    assert server.connections == 2


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirection_is_not_followed(status: int) -> None:
    elsewhere = respond(status, {}, location="/v1/elsewhere")

    assert outage(elsewhere, respond(200, {})).reason is OutageReason.MISCONFIGURED


@pytest.mark.parametrize("status", [400, 413, 415, 422])
def test_a_refusal_keeps_the_complaint_to_itself(status: int) -> None:
    complaint = respond(status, {"error": {"message": "Unknown RESPONSE_FORMAT near canary"}})

    with endpoint(complaint) as (made, _), pytest.raises(RequestRefused) as caught:
        made.post("/chat", {}, 20.0)

    assert "unknown response_format" in caught.value.complaint
    assert "canary" not in f"{caught.value} {caught.value!r}"


def test_a_fault_over_a_parameter_is_a_refusal_and_any_other_an_outage() -> None:
    about_form = respond(500, {"error": {"message": "('body', 'response_format', 'type')"}})

    with endpoint(about_form) as (made, _), pytest.raises(RequestRefused) as caught:
        made.post("/chat", {}, 20.0)

    assert isinstance(caught.value.translated(), ModelOutage)
    assert outage(respond(500, b"oops")).reason is OutageReason.SERVER_FAULT


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (204, OutageReason.MISCONFIGURED),
        (402, OutageReason.MISCONFIGURED),
        (405, OutageReason.MISCONFIGURED),
        (408, OutageReason.TIMED_OUT),
        (425, OutageReason.THROTTLED),
        (502, OutageReason.SERVER_FAULT),
        (504, OutageReason.TIMED_OUT),
        (529, OutageReason.SERVER_FAULT),
    ],
)
def test_every_other_status_has_its_reason(status: int, reason: OutageReason) -> None:
    assert outage(respond(status, b"")).reason is reason


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("7", 7.0), (" 0 ", 0.0), ("-1", None), ("1e9", None), ("9" * 30, None), ("", None),
     ("Wed, 21 Oct 2026 07:28:00 GMT", None), ("²", None)],
)  # fmt: skip
def test_the_pause_a_server_asks_for_is_told(header: str, seconds: float | None) -> None:
    told = outage(respond(429, {}, retry_after=header))

    assert (told.reason, told.retry_after_seconds) == (OutageReason.THROTTLED, seconds)


def test_nobody_at_the_address_is_a_broken_connection() -> None:
    with scripted_server() as server:
        address = server.url

    with pytest.raises(ModelOutage) as caught:
        ModelEndpoint(address).post("/chat", {}, 20.0)

    assert caught.value.reason is OutageReason.NO_CONNECTION


@pytest.mark.parametrize(
    "address",
    ["", "models.example.com", "ftp://models.example.com", "http://", "http://ann:pw@example.com",
     "https://example.com/v1?key=1"],
)  # fmt: skip
def test_an_address_of_another_kind_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="address"):
        ModelEndpoint(address)
