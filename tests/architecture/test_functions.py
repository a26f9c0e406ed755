"""Each deployable is complete: its row of data, its handler, and events to try it with."""

import json

from infra.canary import CANARY
from infra.functions import FUNCTIONS
from tests.architecture.source import committed_files, text

LEAST_EVENTS = 2
NAMES = sorted(row.name for row in (*FUNCTIONS, CANARY))


def _second_parts(folder: str, suffix: str) -> list[str]:
    return [
        name.split("/")[1]
        for name in committed_files()
        if name.startswith(folder) and name.endswith(suffix) and name.count("/") > 1
    ]


def test_every_function_has_a_handler_and_every_handler_is_a_function() -> None:
    assert sorted(_second_parts("functions/", "/handler.py")) == NAMES


def test_no_handler_lets_the_text_of_an_unexpected_fault_reach_the_log() -> None:
    guards = ("MemoryApi(lambda: services().admission)", "TaskBatch()", "@without_texts")
    handlers = [name for name in committed_files() if name.endswith("/handler.py")]

    unguarded = [name for name in handlers if not any(one in text(name) for one in guards)]

    assert unguarded == []


def test_every_function_has_at_least_two_events_and_no_event_is_an_orphan() -> None:
    events = _second_parts("events/", ".json")

    few = [name for name in NAMES if events.count(name) < LEAST_EVENTS]
    orphans = set(events) - set(NAMES)

    assert (few, orphans) == ([], set())


def test_every_event_is_named_by_source_and_case_and_is_an_object() -> None:
    events = [name for name in committed_files() if name.startswith("events/")]

    unclear = [name for name in events if name.count("__") != 1 or not name.endswith(".json")]
    malformed = [name for name in events if not isinstance(json.loads(text(name)), dict)]

    assert (unclear, malformed) == ([], [])
