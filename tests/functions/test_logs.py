"""Nothing that any handler logs, at any level and under any fault, holds what somebody said."""

import logging
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from local.queue_events import queue_event
from mneme.domain.errors import ExtractionFailed, Unavailable
from mneme.runtime.backend import Backend
from tests.doubles.reading_model import ReadingModel
from tests.doubles.scripted_model import ScriptedModel
from tests.doubles.watched import Fuse, Watched
from tests.doubles.world import a_tenant
from tests.isolation.deployment import Deployment
from tests.isolation.moody import Mood

CANARY = "xylophonist"
ACME = a_tenant("acme")
WORKERS = {
    "extraction": "extraction_worker",
    "evolution": "evolution_worker",
    "reinforcement": "reinforcement_worker",
}
TAGS = {CANARY: CANARY}
ADD = {
    "user_id": "u1",
    "session_id": "s1",
    "messages": [
        {"message_id": "m1", "role": "user", "content": f"I am a {CANARY}.", "name": CANARY},
        {"message_id": "m2", "role": "assistant", "content": f"I play the {CANARY} well."},
    ],
    "extraction": {"focus": CANARY, "tags": TAGS, "entity_types": [CANARY]},
    "idempotency_key": CANARY,
}
WRITE = {"user_id": "u1", "content": f"Is a {CANARY}", "fact_key": CANARY, "custom_tags": TAGS}
ASK = {"user_id": "u1", "query": f"Who is the {CANARY}?", "min_relevance": 0.0, "explain": True}
REQUESTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("add", ADD),
    ("add_structured", WRITE),
    ("add_structured", {**WRITE, "skip_evolution": True}),
    ("recall", {**ASK, "filter": {"custom_tags": [TAGS]}, "include_turns": True}),
    ("recall", {**ASK, "consistent": True}),
    ("add", {**ADD, "messages": [{"message_id": "m1", "role": CANARY, "content": CANARY}]}),
    ("add", {**ADD, CANARY: CANARY}),
    ("add_structured", {**WRITE, "custom_tags": {CANARY: {CANARY: CANARY}}}),
    ("add_structured", {**WRITE, "valid_at": CANARY}),
    ("recall", {**ASK, "as_of": CANARY}),
)


class Overheard(logging.Handler):
    """Keeps every line with all its fields, and whatever it would print of an exception."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record."""
        trace = logging.Formatter().formatException(record.exc_info) if record.exc_info else ""
        self.lines.append(f"{record.getMessage()} {record.__dict__} {trace}")


@pytest.fixture
def overheard() -> Iterator[list[str]]:
    """Yield what all loggers write meanwhile, at the most talkative level."""
    kept = Overheard()
    loggers = [logging.getLogger(), logging.getLogger("service_undefined")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(kept)
        logger.setLevel(logging.DEBUG)
    yield kept.lines
    for logger, level in zip(loggers, levels, strict=True):
        logger.removeHandler(kept)
        logger.setLevel(level)


def _run(deployment: Deployment, faults: list[str]) -> None:
    """Send every request and let the platform deliver; keep what it would print of a fault."""
    for verb, body in REQUESTS:
        deployment.call(verb, ACME, body)
    for _ in range(6):  # more often than a queue delivers
        for queue, worker in WORKERS.items():
            _deliver(deployment, queue, worker, faults)
        try:
            deployment.deliver_changes()
        except Exception as fault:  # noqa: BLE001
            faults.append(f"{fault!r} {fault.__cause__!r}")


def _deliver(deployment: Deployment, queue: str, worker: str, faults: list[str]) -> None:
    consumer = deployment.backend.queue_consumer
    batch = consumer.receive(queue, 10)
    now = int(deployment.clock.now().timestamp() * 1000)
    try:
        if batch:
            deployment.invoke(worker, queue_event(queue, batch, now))
    except Exception as fault:  # noqa: BLE001
        faults.append(f"{fault!r} {fault.__cause__!r}")
    for message in batch:
        consumer.release(queue, message.receipt)


@pytest.mark.parametrize("mood", [Mood.WELL, Mood.DOWN, Mood.WORDLESS])
def test_no_line_of_the_whole_way_holds_a_word(overheard: list[str], mood: Mood) -> None:
    deployment = Deployment(["acme"])
    deployment.index.mood = mood
    deployment.embedder.down = mood is Mood.WORDLESS
    faults: list[str] = []

    _run(deployment, faults)

    assert len(overheard) > len(REQUESTS)
    assert [line for line in [*overheard, *faults] if CANARY in line.lower()] == []


@pytest.mark.parametrize(
    "fault", [Unavailable("no answer"), KeyError(CANARY), ValueError(f"bad {CANARY}")], ids=repr
)
@pytest.mark.parametrize(
    ("store", "at"),
    [
        *(("tables", at) for at in (1, 2, 3, 5, 8, 13, 21, 34, 55)),
        *(("queue", at) for at in (1, 2, 3)),
        *(("index", at) for at in (1, 2, 3, 5)),
    ],
)
def test_no_fault_of_a_store_makes_a_line_hold_a_word(
    overheard: list[str], fault: Exception, store: str, at: int
) -> None:
    # The text of an exception may quote what it failed over.
    fuse = Fuse(fault=lambda: fault)

    def around(stores: Backend) -> Backend:
        return replace(stores, **{store: Watched(getattr(stores, store), fuse)})

    deployment = Deployment(["acme"], around)
    fuse.at = fuse.calls + at
    faults: list[str] = []

    _run(deployment, faults)

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

    _run(deployment, faults)

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
