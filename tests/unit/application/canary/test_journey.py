"""A way through the API ends well only if all of it works, and says where it ended otherwise."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from mneme.application.canary.journey import Journey, JourneyEnded, made_up_name
from mneme.application.ports.public_api import Reply
from mneme.domain.errors import Unavailable
from tests.doubles.counting_ids import CountingIds
from tests.doubles.fixed_clock import FixedClock

Body = Mapping[str, Any]


class ScriptedApi:
    """A service that keeps what it is told, and fails as a test wants it to."""

    def __init__(self, **wrong: Reply) -> None:
        self.wrong = wrong
        self.memories: dict[str, str] = {}
        self.state = "DONE"
        self.late = 0
        self.deletes = True
        self.finds = True
        self.asked: list[tuple[str, Body]] = []

    def ask(self, verb: str, body: Body) -> Reply:
        self.asked.append((verb, body))
        answers: dict[str, Callable[[Body], dict[str, Any]]] = {
            "add": self._add,
            "task": self._task,
            "recall": self._recall,
            "delete": self._delete,
        }
        return self.wrong.get(verb) or Reply(200, {"code": 0, "data": answers[verb](body)})

    def _add(self, body: Body) -> dict[str, Any]:
        (said,) = body["messages"]
        self.memories["m-1"] = said["content"]
        return {"task_id": "t-1"}

    def _task(self, body: Body) -> dict[str, Any]:
        assert body["task_id"] == "t-1"
        if self.late:
            self.late -= 1
            return {"state": "EXTRACTING", "results": []}
        results = [{"memory_id": one, "code": 0} for one in self.memories]
        return {"state": self.state, "results": [*results, {"memory_id": None, "code": 0}]}

    def _recall(self, body: Body) -> dict[str, Any]:
        found = self.memories.values() if self.finds else ()
        return {"memories": [{"content": content} for content in found]}

    def _delete(self, body: Body) -> dict[str, Any]:
        if self.deletes:
            del self.memories[body["memory_id"]]
        return {}


def _journey(api: ScriptedApi) -> Journey:
    return Journey(api, FixedClock(), CountingIds())


def _ends(api: ScriptedApi) -> str:
    with pytest.raises(JourneyEnded) as failure:
        _journey(api).go()
    return failure.value.message


def test_the_whole_way_leaves_nothing_behind() -> None:
    api = ScriptedApi()
    api.late = 3
    journey = _journey(api)

    journey.go()

    assert api.memories == {}
    assert {body["user_id"] for _, body in api.asked} == {"canary-2026-03-01"}
    assert journey.took == {
        "add": 0,
        "task": 1500,
        "recall": 0,
        "delete": 0,
        "recall after delete": 0,
    }


def test_another_name_is_told_each_time() -> None:
    ids = CountingIds()

    names = [made_up_name(ids) for _ in range(5)]

    assert len(set(names)) == 5
    assert all(name.isalpha() and name.istitle() for name in names)


@pytest.mark.parametrize("verb", ["add", "task", "recall", "delete"])
def test_a_refusal_ends_it_and_is_told_with_its_trace(verb: str) -> None:
    envelope = {"code": 50002, "msg": "the tables do not answer", "trace_id": "t-7", "data": None}

    told = _ends(ScriptedApi(**{verb: Reply(503, envelope)}))

    assert told == (
        f"{verb}: {verb} was answered by 503: code 50002, the tables do not answer (trace t-7)"
    )


def test_an_answer_that_is_not_ours_ends_it() -> None:
    told = _ends(ScriptedApi(add=Reply(502, {})))

    assert told == "add: add was answered by 502: code None, None (trace None)"


def test_a_task_that_never_ends_or_ends_badly_ends_it() -> None:
    late, failed = ScriptedApi(), ScriptedApi()
    late.late = 1_000_000
    failed.state = "FAILED"

    assert _ends(late) == "task: it has not ended after 60 s"
    assert _ends(failed) == "task: it ended FAILED with 1 memories"


def test_nothing_learned_is_no_success() -> None:
    nothing = {"code": 0, "data": {"state": "DONE", "results": []}}

    assert _ends(ScriptedApi(task=Reply(200, nothing))) == "task: it ended DONE with 0 memories"


def test_what_is_not_found_or_still_found_ends_it() -> None:
    lost, kept = ScriptedApi(), ScriptedApi()
    lost.finds = False
    kept.deletes = False

    assert _ends(lost) == "recall: it is not found after 60 s"
    assert _ends(kept) == "recall after delete: it is still found after 60 s"


def test_no_answer_is_no_end_but_an_outage() -> None:
    class Away(ScriptedApi):
        def ask(self, verb: str, body: Body) -> Reply:
            raise Unavailable("add was not answered")

    with pytest.raises(Unavailable):
        _journey(Away()).go()
