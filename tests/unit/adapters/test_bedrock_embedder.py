"""How the makers of embedding models on Bedrock are asked."""

import json
from io import BytesIO
from typing import Any

import pytest

from mneme.adapters.bedrock_embedder import BedrockEmbedder
from mneme.application.ports.embedder import EmbeddingModel
from mneme.domain.errors import ModelOutage, OutageReason
from mneme.domain.tenancy import internal_context
from tests.doubles import FixedClock
from tests.unit.adapters.scripted_client import ScriptedClient

ACME = internal_context("acme")
TITAN = "amazon.titan-embed-text-v2:0"
COHERE = "cohere.embed-multilingual-v3"
VECTOR = [0.6, 0.8]


def answer(content: Any) -> dict[str, Any]:
    return {"body": BytesIO(json.dumps(content).encode())}


def embedder(client: Any, model_id: str, clock: FixedClock | None = None) -> BedrockEmbedder:
    model = EmbeddingModel("the-vectors", 2, unrelated=0.1, paraphrase=0.8)
    return BedrockEmbedder(
        lambda _: client, model_id, model, clock or FixedClock(), timeout_seconds=10.0
    )


def asked(client: ScriptedClient) -> list[Any]:
    return [json.loads(parameters["body"]) for _, parameters in client.calls]


def test_titan_is_asked_for_one_text_at_a_time_with_the_dimensions() -> None:
    client = ScriptedClient(*[answer({"embedding": VECTOR}) for _ in range(2)])

    vectors = embedder(client, TITAN).embed(ACME, ["tea", " "])

    assert len(vectors) == 2
    assert asked(client) == [
        {"inputText": text, "dimensions": 2, "normalize": True} for text in ("tea", ".")
    ]
    assert client.calls[0][1]["modelId"] == TITAN


def test_cohere_is_asked_for_many_texts_as_documents() -> None:
    client = ScriptedClient(
        *[answer({"embeddings": {"float": [VECTOR] * many}}) for many in (96, 4)]
    )

    vectors = embedder(client, COHERE).embed(ACME, ["tea"] * 100)

    assert len(vectors) == 100
    assert [len(request["texts"]) for request in asked(client)] == [96, 4]
    assert {request["input_type"] for request in asked(client)} == {"search_document"}
    assert "output_dimension" not in asked(client)[0]


@pytest.mark.parametrize("model_id", ["cohere.embed-v4:0", "us.cohere.embed-v4:0"])
def test_cohere_4_is_asked_for_the_dimensions(model_id: str) -> None:
    client = ScriptedClient(answer({"embeddings": {"float": [VECTOR]}}))

    embedder(client, model_id).embed(ACME, ["tea"])

    (request,) = asked(client)
    assert (request["output_dimension"], request["truncate"]) == (2, "RIGHT")


@pytest.mark.parametrize("model_id", ["", "amazon.titan-embed-text-v1", "maker.chat-v1"])
def test_a_model_that_gives_no_such_vectors_is_refused(model_id: str) -> None:
    with pytest.raises(ValueError, match="Titan"):
        embedder(ScriptedClient(), model_id)


@pytest.mark.parametrize(
    "content", [{}, [], {"embeddings": {"int8": [[1, 2]]}}, {"embeddings": [VECTOR] * 3}]
)
def test_an_answer_without_a_vector_for_each_text_is_unreadable(content: Any) -> None:
    with pytest.raises(ModelOutage) as caught:
        embedder(ScriptedClient(answer(content)), COHERE).embed(ACME, ["a", "b"])

    assert caught.value.reason is OutageReason.UNREADABLE


def test_the_time_covers_all_calls() -> None:
    clock, asked_for = FixedClock(), []
    client = ScriptedClient(*[answer({"embedding": VECTOR}) for _ in range(3)])

    def clients(seconds: float) -> Any:
        asked_for.append(seconds)
        clock.advance(3)
        return client

    model = EmbeddingModel("the-vectors", 2, unrelated=0.1, paraphrase=0.8)
    BedrockEmbedder(clients, TITAN, model, clock, timeout_seconds=10.0).embed(ACME, list("abc"))

    assert asked_for == [10.0, 7.0, 4.0]
