"""Who sends the whole conversation with each new message pays for the new message alone."""

from collections.abc import Sequence

import pytest

from mneme.domain.memory import Kind, Revision
from mneme.domain.tenancy import TenantContext
from tests.doubles.hashing_embedder import HashingEmbedder
from tests.doubles.made import said
from tests.doubles.world import TENANT, Durable, World

TEXTS = [f"This is message number {number}." for number in range(12)]


class Counting(HashingEmbedder):
    """The hashing embedder, with what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def embed(self, tenant: TenantContext, texts: Sequence[str]) -> list[bytes]:
        """Return the vectors."""
        self.texts += texts
        return super().embed(tenant, texts)


@pytest.fixture
def embedder() -> Counting:
    return Counting()


@pytest.fixture
def world(embedder: Counting) -> World:
    world = World(Durable(embedder=embedder))
    world.tenants.create(TENANT)
    return world


def turn(world: World, text: str) -> Revision:
    [found] = [held.revision for held in world.held(Kind.TURN) if held.revision.content == text]
    return found


@pytest.mark.parametrize("new", [1, 2])
def test_only_what_is_new_is_embedded(world: World, embedder: Counting, new: int) -> None:
    world.remember(said(*TEXTS[:-new]))
    embedder.texts.clear()

    world.remember(said(*TEXTS))

    assert len(embedder.texts) == new
    assert len(world.held(Kind.TURN)) == len(TEXTS)


def test_only_what_is_edited_is_embedded(world: World, embedder: Counting) -> None:
    world.remember(said(*TEXTS))
    embedder.texts.clear()
    world.durable.clock.advance(hours=1)

    edited = [*TEXTS[:5], "This says something else.", *TEXTS[6:]]
    world.remember(said(*edited, accepted_at=world.clock.now()))

    [text] = embedder.texts
    assert "something else" in text
    assert turn(world, "This says something else.").revision == 2


@pytest.mark.parametrize("known", [9, 11])
def test_what_is_new_is_found_as_if_all_had_been_told_at_once(world: World, known: int) -> None:
    world.remember(said(*TEXTS, session_id="at once"))
    world.remember(said(*TEXTS[:known], session_id="grown"))
    world.remember(said(*TEXTS, session_id="grown"))

    at_once, grown = (
        held.revision
        for session in ("at once", "grown")
        for held in world.held(Kind.TURN)
        if held.revision.content == TEXTS[-1] and held.revision.sources[0].session_id == session
    )

    assert grown.context.terms == at_once.context.terms
    assert set(grown.context.terms) == {-3, -2, -1}
    assert (grown.terms, grown.embedding) == (at_once.terms, at_once.embedding)
    assert set(grown.context.neighbours) == set(at_once.context.neighbours)
