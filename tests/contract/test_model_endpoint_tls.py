"""Model servers over TLS: as bounded in time, and only those that can prove their name."""

import ssl
from pathlib import Path

import pytest

from mneme.adapters.model_endpoint import ModelEndpoint
from mneme.domain.errors import ModelOutage, OutageReason
from tests.contract.certificates import TRUSTED, write_certificate
from tests.contract.scripted_server import Reply, drip, respond, scripted_server, whole

WHOLE = whole(200, b'{"fine": true}')


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_certificate(tmp_path_factory.mktemp("tls"))


def asked(certificate: Path, reply: Reply, timeout: float = 20.0) -> object:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    with scripted_server(reply, tls=context) as server:
        endpoint = ModelEndpoint(server.url)
        try:
            return endpoint.post("/chat", {}, timeout)
        finally:
            endpoint.close()


def test_a_server_with_a_trusted_certificate_is_answered_to(
    certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TRUSTED, str(certificate))

    assert asked(certificate, respond(200, {"fine": True})) == {"fine": True}


def test_a_server_without_one_gets_no_content(certificate: Path) -> None:
    with pytest.raises(ModelOutage) as caught:
        asked(certificate, respond(200, {"fine": True}))

    assert caught.value.reason is OutageReason.NO_CONNECTION


@pytest.mark.parametrize("at_once", [5, len(WHOLE) - 10])
def test_an_answer_that_drips_is_left_when_the_time_is_over(
    certificate: Path, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setenv(TRUSTED, str(certificate))

    with pytest.raises(ModelOutage) as caught:
        asked(certificate, drip(WHOLE, at_once, seconds_a_byte=0.15), timeout=0.8)

    assert caught.value.reason is OutageReason.TIMED_OUT
