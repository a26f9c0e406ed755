"""Questions that were asked before are not embedded again, and leave no text behind."""

from collections.abc import Sequence

import pytest

from mneme.application.models.cached_embedder import CACHED_SECONDS, CachedEmbedder
from mneme.domain.errors import Unavailable
from mneme.domain.tenancy import TenantContext, internal_context
from tests.doubles import CountingIds, FixedClock
from tests.doubles.hashing_embedder import HashingEmbedder

ACME, GLOBEX = internal_context("acme"), internal_context("globex")


class _Asked(HashingEmbedder):
    """An embedder that remembers how often it was asked for what."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.down = False

    def embed(self, tenant: TenantContext, texts: Sequence[str]) -> list[bytes]:
        self.texts += texts
        if self.down:
            raise Unavailable("the model does not answer")
        return super().embed(tenant, texts)


def _cached(model: _Asked, clock: FixedClock | None = None, size: int = 10) -> CachedEmbedder:
    return CachedEmbedder(model, clock or FixedClock(), CountingIds(), size=size)


def test_the_same_question_of_a_tenant_is_embedded_once() -> None:
    model = _Asked()
    cached = _cached(model)

    first, again = cached.embed(ACME, ["where do I live"]), cached.embed(ACME, ["where do I live"])

    assert first == again == HashingEmbedder().embed(ACME, ["where do I live"])
    assert model.texts == ["where do I live"]


def test_another_tenant_learns_nothing_from_what_one_has_asked() -> None:
    model = _Asked()
    cached = _cached(model)

    cached.embed(ACME, ["tea"])
    cached.embed(GLOBEX, ["tea"])

    assert model.texts == ["tea", "tea"]


def test_of_several_texts_only_the_new_ones_are_embedded_and_all_stay_in_order() -> None:
    model = _Asked()
    cached = _cached(model)
    cached.embed(ACME, ["tea"])

    vectors = cached.embed(ACME, ["milk", "tea", "milk"])

    assert model.texts == ["tea", "milk"]
    assert vectors == HashingEmbedder().embed(ACME, ["milk", "tea", "milk"])


def test_what_failed_is_asked_again() -> None:
    model = _Asked()
    cached = _cached(model)
    model.down = True
    with pytest.raises(Unavailable):
        cached.embed(ACME, ["tea"])
    model.down = False

    assert cached.embed(ACME, ["tea"]) == HashingEmbedder().embed(ACME, ["tea"])


def test_a_vector_is_kept_for_a_while_and_no_longer() -> None:
    model, clock = _Asked(), FixedClock()
    cached = _cached(model, clock)
    cached.embed(ACME, ["tea"])

    clock.sleep(CACHED_SECONDS + 1)
    cached.embed(ACME, ["tea"])

    assert model.texts == ["tea", "tea"]


def test_no_more_vectors_are_kept_than_there_is_room_for() -> None:
    model = _Asked()
    cached = _cached(model, size=2)

    for text in ("one", "two", "three", "one"):
        cached.embed(ACME, [text])

    assert model.texts == ["one", "two", "three", "one"]


def test_no_question_stays_in_memory() -> None:
    cached = _cached(_Asked())
    cached.embed(ACME, ["a secret question"])

    kept = vars(cached._vectors)["_entries"]

    assert len(kept) == 1
    assert "secret" not in repr(kept)


def test_it_is_the_model_that_it_stands_for() -> None:
    assert _cached(_Asked()).model == HashingEmbedder().model
