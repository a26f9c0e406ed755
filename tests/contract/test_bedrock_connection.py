"""Bedrock's real client against a server that misbehaves: nothing but named errors comes out."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mneme.adapters.bedrock_clients import BedrockClients
from mneme.adapters.bedrock_embedder import BedrockEmbedder
from mneme.adapters.bedrock_model import BedrockModel
from mneme.adapters.system_clock import SystemClock
from mneme.application.ports.embedder import EmbeddingModel
from mneme.application.ports.language_model import Prompt
from mneme.domain.errors import ModelOutage, OutageReason
from mneme.domain.tenancy import internal_context
from tests.contract.scripted_server import (
    Reply,
    hang,
    reset,
    respond,
    scripted_server,
    send_and_close,
    whole,
)

ACME = internal_context("acme")
PROMPT = Prompt("extraction", "Be brief.", "I like tea.", {"type": "object"}, 500)
TITAN = "amazon.titan-embed-text-v2:0"
BROKEN_OFF = whole(200, b'{"embedding": [1.0, 0.0]}')[:-5]


@contextmanager
def behind(monkeypatch: pytest.MonkeyPatch, reply: Reply) -> Iterator[BedrockClients]:
    with scripted_server(reply) as server:
        monkeypatch.setenv("AWS_ENDPOINT_URL_BEDROCK_RUNTIME", server.url)
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
        clients = BedrockClients("eu-central-1")
        yield clients
        clients(2.0).close()


def embedder(clients: BedrockClients) -> BedrockEmbedder:
    model = EmbeddingModel("titan", 2, unrelated=0.1, paraphrase=0.8)
    return BedrockEmbedder(clients, TITAN, model, SystemClock(), timeout_seconds=2.2)


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (hang(), OutageReason.TIMED_OUT),
        (reset(), OutageReason.NO_CONNECTION),
        (respond(503, b"<html>"), OutageReason.SERVER_FAULT),
    ],
)
def test_a_model_that_does_not_answer_is_an_outage(
    monkeypatch: pytest.MonkeyPatch, reply: Reply, reason: OutageReason
) -> None:
    with behind(monkeypatch, reply) as clients, pytest.raises(ModelOutage) as caught:
        BedrockModel(clients, "maker.model-v1", SystemClock()).complete(ACME, PROMPT, 2.2)

    assert caught.value.reason is reason


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (hang(), OutageReason.TIMED_OUT),
        (send_and_close(BROKEN_OFF), OutageReason.NO_CONNECTION),
        (respond(200, b"<html>"), OutageReason.UNREADABLE),
    ],
)
def test_vectors_that_do_not_come_whole_are_an_outage(
    monkeypatch: pytest.MonkeyPatch, reply: Reply, reason: OutageReason
) -> None:
    with behind(monkeypatch, reply) as clients, pytest.raises(ModelOutage) as caught:
        embedder(clients).embed(ACME, ["I like tea."])

    assert caught.value.reason is reason


def test_a_whole_answer_is_a_vector(monkeypatch: pytest.MonkeyPatch) -> None:
    with behind(monkeypatch, respond(200, {"embedding": [0.0, 2.0]})) as clients:
        (vector,) = embedder(clients).embed(ACME, ["I like tea."])

    assert vector == b"\x00\x00\x00\x00\x00\x00\x80?"


def test_without_credentials_the_deployment_is_misconfigured(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    for name in ("AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE"):
        monkeypatch.setenv(name, str(tmp_path / "none"))
    clients = BedrockClients("eu-central-1")

    with pytest.raises(ModelOutage) as caught:
        BedrockModel(clients, "maker.model-v1", SystemClock()).complete(ACME, PROMPT, 2.2)

    assert caught.value.reason is OutageReason.MISCONFIGURED
    clients(2.0).close()
