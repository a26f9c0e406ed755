"""What a recall costs: heads that cannot reach the answer are not read, nor more than is shown."""

from dataclasses import replace
from typing import Any

import pytest

from mneme.application.recall import find_candidates
from mneme.application.repositories.row_keys import HEADS, REVISIONS
from mneme.domain.memory import Status
from tests.doubles.recall_world import RecallWorld
from tests.doubles.watched import Notes, Watched


@pytest.fixture
def world() -> RecallWorld:
    world = RecallWorld()
    for number in range(20):
        world.put(f"Drinks green tea at the harbour, day {number}")
    for number in range(20):
        world.put(f"Tea shop {number} closed")
    return world


def _reads(world: RecallWorld, **query: Any) -> dict[str, int]:
    """Recall, and return how many rows of each table were read in batches."""
    notes = Notes()
    memories = replace(world.memories, tables=Watched(world.tables, notes))
    replace(world.recall, memories=memories)(world.acme, world.query(**query))
    reads = {HEADS: 0, REVISIONS: 0}
    for method, arguments in notes.calls:
        if method == "batch_get":
            reads[arguments[1]] += len(arguments[2])
    return reads


def test_only_what_is_returned_is_decrypted(world: RecallWorld) -> None:
    reads = _reads(world, text="green tea at the harbour", top_k=3)

    assert reads[REVISIONS] == 3


def test_heads_that_could_not_reach_the_answer_are_not_read(world: RecallWorld) -> None:
    question = "drinks green tea at the harbour"
    assert len(world.says(question, top_k=50, min_relevance=0.0)) == 40

    reads = _reads(world, text=question, top_k=3, min_relevance=0.0)

    assert reads[HEADS] == 20


def test_refused_heads_are_made_up_for_by_reading_further(world: RecallWorld) -> None:
    for head in world.memories.recently_changed(world.acme, "u-1", 100):
        content = world.memories.revisions(world.acme, "u-1", [(head.memory_id, 1)])
        if "harbour" in content[head.memory_id, 1].content:
            world.put_row(replace(head, status=Status.DELETED))
    world.index.leaky = True

    found = world.says("drinks green tea at the harbour", top_k=3, min_relevance=0.0)

    assert len(found) == 3
    assert all(text.startswith("Tea shop") for text in found)


def test_without_the_index_every_page_of_heads_is_looked_at(
    world: RecallWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find_candidates, "HEADS_PAGE", 7)
    world.put("Drinks cocoa on the very last page")
    world.index.down = True

    assert world.says("cocoa page")[0] == "Drinks cocoa on the very last page"
