from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.recollection import Relevance
from mneme.domain.retrieval.ranking import Ranked, final_score, ranked
from mneme.domain.retrieval.ranking_weights import RankingWeights
from mneme.domain.retrieval.term_places import TermPlaces, term_places

WEIGHTS = RankingWeights()
NOW = datetime(2026, 3, 1, tzinfo=UTC)
UNIT = st.floats(0, 1)


def found(memory_id: str, relevance: float = 0.5, weight: float = 0.8, **parts: Any) -> Ranked:
    settings: dict[str, Any] = {
        "memory_id": memory_id,
        "revision": 1,
        "relevance": Relevance(relevance, None, None),
        "weight": weight,
        "final_score": final_score(relevance, weight, WEIGHTS),
        "observed_at": NOW,
        "places": saying([memory_id]),
    }
    return Ranked(**(settings | parts))


def saying(words: Iterable[str]) -> TermPlaces:
    return term_places(words, {})


def order(*memories: Ranked, top: int = 10) -> list[str]:
    return [one.memory_id for one in ranked(memories, top, WEIGHTS)]


def test_the_final_score_is_seven_parts_relevance_and_three_parts_weight() -> None:
    assert final_score(0.8, 0.5, WEIGHTS) == pytest.approx(0.71)


def test_relevance_comes_first_and_weight_decides_among_equals() -> None:
    assert order(found("weak", 0.9, 0.2), found("strong", 0.4, 0.9)) == ["weak", "strong"]
    assert order(found("weak", 0.6, 0.2), found("strong", 0.6, 0.9)) == ["strong", "weak"]


def test_of_equal_scores_the_newer_memory_comes_first() -> None:
    older = found("older", observed_at=NOW - timedelta(days=1))

    assert order(older, found("newer")) == ["newer", "older"]


@given(st.permutations([found("a"), found("b"), found("c", 0.7), found("d", weight=0.1)]))
def test_the_order_does_not_depend_on_how_things_were_found(memories: list[Ranked]) -> None:
    assert order(*memories) == ["c", "a", "b", "d"]


def test_a_memory_that_repeats_a_better_one_comes_behind_the_others() -> None:
    words = frozenset("abcdefghij")

    names = order(
        found("first", 0.9, places=saying(words)),
        found("again", 0.8, places=saying(words - {"a"})),
        found("other", 0.4),
    )

    assert names == ["first", "other", "again"]


def test_what_shares_most_but_not_nearly_all_words_is_no_repetition() -> None:
    names = order(
        found("likes", 0.9, places=saying({"eat", "fish"})),
        found("dislikes", 0.8, places=saying({"not", "eat", "fish"})),
        found("other", 0.4),
    )

    assert names == ["likes", "dislikes", "other"]


def test_revisions_of_one_memory_are_never_repetitions_of_each_other() -> None:
    words = frozenset({"home", "bern"})
    current, past = (found("m", 0.9, places=saying(words), revision=n) for n in (2, 1))

    assert ranked([past, current, found("other", 0.4)], 10, WEIGHTS)[:2] == [current, past]


def test_memories_without_words_do_not_repeat_each_other() -> None:
    assert order(*(found(name, places=saying(())) for name in "abc")) == ["a", "b", "c"]


def test_behind_the_top_the_order_is_that_of_the_score() -> None:
    same = frozenset({"tea", "milk"})
    memories = [found(f"m{n}", 0.9 - n / 10, places=saying(same)) for n in range(4)]

    assert order(*memories, top=1) == ["m0", "m1", "m2", "m3"]


@given(st.lists(st.tuples(UNIT, UNIT, st.sampled_from("xyz")), max_size=12), st.integers(1, 5))
def test_nothing_is_lost_or_invented_by_the_order(
    memories: list[tuple[float, float, str]], top: int
) -> None:
    given_ones = [
        found(f"m{place}", relevance, weight, places=saying(words))
        for place, (relevance, weight, words) in enumerate(memories)
    ]

    assert sorted(order(*given_ones, top=top)) == sorted(one.memory_id for one in given_ones)
