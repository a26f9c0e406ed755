"""The public API as a backend calls it: every answer is read, none is waited for without end."""

import pytest

from mneme.adapters import https_public_api
from mneme.adapters.https_public_api import HttpsPublicApi
from mneme.application.ports.public_api import Reply
from mneme.domain.errors import Unavailable
from tests.contract.scripted_server import hang, reset, respond, scripted_server


def test_a_verb_is_asked_with_the_key_and_its_envelope_is_read() -> None:
    with scripted_server(respond(200, {"code": 0, "data": {}})) as server:
        reply = HttpsPublicApi(f"{server.url}/", "mk_a_b_c").ask("recall", {"query": "茶"})

    (request,) = server.requests
    assert reply == Reply(200, {"code": 0, "data": {}})
    assert request.line == "POST /v1/memory/v1/recall HTTP/1.1"
    assert request.headers["authorization"] == "Bearer mk_a_b_c"
    assert request.json == {"query": "茶"}


@pytest.mark.parametrize(
    ("status", "content", "envelope"),
    [
        (401, {"code": 40101}, {"code": 40101}),
        (502, b"<html>", {}),
        (200, b"", {}),
        (200, [1], {}),
        (200, b"\xff", {}),
        (307, {"code": 0}, {"code": 0}),
    ],
)
def test_whatever_is_answered_is_told(
    status: int, content: object, envelope: dict[str, object]
) -> None:
    with scripted_server(respond(status, content, location="/elsewhere")) as server:
        assert HttpsPublicApi(server.url, "k").ask("add", {}) == Reply(status, envelope)

    assert len(server.requests) == 1


def test_no_answer_is_told_by_its_kind_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    with scripted_server(reset()) as server, pytest.raises(Unavailable) as broken:
        HttpsPublicApi(server.url, "k").ask("add", {})
    monkeypatch.setattr(https_public_api, "ANSWER_SECONDS", 0.05)
    with scripted_server(hang()) as server, pytest.raises(Unavailable) as late:
        HttpsPublicApi(server.url, "k").ask("add", {})

    assert broken.value.message == "add was not answered: ProtocolError"
    assert late.value.message == "add was not answered: ReadTimeoutError"
