"""Asking several systems the same, and what is concluded from it."""

from datetime import UTC, datetime
from typing import Any

from bench.peers.child import Answer
from bench.peers.run import PeersRun
from bench.peers.systems import OVER_HTTP
from bench.peers.verdict import rows
from bench.quality.locomo import Conversation, Question, Turn

ASKED = ("Who?", "Where?", "When?")
CONVERSATION = Conversation(
    "conv-1",
    (Turn("D1:1", "session_1", "Ana", "hello", datetime(2023, 5, 8, tzinfo=UTC)),),
    tuple(Question(text, "temporal", ("D1:1",)) for text in ASKED),
)


class _Child:
    """Answers every question with the same ids in the same time, and notes when it was asked."""

    def __init__(self, name: str, asked: list[str], ids: list[str], ms: float) -> None:
        self.name = name
        self._asked = asked
        self._answer = Answer(ids, ms, ms / 2)

    def recall(self, user: str, query: str, limit: int) -> Answer:
        self._asked.append(self.name)
        return self._answer


class _Client:
    """Finds nothing."""

    def __init__(self, asked: list[str]) -> None:
        self._asked = asked

    def call(self, verb: str, **fields: object) -> dict[str, Any]:
        self._asked.append(OVER_HTTP)
        return {"memories": [], "degraded": False}


def _asked(first_ids: list[str], second_ids: list[str]) -> tuple[PeersRun, list[str]]:
    asked: list[str] = []
    children = [_Child("Mneme", asked, first_ids, 4.0), _Child("other", asked, second_ids, 6.0)]
    run = PeersRun(children)
    run.ask(_Client(asked), CONVERSATION)
    return run, asked


def test_the_system_that_is_asked_first_is_another_for_each_question() -> None:
    _, asked = _asked([], [])

    assert [asked[place : place + 3] for place in (0, 3, 6)] == [
        ["Mneme", OVER_HTTP, "other"],
        [OVER_HTTP, "other", "Mneme"],
        ["other", "Mneme", OVER_HTTP],
    ]


def test_a_turn_that_is_found_twice_takes_one_rank_and_ten_are_looked_at() -> None:
    run, _ = _asked(["a", "a", *"bcdefghijkl"], [])

    assert run.rankings["Mneme"] == [list("abcdefghij")] * len(ASKED)


def test_times_of_a_child_are_those_that_it_measured_itself() -> None:
    run, _ = _asked([], [])

    assert (run.recall["other"].values, run.cpu["other"].values) == ([6.0] * 3, [3.0] * 3)


def test_warming_up_leaves_no_trace_in_the_figures() -> None:
    asked: list[str] = []
    run = PeersRun([_Child("Mneme", asked, ["a"], 4.0)])

    run.warm_up(_Client(asked), CONVERSATION)

    assert asked
    assert (run.recall["Mneme"].values, run.rankings["Mneme"]) == ([], [])


def test_ahead_is_who_found_more_and_who_was_faster() -> None:
    run, _ = _asked(["D1:1"], ["D9:9"])

    assert list(rows(run, ["Mneme"], ["other"])) == [
        ["Mneme", "other", "ahead +1.000", "ahead -2.0 ms", "ahead -2.0 ms"]
    ]


def test_who_is_not_ahead_is_behind() -> None:
    run, _ = _asked(["D1:1"], ["D1:1"])

    assert list(rows(run, ["other"], ["Mneme"])) == [
        ["other", "Mneme", "BEHIND +0.000", "BEHIND +2.0 ms", "BEHIND +2.0 ms"]
    ]
