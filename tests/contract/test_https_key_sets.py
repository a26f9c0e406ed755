"""Key sets over TLS: from a server that can prove its name, small, soon, and by no detour."""

import ssl
from pathlib import Path
from typing import Any

import pytest

from mneme.adapters.https_key_sets import LARGEST_SET, MOST_KEYS, HttpsKeySets
from mneme.domain.errors import Unavailable
from mneme.domain.tenancy import TenantContext
from tests.contract.certificates import TRUSTED, write_certificate
from tests.contract.scripted_server import Reply, drip, respond, scripted_server, whole

ACME = TenantContext("acme")
KEYS = {"keys": [{"kty": "RSA", "kid": "first"}, {"kty": "EC", "kid": "second"}]}


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_certificate(tmp_path_factory.mktemp("tls"), "localhost")


@pytest.fixture
def trusted(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(TRUSTED, str(certificate))
    return certificate


def _fetched(certificate: Path, reply: Reply, seconds: float = 20.0) -> tuple[Any, list[str]]:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    with scripted_server(reply, tls=context) as server:
        keys = HttpsKeySets(seconds).fetch(ACME, f"{server.url}/acme/keys")
        return keys, [request.line for request in server.requests]


def test_the_keys_are_those_that_are_published(trusted: Path) -> None:
    keys, asked = _fetched(trusted, respond(200, KEYS))

    assert keys == tuple(KEYS["keys"])
    assert asked == ["GET /v1/acme/keys HTTP/1.1"]


def test_a_member_that_is_no_key_is_passed_over(trusted: Path) -> None:
    keys, _ = _fetched(trusted, respond(200, {"keys": ["x", 1, None, *KEYS["keys"]]}))

    assert keys == tuple(KEYS["keys"])


@pytest.mark.parametrize(
    "reply",
    [
        respond(200, {"keys": [{"kid": str(n)} for n in range(MOST_KEYS + 1)]}),
        respond(200, {"keys": [], "more": "x" * LARGEST_SET}),
        respond(200, {"keys": {"kid": "first"}}),
        respond(200, ["keys"]),
        respond(200, b"<html>"),
        respond(200, b"[" * 30_000),
        respond(200, b"\xff"),
        respond(404, KEYS),
        respond(500, KEYS),
        respond(204, b""),
    ],
)
def test_anything_else_is_no_set_of_keys(trusted: Path, reply: Reply) -> None:
    with pytest.raises(Unavailable):
        _fetched(trusted, reply)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirection_is_followed(trusted: Path, status: int) -> None:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(trusted)
    with (
        scripted_server(respond(200, KEYS), tls=context) as elsewhere,
        scripted_server(respond(status, KEYS, location=elsewhere.url), tls=context) as server,
    ):
        with pytest.raises(Unavailable):
            HttpsKeySets().fetch(ACME, f"{server.url}/keys")

        assert (len(server.requests), elsewhere.requests) == (1, [])


def test_a_server_without_a_trusted_certificate_is_not_believed(certificate: Path) -> None:
    with pytest.raises(Unavailable):
        _fetched(certificate, respond(200, KEYS))


def test_an_answer_that_drips_is_left_when_the_time_is_over(trusted: Path) -> None:
    answer = whole(200, b'{"keys": []}')

    with pytest.raises(Unavailable):
        _fetched(trusted, drip(answer, 5, seconds_a_byte=0.15), seconds=0.8)


@pytest.mark.parametrize("url", ["http://localhost/keys", "file:///etc/passwd", "https:///keys"])
def test_nothing_but_https_is_asked(url: str) -> None:
    with pytest.raises(Unavailable):
        HttpsKeySets().fetch(ACME, url)


def test_a_server_that_is_not_there_is_an_outage() -> None:
    with pytest.raises(Unavailable):
        HttpsKeySets().fetch(ACME, "https://localhost:1/keys")
