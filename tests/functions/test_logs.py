"""Nothing that any handler logs, at any level and under any fault, holds what somebody said."""

import logging
from contextlib import suppress
from dataclasses import replace

import pytest

from mneme.contracts.http.verbs import VERBS
from mneme.domain.errors import ExtractionFailed
from mneme.runtime.backend import Backend
from tests.doubles.reading_model import ReadingModel
from tests.doubles.scripted_model import ScriptedModel
from tests.doubles.watched import Fuse, Watched
from tests.functions.canary import (
    ACME,
    ADD,
    ASK,
    CANARY,
    FAULTS,
    LONG,
    MANAGEMENT,
    MOVED,
    REQUESTS,
    WRITE,
    bury,
    manage,
    move,
    queued,
    run,
    sweep,
    work_off_line,
)
from tests.isolation.deployment import Deployment
from tests.isolation.moody import Mood


def _with_fuse(store: str, fault: Exception) -> tuple[Deployment, Fuse]:
    """Return a deployment, one of whose stores fails once its fuse is lit."""
    fuse = Fuse(fault=lambda: fault)

    def around(stores: Backend) -> Backend:
        return replace(stores, **{store: Watched(getattr(stores, store), fuse)})

    return Deployment(["acme"], around), fuse


@pytest.mark.parametrize("mood", [Mood.WELL, Mood.DOWN, Mood.WORDLESS])
def test_no_line_of_the_whole_way_holds_a_word(overheard: list[str], mood: Mood) -> None:
    deployment = Deployment(["acme"])
    deployment.index.mood = mood
    deployment.embedder.down = mood is Mood.WORDLESS
    faults: list[str] = []

    run(deployment, faults)

    moved = deployment.call("user/list", ACME, {"user_id": MOVED}).data["memories"]
    assert len(moved) == (mood is not Mood.WORDLESS)
    verbs = {verb for verb, _ in (*REQUESTS, *MANAGEMENT)}
    assert verbs == {verb.name for verb in VERBS} - {"task"}
    assert all(any(f"'verb': '{verb}'" in line for line in overheard) for verb in verbs)
    assert any(line.startswith("swept ") for line in overheard)
    assert any(line.startswith("resumed ") for line in overheard)
    assert any(line.startswith("job page ") for line in overheard)
    assert [line for line in [*overheard, *faults] if CANARY in line.lower()] == []


@pytest.mark.parametrize("fault", FAULTS, ids=repr)
@pytest.mark.parametrize(
    ("store", "at"),
    [
        *(("tables", at) for at in (1, 2, 3, 5, 8, 13, 21, 34, 55)),
        *(("queue", at) for at in (1, 2, 3)),
        *(("index", at) for at in (1, 2, 3, 5)),
        *(("blobs", at) for at in (1, 2)),
        *(("key_service", at) for at in (1, 2)),
    ],
)
def test_no_fault_of_a_store_makes_a_line_hold_a_word(
    overheard: list[str], fault: Exception, store: str, at: int
) -> None:
    # The text of an exception may quote what it failed over.
    deployment, fuse = _with_fuse(store, fault)
    fuse.at = fuse.calls + at
    faults: list[str] = []
    if store == "blobs":
        faults.append(deployment.call("add", ACME, LONG).message)

    run(deployment, faults)

    assert fuse.calls >= fuse.at
    assert [line for line in [*overheard, *faults] if CANARY in line.lower()] == []


@pytest.mark.parametrize("fault", FAULTS, ids=repr)
def test_no_fault_of_the_embedder_makes_a_line_hold_a_word(
    overheard: list[str], fault: Exception
) -> None:
    deployment = Deployment(["acme"])
    fuse = Fuse(2, fault=lambda: fault)
    deployment._embedder = Watched(deployment._embedder, fuse)  # type: ignore[assignment]
    faults: list[str] = []

    run(deployment, faults)

    assert fuse.calls >= fuse.at
    assert [line for line in [*overheard, *faults] if CANARY in line.lower()] == []


@pytest.mark.parametrize("fault", FAULTS, ids=repr)
@pytest.mark.parametrize("store", ["index_audit", "whole_tables", "digests", "blobs"])
def test_no_fault_of_a_job_makes_a_line_hold_a_word(
    overheard: list[str], fault: Exception, store: str
) -> None:
    deployment, fuse = _with_fuse(store, fault)
    faults = [deployment.call("add", ACME, LONG).message]
    deployment.call("add_structured", ACME, {**WRITE, "skip_evolution": True})
    fuse.at = fuse.calls + 1

    work_off_line(deployment, faults)

    assert fuse.calls >= fuse.at
    assert [line for line in [*overheard, *faults] if CANARY in line.lower()] == []


def test_the_search_of_queues_sees_bodies_and_dead_letters() -> None:
    deployment = Deployment(["acme"])

    bury(deployment)

    lying = queued(deployment)
    assert any("dead" in line for line in lying)
    assert all("u1" in line or MOVED in line for line in lying if "tenant_id" in line)


@pytest.mark.parametrize("fault", FAULTS, ids=repr)
@pytest.mark.parametrize("at", [1, 2, 3, 5, 8, 13, 21, 34, 55])
def test_no_fault_while_memories_are_managed_makes_a_line_hold_a_word(
    overheard: list[str], fault: Exception, at: int
) -> None:
    deployment, fuse = _with_fuse("tables", fault)
    deployment.call("add_structured", ACME, {**WRITE, "skip_evolution": True})
    fuse.at = fuse.calls + at

    told = manage(deployment)

    assert fuse.calls >= fuse.at
    assert [line for line in [*overheard, *told] if CANARY in line.lower()] == []


@pytest.mark.parametrize("fault", FAULTS, ids=repr)
@pytest.mark.parametrize(
    ("store", "at"),
    [
        *(("tables", at) for at in (1, 2, 3, 5, 8, 13, 21)),
        *(("blobs", at) for at in (1, 2, 3)),
        *((other, 1) for other in ("queue", "key_service")),
    ],
)
def test_no_fault_while_a_memory_moves_makes_a_line_hold_a_word(
    overheard: list[str], fault: Exception, store: str, at: int
) -> None:
    deployment, fuse = _with_fuse(store, fault)
    fuse.at = fuse.calls + at
    faults: list[str] = []

    move(deployment, faults)

    assert fuse.calls >= fuse.at
    assert [line for line in [*overheard, *faults] if CANARY in line.lower()] == []


@pytest.mark.parametrize("fault", FAULTS, ids=repr)
@pytest.mark.parametrize(("store", "at"), [("tables", 1), ("tables", 2), ("queue", 1)])
def test_no_fault_of_a_sweep_makes_a_line_hold_a_word(
    overheard: list[str], fault: Exception, store: str, at: int
) -> None:
    deployment, fuse = _with_fuse(store, fault)
    deployment.call("add", ACME, ADD)
    fuse.at = fuse.calls + at
    faults: list[str] = []

    sweep(deployment, faults)

    assert fuse.calls >= fuse.at
    assert [line for line in [*overheard, *faults] if CANARY in line.lower()] == []


@pytest.mark.parametrize(
    "model",
    [
        ReadingModel(),
        ScriptedModel(*[f"{CANARY} {{"] * 20),
        ScriptedModel(*[ExtractionFailed("the model refused the request")] * 20),
        ScriptedModel(*[RuntimeError(CANARY)] * 20),
    ],
    ids=["reading", "ill-formed", "refusing", "broken"],
)
def test_no_answer_of_a_model_makes_a_line_hold_a_word(
    overheard: list[str], model: ReadingModel | ScriptedModel
) -> None:
    deployment = Deployment(["acme"])
    deployment._model = model
    faults: list[str] = []

    run(deployment, faults)

    assert model.prompts
    assert [line for line in [*overheard, *faults] if CANARY in line.lower()] == []


@pytest.mark.parametrize(
    ("mood", "place", "reason"),
    [
        (Mood.DOWN, "index search", "the index does not answer"),
        (Mood.WORDLESS, "embedding", "the embedder does not answer"),
    ],
)
def test_an_outage_that_an_answer_survives_is_logged_with_its_place(
    overheard: list[str], mood: Mood, place: str, reason: str
) -> None:
    deployment = Deployment(["acme"])
    deployment.call("add_structured", ACME, {**WRITE, "skip_evolution": True})
    deployment.index.mood = mood
    deployment.embedder.down = mood is Mood.WORDLESS

    assert deployment.call("recall", ACME, ASK).data["degraded"]

    lines = [line for line in overheard if line.startswith("outage ")]
    assert lines
    assert all(f"'place': '{place}'" in line for line in lines)
    assert all(f"'reason': '{reason}'" in line for line in lines)


def test_the_search_for_words_finds_one_that_is_logged(overheard: list[str]) -> None:
    with suppress(ValueError):
        logging.getLogger("service_undefined").debug("x", extra={"text": CANARY})

    assert any(CANARY in line for line in overheard)
