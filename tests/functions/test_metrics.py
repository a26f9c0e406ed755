"""What is measured of the work on its whole way, and that no line of it holds what was said."""

import json
from typing import Any

import pytest

from mneme.domain.measures import Measured
from mneme.runtime.emf_metrics import EmfMetrics
from tests.doubles.reading_model import ReadingModel
from tests.functions.canary import ACME, ASK, CANARY, run
from tests.isolation.deployment import Deployment
from tests.isolation.moody import Mood

SCENE = "Let's role-play: you are a dragon and I am a knight."
CARD = "My card is 4111111111111111."
NAMED = tuple(one.value for one in Measured)
OF_A_LINE = {"_aws", "tenant", "service"}


@pytest.mark.parametrize("mood", [Mood.WELL, Mood.DOWN, Mood.WORDLESS])
def test_no_metric_of_the_whole_way_holds_a_word_or_a_user(
    mood: Mood, capsys: pytest.CaptureFixture[str]
) -> None:
    deployment = _measured_in_lines()
    deployment._model = ReadingModel()
    deployment.index.mood = mood
    deployment.embedder.down = mood is Mood.WORDLESS

    run(deployment, [])

    lines = _lines(capsys)
    assert {line["tenant"] for line in lines} <= {"acme", ""}
    for line in lines:
        said = {name: value for name, value in line.items() if name not in OF_A_LINE}
        assert all(name.startswith(NAMED) for name in said)
        assert all(isinstance(one, float) for values in said.values() for one in values)
        assert CANARY not in json.dumps(line).lower()
        assert '"u1"' not in json.dumps(line)


def test_a_line_tells_unit_and_namespace_of_each_number(
    capsys: pytest.CaptureFixture[str],
) -> None:
    deployment = _measured_in_lines()

    deployment.call("recall", ACME, ASK)

    (line,) = _lines(capsys)
    (told,) = line["_aws"]["CloudWatchMetrics"]
    units = {one["Name"]: one["Unit"] for one in told["Metrics"]}
    assert (told["Namespace"], told["Dimensions"]) == ("Mneme/test", [[]])
    assert units["recall_ms"] == "Milliseconds"
    assert units["recall_hits"] == "Count"


def test_metrics_that_are_switched_off_are_not_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("POWERTOOLS_METRICS_DISABLED", "true")

    _measured_in_lines().call("recall", ACME, ASK)

    assert _lines(capsys) == []


def test_the_way_of_an_add_is_measured_from_what_it_held_to_what_became_of_it() -> None:
    deployment = Deployment(["acme"])
    messages = [
        {"message_id": f"m{n}", "role": "user", "content": text}
        for n, text in enumerate(["I live in Oslo.", SCENE, CARD])
    ]

    deployment.call("add", ACME, {"user_id": "u1", "messages": messages})
    deployment.deliver_all_queues()
    deployment.deliver_changes()

    measured = deployment.metrics
    assert measured.values(Measured.ADD_ACCEPTED) == [1]
    assert measured.values(Measured.FACTS_OF_TASK) == [2]
    assert len(measured.values(Measured.FACT_CANDIDATES)) == 2
    assert measured.names(Measured.SENSITIVE_FOUND) == ["sensitive_found_card_number"]
    assert measured.values(Measured.UNREAL_MESSAGES) == [1]
    assert set(measured.names(Measured.FACT_DECIDED)) == {"fact_decided_add"}
    assert measured.names(Measured.TASK_ENDED) == ["task_ended_done"]
    assert measured.values(Measured.ADD_TO_COMMIT_MS) == [0]
    assert measured.values(Measured.INDEX_LAG_MS)


def test_a_recall_is_measured_with_its_steps_its_hits_and_what_it_missed() -> None:
    deployment = Deployment(["acme"])
    deployment.call("add_structured", ACME, _written("Lives in Oslo"))
    deployment.index.mood = Mood.DOWN

    deployment.call("recall", ACME, {**ASK, "query": "Oslo"})

    measured = deployment.metrics
    assert measured.values(Measured.RECALL_HITS) == [1]
    assert len(measured.values(Measured.RECALL_MS)) == 1
    assert "recall_step_ms_heads" in measured.names(Measured.RECALL_STEP_MS)
    assert measured.names(Measured.RECALL_DEGRADED) == ["recall_degraded_index_unavailable"]
    assert measured.names(Measured.RECALL_SETBACK) == ["recall_setback_failed"]


def test_a_recall_that_finds_nothing_is_counted() -> None:
    deployment = Deployment(["acme"])

    deployment.call("recall", ACME, ASK)

    assert deployment.metrics.values(Measured.RECALL_EMPTY) == [1]
    assert deployment.metrics.values(Measured.RECALL_HITS) == [0]


def test_memories_that_reached_a_model_are_counted() -> None:
    deployment = Deployment(["acme"])
    written = deployment.call("add_structured", ACME, _written("Lives in Oslo")).data

    body = {"user_id": "u1", "memory_ids": [written["memory_id"], "01KJKB3Q000000000000000009"]}
    deployment.call("used", ACME, body)

    assert deployment.metrics.values(Measured.MEMORIES_USED) == [1]


def test_how_long_a_write_waited_is_measured_unless_it_is_of_a_history_being_loaded() -> None:
    deployment = Deployment(["acme"])
    said = [{"message_id": "m1", "role": "user", "content": "I live in Oslo."}]

    deployment.call("add", ACME, {"user_id": "u1", "messages": said})
    deployment.call("add", ACME, {"user_id": "u2", "messages": said, "bulk": True})
    deployment.clock.advance(seconds=7)
    deployment.deliver_all_queues()

    assert deployment.metrics.values(Measured.ADD_TO_COMMIT_MS) == [7000]
    assert len(deployment.metrics.values(Measured.TASK_ENDED)) == 2


@pytest.mark.parametrize(("ago", "lag"), [(0.25, 250), (3.0, 3000)])
def test_the_lag_of_the_index_is_told_in_milliseconds(ago: float, lag: float) -> None:
    deployment = Deployment(["acme"])
    deployment.clock.advance(milliseconds=500)
    deployment.call("add_structured", ACME, _written("Lives in Oslo"))
    written = deployment.clock.now()
    deployment.clock.advance(seconds=ago)

    deployment.deliver_changes(made_at=written)

    assert deployment.metrics.values(Measured.INDEX_LAG_MS) == [lag]


def test_a_change_that_leaves_the_time_of_its_row_alone_has_the_lag_of_the_stream() -> None:
    deployment = Deployment(["acme"])
    deployment.call("add_structured", ACME, _written("Lives in Oslo"))
    deployment.clock.advance(days=1)

    deployment.deliver_changes(made_at=deployment.clock.now())

    assert deployment.metrics.values(Measured.INDEX_LAG_MS) == [0]


def _measured_in_lines() -> Deployment:
    deployment = Deployment(["acme"])
    deployment.__dict__["metrics"] = EmfMetrics("test")
    return deployment


def _written(content: str) -> dict[str, Any]:
    return {"user_id": "u1", "content": content, "skip_evolution": True}


def _lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    written = capsys.readouterr().out.splitlines()
    return [json.loads(line) for line in written if line.startswith('{"_aws"')]
