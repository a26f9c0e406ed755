"""What a recall may ask for besides the question, seen from outside: each option by its effect."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from mneme.domain.memory import Head, Status
from tests.isolation.stage import ACME, ME, MINE, Stage

TEAS = ("I love oolong tea.", "I love jasmine tea.", "I love green tea.")


@pytest.fixture
def stage() -> Stage:
    """Return a deployment in which one user has said `MINE`."""
    return Stage()


def _said(stage: Stage, text: str, *, days_later: float = 0, **more: Any) -> Head:
    stage.deployment.durable.clock.advance(days_later * 86_400)
    head = stage.tell(text, **more)
    stage.deployment.settle()
    return head


def _now(stage: Stage) -> datetime:
    return stage.deployment.clock.now()


def _found(stage: Stage, **asked: Any) -> list[dict[str, Any]]:
    stage.deployment.settle()
    body = {"user_id": ME, "query": "love tea", "min_relevance": 0} | asked
    return stage.deployment.call("recall", ACME, body).memories


# --- time range ---------------------------------------------------------------------------


def test_a_time_range_keeps_what_was_observed_within_it(stage: Stage) -> None:
    start = _now(stage)
    for tea in TEAS:
        _said(stage, tea, days_later=1)

    def shown(**times: datetime) -> list[str]:
        return stage.recall(filter={name: at.isoformat() for name, at in times.items()})

    first, second, third = (start + timedelta(days=days) for days in (1, 2, 3))
    assert shown(since=second) == sorted(TEAS[1:])
    assert shown(until=second) == sorted([MINE, TEAS[0]])
    assert shown(since=first, until=third) == sorted(TEAS[:2])
    assert shown(since=third + timedelta(days=1)) == []


def test_a_time_range_holds_while_the_index_is_away_or_lies(stage: Stage) -> None:
    _said(stage, TEAS[0], days_later=1)
    since = _now(stage)
    _said(stage, TEAS[1])

    for mood in type(stage.deployment.index.mood):
        stage.deployment.index.mood = mood
        asked = {"filter": {"since": since.isoformat()}, "consistent": True}
        assert set(stage.recall(**asked)) <= {TEAS[0], TEAS[1]}
        assert MINE not in stage.recall(**asked)


# --- what is usually not shown ------------------------------------------------------------


def test_archived_memories_are_shown_only_if_asked_for(stage: Stage) -> None:
    stage.rewrite(_said(stage, TEAS[0]), status=Status.ARCHIVED)

    assert [one["content"] for one in _found(stage)] == [MINE]
    shown = {one["content"]: one["status"] for one in _found(stage, include_archived=True)}
    assert shown == {MINE: "ACTIVE", TEAS[0]: "ARCHIVED"}


def test_an_archived_memory_that_is_restored_is_shown_again(stage: Stage) -> None:
    head = stage.rewrite(_said(stage, TEAS[0]), status=Status.ARCHIVED)
    assert [one["content"] for one in _found(stage)] == [MINE]

    stage.deployment.call("restore", ACME, {"user_id": ME, "memory_id": head.memory_id})

    assert sorted(one["content"] for one in _found(stage)) == sorted([MINE, TEAS[0]])


def test_a_deleted_memory_is_not_shown_whatever_is_asked_for(stage: Stage) -> None:
    head = _said(stage, TEAS[0])
    stage.deployment.call("delete", ACME, {"user_id": ME, "memory_id": head.memory_id})

    everything = {"include_archived": True, "include_superseded": True, "include_turns": True}
    assert [one["content"] for one in _found(stage, **everything)] == [MINE]


def test_past_revisions_are_shown_only_if_asked_for(stage: Stage) -> None:
    head = _said(stage, TEAS[0])
    stage.deployment.durable.clock.advance(86_400)
    change = {"user_id": ME, "memory_id": head.memory_id, "content": TEAS[1]}
    assert stage.deployment.call("update", ACME, change).code == 0

    def shown(**asked: bool) -> set[tuple[str, int, str]]:
        return {(one["content"], one["revision"], one["status"]) for one in _found(stage, **asked)}

    now = shown()

    assert now == {(MINE, 1, "ACTIVE"), (TEAS[1], 2, "ACTIVE")}
    assert shown(include_superseded=True) == now | {(TEAS[0], 1, "SUPERSEDED")}


def test_as_of_shows_what_held_then(stage: Stage) -> None:
    head = _said(stage, TEAS[0])
    then = _now(stage) + timedelta(hours=1)
    stage.deployment.durable.clock.advance(86_400)
    change = {"user_id": ME, "memory_id": head.memory_id, "content": TEAS[1]}
    stage.deployment.call("update", ACME, change)
    _said(stage, TEAS[2], days_later=1)

    shown = {one["content"] for one in _found(stage, as_of=then.isoformat())}

    assert shown == {MINE, TEAS[0]}
    assert {one["content"] for one in _found(stage)} == {MINE, TEAS[1], TEAS[2]}


# --- consistent ---------------------------------------------------------------------------


def test_what_was_just_written_is_seen_at_once_if_asked_for(stage: Stage) -> None:
    stage.deployment.settle()
    stage.tell(TEAS[0])

    assert stage.recall() == [MINE]
    assert stage.recall(consistent=True) == sorted([MINE, TEAS[0]])


# --- explain ------------------------------------------------------------------------------


def test_an_explanation_shows_the_parts_of_each_score(stage: Stage) -> None:
    _said(stage, TEAS[0])

    for one in _found(stage, explain=True):
        parts = one["explain"]
        assert set(parts) == {"vector", "lexical", "relevance", "weight"}
        assert all(0 <= value <= 1 for value in parts.values())
        final = 0.7 * parts["relevance"] + 0.3 * parts["weight"]
        assert one["final_score"] == pytest.approx(final, abs=1e-4)
    assert all(one["explain"] is None for one in _found(stage))


# --- how many, and which ------------------------------------------------------------------


@pytest.mark.parametrize("top_k", [1, 3, 50])
def test_no_more_than_top_k_are_returned(stage: Stage, top_k: int) -> None:
    for number in range(60):
        stage.tell(f"I love tea of the kind number {number} from garden {number * 7}.")

    found = _found(stage, top_k=top_k)

    assert len(found) == top_k
    scores = [one["final_score"] for one in found]
    assert scores == sorted(scores, reverse=True)


def test_what_says_the_same_makes_room_for_what_says_something_else(stage: Stage) -> None:
    for text in ("I love oolong tea.", "I love my oolong tea.", "I love the oolong tea."):
        stage.tell(text)
    stage.tell("Tea gives me a headache after six.")

    first_two = [one["content"] for one in _found(stage, query="oolong tea", top_k=2)]
    everything = [one["content"] for one in _found(stage, query="oolong tea", top_k=10)]

    assert sum("oolong" in text for text in first_two) == 1
    assert sum("oolong" in text for text in everything) == 3
