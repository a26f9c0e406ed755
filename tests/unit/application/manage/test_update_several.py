"""Several updates at once: one embedding batch, one request's time, each by itself."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from mneme.application.manage.update_memory import Updated
from mneme.application.manage.update_several import SECONDS, Outcome
from mneme.application.repositories.row_keys import HEADS
from mneme.domain.errors import ExtractionFailed, MnemeError, SensitiveContent, Unavailable
from mneme.domain.memory_patch import MemoryPatch, MemoryUpdate
from mneme.domain.sensitive.policy import SensitivePolicy
from mneme.domain.tenancy import TenantContext
from mneme.runtime.backend import Backend
from tests.doubles.evolving import recalled
from tests.doubles.hashing_embedder import HashingEmbedder
from tests.doubles.managing import head_of, revision_of, told, update
from tests.doubles.watched import Interlude, Watched, writes_to
from tests.doubles.world import TENANT, USER, Durable, World


class Noted(HashingEmbedder):
    """The hashing embedder: it notes its batches, may refuse a text, and may take its time."""

    def __init__(self) -> None:
        super().__init__()
        self.batches: list[list[str]] = []
        self.refuses: str | None = None
        self.takes: Callable[[], object] = lambda: None

    def embed(self, tenant: TenantContext, texts: Sequence[str]) -> list[bytes]:
        """Return the vectors."""
        self.batches.append(list(texts))
        self.takes()
        if self.refuses is not None and any(self.refuses in text for text in texts):
            raise ExtractionFailed("this text is not taken")
        return super().embed(tenant, texts)


@pytest.fixture
def embedder() -> Noted:
    return Noted()


@pytest.fixture
def world(embedder: Noted) -> World:
    world = World(Durable(embedder=embedder))
    world.tenants.create(TENANT)
    return world


def corrected(world: World, *texts: str) -> list[MemoryUpdate]:
    """Tell as many things, and return the wishes that they say these texts."""
    ids = [told(world, f"Number {number}") for number, _ in enumerate(texts)]
    pairs = zip(ids, texts, strict=True)
    return [MemoryUpdate(one, MemoryPatch(content=text)) for one, text in pairs]


def several(world: World, wishes: list[MemoryUpdate]) -> list[Outcome]:
    return world.manage.update_several(world.acme, USER, wishes)


def test_all_new_texts_are_embedded_in_one_batch(world: World, embedder: Noted) -> None:
    wishes = corrected(world, "I like tea", "I like coffee", "I like water")
    embedder.batches.clear()

    results = several(world, wishes)

    assert all(isinstance(one, Updated) for one in results)
    assert embedder.batches == [["I like tea", "I like coffee", "I like water"]]
    assert recalled(world, "coffee") == ["I like coffee"]


def test_what_needs_no_vector_is_not_embedded(world: World, embedder: Noted) -> None:
    same, marked = told(world, "I like tea"), told(world, "I like coffee")
    embedder.batches.clear()

    several(
        world,
        [
            MemoryUpdate(same, MemoryPatch(content="I like tea")),
            MemoryUpdate(marked, MemoryPatch(is_important=True)),
            MemoryUpdate("nobody's", MemoryPatch(content="I like water")),
        ],
    )

    assert embedder.batches == []


def test_a_text_that_cannot_be_embedded_leaves_the_others_done(
    world: World, embedder: Noted
) -> None:
    wishes = corrected(world, "I like tea", "I like poison", "I like water")
    embedder.refuses = "poison"

    tea, poison, water = several(world, wishes)

    assert isinstance(poison, ExtractionFailed)
    assert isinstance(tea, Updated)
    assert isinstance(water, Updated)
    assert world.contents() == ["I like tea", "I like water", "Number 1"]


def test_what_the_policy_refuses_is_not_embedded(world: World, embedder: Noted) -> None:
    world.sensitive_policies.set(world.acme, SensitivePolicy.REJECT)
    strict = World(world.durable)
    wishes = corrected(strict, "My password is hunter2!x", "I like water")
    embedder.batches.clear()

    secret, water = several(strict, wishes)

    assert isinstance(secret, SensitiveContent)
    assert isinstance(water, Updated)
    assert embedder.batches == [["I like water"]]


def test_when_the_time_is_over_the_rest_is_not_begun(world: World, embedder: Noted) -> None:
    wishes = corrected(world, "I like tea", "I like coffee", "I like water")
    clock = world.durable.clock
    slow = Interlude(writes_to(HEADS), lambda: clock.sleep(SECONDS))

    first, *others = several(_watched(world, slow), wishes)

    assert isinstance(first, Updated)
    assert [(type(one), getattr(one, "retryable", None)) for one in others] == [
        (Unavailable, True)
    ] * 2
    assert [head_of(world, wish.memory_id).revision for wish in wishes] == [2, 1, 1]


def test_a_slow_embedder_uses_up_the_time_as_well(world: World, embedder: Noted) -> None:
    wishes = corrected(world, "I like tea")
    embedder.takes = lambda: world.durable.clock.sleep(SECONDS)

    [result] = several(world, wishes)

    assert isinstance(result, MnemeError)
    assert result.retryable


def test_who_loses_a_race_embeds_nothing_again(world: World, embedder: Noted) -> None:
    memory_id = told(world, "I like tea")
    race = Interlude(writes_to(HEADS), lambda: update(world, memory_id, is_important=True))
    embedder.batches.clear()

    update(_watched(world, race), memory_id, content="I like coffee")

    assert race.done
    assert revision_of(world, memory_id).content == "I like coffee"
    assert embedder.batches == [["I like coffee"]]


def _watched(world: World, watcher: object) -> World:
    def around(stores: Backend) -> Backend:
        return replace(stores, tables=Watched(stores.tables, watcher))  # type: ignore[arg-type]

    return World(world.durable, around)
