"""How an embeddings endpoint is asked, and how its answer is put in order."""

from typing import Any

import pytest

from mneme.adapters.model_negotiation import RequestRefused
from mneme.adapters.openai_compatible_embedder import BATCH, OpenaiCompatibleEmbedder
from mneme.application.ports.embedder import EmbeddingModel
from mneme.domain.errors import ModelOutage, OutageReason
from mneme.domain.tenancy import internal_context
from tests.doubles import FixedClock

ACME = internal_context("acme")
MODEL = EmbeddingModel("the-vectors", 2, unrelated=0.1, paraphrase=0.8)


class CountingEndpoint:
    """Answers text `n` with a vector that points to the n-th text; each call takes some time."""

    def __init__(self, clock: FixedClock, seconds: float = 0.0) -> None:
        self._clock = clock
        self._seconds = seconds
        self.requests: list[Any] = []
        self.timeouts: list[float] = []

    def post(self, path: str, request: Any, timeout_seconds: float) -> dict[str, Any]:
        assert path == "/embeddings"
        self.requests.append(request)
        self.timeouts.append(timeout_seconds)
        self._clock.advance(self._seconds)
        return {"data": [{"embedding": [1.0, float(text)]} for text in request["input"]]}


class FixedEndpoint:
    """Gives one answer, or raises it."""

    def __init__(self, answer: Any) -> None:
        self._answer = answer

    def post(self, path: str, request: Any, timeout_seconds: float) -> Any:
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer


def embedder(endpoint: Any, clock: FixedClock | None = None, **options: Any) -> Any:
    return OpenaiCompatibleEmbedder(
        endpoint, "a-model", MODEL, clock or FixedClock(), timeout_seconds=10.0, **options
    )


def test_texts_are_sent_in_batches_and_their_vectors_come_back_in_order() -> None:
    clock = FixedClock()
    endpoint = CountingEndpoint(clock, seconds=3.0)
    texts = [str(n) for n in range(2 * BATCH + 5)]

    vectors = embedder(endpoint, clock).embed(ACME, texts)

    assert [len(one["input"]) for one in endpoint.requests] == [BATCH, BATCH, 5]
    assert len(set(vectors)) == len(texts)
    assert vectors == [embedder(CountingEndpoint(clock)).embed(ACME, [text])[0] for text in texts]
    assert endpoint.timeouts == [10.0, 7.0, 4.0]


def test_the_time_covers_all_batches() -> None:
    clock = FixedClock()

    with pytest.raises(ModelOutage) as caught:
        embedder(CountingEndpoint(clock, seconds=10.0), clock).embed(ACME, ["1"] * (BATCH + 1))

    assert caught.value.reason is OutageReason.TIMED_OUT


def test_dimensions_are_asked_for_only_if_the_model_can_be_shortened() -> None:
    endpoint = CountingEndpoint(FixedClock())

    embedder(endpoint).embed(ACME, ["1"])
    embedder(endpoint, shortened=True).embed(ACME, ["1"])

    plain = {"model": "a-model", "encoding_format": "float", "input": ["1"]}
    assert endpoint.requests == [plain, plain | {"dimensions": 2}]


def test_vectors_are_put_in_the_order_of_their_texts() -> None:
    rows = [{"index": 1, "embedding": [0, 1]}, {"index": 0, "embedding": [1, 0]}]

    first, second = embedder(FixedEndpoint({"data": rows})).embed(ACME, ["a", "b"])

    assert (first[:4], second[:4]) == (b"\x00\x00\x80?", b"\x00\x00\x00\x00")


@pytest.mark.parametrize(
    "data",
    [None, {}, [], [{"index": 0, "embedding": [1, 0]}], [{"index": 0}, {"index": 0}],
     [{"index": 1}, {"index": 2}], ["x", "y"], [{"index": []}, {"index": 5}]],
)  # fmt: skip
def test_an_answer_without_a_vector_for_each_text_is_unreadable(data: Any) -> None:
    with pytest.raises(ModelOutage) as caught:
        embedder(FixedEndpoint({"data": data})).embed(ACME, ["a", "b"])

    assert caught.value.reason is OutageReason.UNREADABLE


def test_a_server_that_breaks_is_out_of_order_whatever_it_complains_of() -> None:
    broken = RequestRefused("temperature", OutageReason.SERVER_FAULT)

    with pytest.raises(ModelOutage):
        embedder(FixedEndpoint(broken)).embed(ACME, ["the temperature"])
