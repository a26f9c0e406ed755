"""What every embedder does that asks a service: whoever it is, the vectors are alike."""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from botocore.response import StreamingBody
from botocore.stub import Stubber

from mneme.adapters.bedrock_embedder import BedrockEmbedder
from mneme.adapters.model_endpoint import ModelEndpoint
from mneme.adapters.openai_compatible_embedder import OpenaiCompatibleEmbedder
from mneme.adapters.system_clock import SystemClock
from mneme.application.ports.embedder import Embedder, EmbeddingModel
from mneme.domain.errors import InternalFault, ModelOutage, OutageReason
from mneme.domain.tenancy import internal_context
from tests.contract.aws import new_client
from tests.contract.scripted_server import respond, scripted_server

ACME = internal_context("acme")
MODEL = EmbeddingModel("the-vectors", 3, unrelated=0.1, paraphrase=0.8)
Vectors = list[Any]
Answer = Vectors | int
"""The vectors of one request, or the status with which it fails."""
Serving = Callable[..., AbstractContextManager[Embedder]]


@contextmanager
def openai_compatible(*answers: Answer) -> Iterator[Embedder]:
    def reply(answer: Answer) -> Any:
        if isinstance(answer, int):
            return respond(answer, {"error": {"message": "told"}})
        rows = [{"index": i, "embedding": vector} for i, vector in enumerate(answer)]
        return respond(200, {"data": rows[::-1], "usage": {"prompt_tokens": 5}})

    with scripted_server(*map(reply, answers)) as server:
        endpoint = ModelEndpoint(server.url)
        yield OpenaiCompatibleEmbedder(
            endpoint, "a-model", MODEL, SystemClock(), timeout_seconds=20
        )
        endpoint.close()


CODES = {400: "ValidationException", 429: "ThrottlingException", 500: "InternalServerException"}


def bedrock(model_id: str, shape: Callable[[Vectors], Any]) -> Serving:
    @contextmanager
    def serving(*answers: Answer) -> Iterator[Embedder]:
        client = new_client("bedrock-runtime")
        with Stubber(client) as stubber:
            for answer in answers:
                if isinstance(answer, int):
                    stubber.add_client_error(
                        "invoke_model", CODES[answer], "told", http_status_code=answer
                    )
                    continue
                data = json.dumps(shape(answer)).encode()
                body = StreamingBody(BytesIO(data), len(data))
                stubber.add_response(
                    "invoke_model", {"body": body, "contentType": "application/json"}
                )
            yield BedrockEmbedder(
                lambda _: client, model_id, MODEL, SystemClock(), timeout_seconds=20
            )

    return serving


SERVICES: dict[str, Serving] = {
    "openai-compatible": openai_compatible,
    "titan": bedrock("amazon.titan-embed-text-v2:0", lambda vectors: {"embedding": vectors[0]}),
    "cohere-3": bedrock(
        "cohere.embed-multilingual-v3", lambda vectors: {"embeddings": {"float": vectors}}
    ),
    "cohere-4": bedrock("eu.cohere.embed-v4:0", lambda vectors: {"embeddings": vectors}),
}


@pytest.fixture(params=SERVICES)
def serving(request: pytest.FixtureRequest) -> Serving:
    return SERVICES[request.param]


def outage(serving: Serving, answer: Answer) -> ModelOutage:
    with serving(answer) as embedder, pytest.raises(ModelOutage) as caught:
        embedder.embed(ACME, ["tea"])
    return caught.value


def test_a_vector_has_unit_length_whatever_length_it_came_with(serving: Serving) -> None:
    with serving([[3.0, 0, -4]]) as embedder:
        (vector,) = embedder.embed(ACME, ["tea"])
        assert embedder.model == MODEL

    assert np.frombuffer(vector, "<f4").tolist() == pytest.approx([0.6, 0.0, -0.8])


def test_no_texts_have_no_vectors_and_nothing_is_asked(serving: Serving) -> None:
    with serving() as embedder:
        assert embedder.embed(ACME, []) == []


def test_throttling_and_faults_are_outages(serving: Serving) -> None:
    assert outage(serving, 429).reason is OutageReason.THROTTLED
    assert outage(serving, 500).reason is OutageReason.SERVER_FAULT


def test_what_the_service_refuses_is_a_fault_of_ours(serving: Serving) -> None:
    with serving(400) as embedder, pytest.raises(InternalFault):
        embedder.embed(ACME, ["tea"])


def test_a_vector_of_other_dimensions_is_a_fault_of_ours(serving: Serving) -> None:
    with serving([[1.0, 0.0]]) as embedder, pytest.raises(InternalFault):
        embedder.embed(ACME, ["tea"])


@pytest.mark.parametrize("vector", [None, "abc", [0, 0, 0], [1, 2, None], [1, 2, "x"]])
def test_what_is_no_vector_is_an_outage(serving: Serving, vector: Any) -> None:
    assert outage(serving, [vector]).reason is OutageReason.UNREADABLE
