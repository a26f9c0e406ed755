"""What a memory's relevance is when there are few others: their words must not hide it."""

import pytest

from mneme.application.repositories.row_keys import HEADS
from mneme.domain.recollection import RecallQuery
from tests.doubles.embedded_world import EmbeddedWorld
from tests.doubles.made import said
from tests.doubles.world import USER


def relevances(told: list[str], asked: str) -> dict[str, float]:
    world = EmbeddedWorld()
    for text in told:
        world.remember(said(text))
    world.index_changes(world.change_feed.read(HEADS, None, 1000).changes)
    answer = world.recall(world.acme, RecallQuery(user_id=USER, text=asked))
    return {one.revision.content: one.relevance.value for one in answer.memories}


@pytest.mark.parametrize(
    ("answering", "beside", "asked"),
    [
        ("I moved to Graz.", "My parents live in Linz.", "Where do I live?"),
        ("I moved to Oslo.", "I live with two flatmates.", "Where do I live?"),
        ("I bought a Volvo.", "My friend drives a Saab.", "What car do I drive?"),
    ],
)
def test_a_memory_that_shares_a_word_with_the_question_hides_no_other_answer(
    answering: str, beside: str, asked: str
) -> None:
    alone = relevances([answering], asked)
    both = relevances([beside, answering], asked)

    assert alone.keys() == {answering}
    assert both[answering] > 0.8 * alone[answering]
