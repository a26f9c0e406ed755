"""A recall waits for a vector no longer than it is told to."""

import threading
from collections.abc import Iterator, Sequence

import pytest

from mneme.adapters.prompt_embedder import PromptEmbedder
from mneme.domain.errors import InternalFault, ModelOutage, OutageReason
from mneme.domain.tenancy import TenantContext, internal_context
from tests.doubles.hashing_embedder import HashingEmbedder

ACME = internal_context("acme")


class _Hanging(HashingEmbedder):
    """Answers once it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.go = threading.Event()

    def embed(self, tenant: TenantContext, texts: Sequence[str]) -> list[bytes]:
        self.go.wait()
        return super().embed(tenant, texts)


class _Refused(HashingEmbedder):
    def embed(self, tenant: TenantContext, texts: Sequence[str]) -> list[bytes]:
        raise InternalFault("refused")


@pytest.fixture
def hanging() -> Iterator[_Hanging]:
    embedder = _Hanging()
    yield embedder
    embedder.go.set()


def test_what_comes_in_time_is_passed_on() -> None:
    embedder = PromptEmbedder(HashingEmbedder(), 60.0)

    assert embedder.embed(ACME, ["tea"]) == HashingEmbedder().embed(ACME, ["tea"])
    assert embedder.model == HashingEmbedder().model


def test_what_is_late_is_an_outage(hanging: _Hanging) -> None:
    with pytest.raises(ModelOutage) as caught:
        PromptEmbedder(hanging, 0.001).embed(ACME, ["tea"])

    assert caught.value.reason is OutageReason.TIMED_OUT


def test_a_refusal_is_raised_as_it_is() -> None:
    with pytest.raises(InternalFault):
        PromptEmbedder(_Refused(), 60.0).embed(ACME, ["tea"])
