"""Purges of a full life, what is seen meanwhile, and what is left of them."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.isolation.forgotten import (
    ACME,
    AGAIN,
    PLACES,
    STRANGER,
    THEIRS,
    USER,
    WORDS,
    Life,
    words_of,
)
from tests.isolation.forgotten_transfers import COMING, bring_in, take_out
from tests.isolation.stored_bytes import files_holding

LOG = "everything.log"
BURIED = ("extraction", "evolution", "transfers", "reinforcement")
PLANNER = ("planner", "planner session")


@dataclass(frozen=True)
class Case:
    """A purge, the places it takes, and one of these where something is told again."""

    verb: str
    scope: dict[str, Any]
    gone: Sequence[str]
    again: str

    @property
    def kept(self) -> list[str]:
        """The places it does not touch."""
        return [place for place in PLACES if place not in self.gone]


CASES = {
    "everything": Case("user/purge", {}, tuple(PLACES), "planner"),
    "erased": Case("user/erase", {}, tuple(PLACES), "global"),
    "an app": Case("user/purge", {"scope": {"app_id": "planner"}}, PLANNER, "planner session"),
    "a session": Case(
        "user/purge",
        {"scope": {"app_id": "planner", "session_id": "s-1"}},
        ("planner session",),
        "planner session",
    ),
}


def lived(folder: Path, memories: int, queued: int, **parts: Any) -> Life:
    """Return a life that is full, with adds that wait and dead letters."""
    life = Life(folder, **parts)
    life.tell(memories)
    life.leave_queued(queued)
    life.bury("extraction")
    life.settle_files()
    return life


def lived_in_all(folder: Path, memories: int, queued: int) -> Life:
    """Return a life that was taken out and brought into, with dead letters of each queue."""
    life = Life(folder)
    life.tell(memories)
    bring_in(life, WORDS, PLACES)
    life.live()
    take_out(life)
    life.leave_queued(queued)
    life.extract(len(PLACES))
    bring_in(life, dict.fromkeys(PLACES, COMING), PLACES)
    assert all(asks(life, place, WORDS[place]) for place in PLACES)
    for queue in BURIED:
        life.bury(queue)
    life.settle_files()
    return life


def asks(life: Life, place: str, word: str) -> list[str]:
    """Return what a recall in a place shows of a word."""
    named = {name: one for name, one in PLACES[place].items() if name != "level"}
    named["include_global"] = place == "global"
    asked = {"query": word, "min_relevance": 0.0, "top_k": 50, "consistent": True}
    found = life.ask("recall", include_turns=True, scope=named, **asked)
    return [one["content"] for one in found["memories"] if word in one["content"]]


def listed(life: Life) -> str:
    """Return all that the user sees, as one text."""
    texts: list[str] = []
    page: dict[str, Any] = {}
    while True:
        shown = life.ask("user/list", limit=100, **page)
        texts += [one["content"] for one in shown["memories"]]
        if shown["cursor"] is None:
            return " ".join(texts)
        page = {"cursor": shown["cursor"]}


def forget(life: Life, case: Case) -> str:
    """Purge, and hold what is seen before any job has begun against what should be.

    Return the job.
    """
    assert all(asks(life, place, WORDS[place]) for place in PLACES)
    job_id: str = life.ask(case.verb, **case.scope)["job_id"]
    shown = listed(life)
    for place in PLACES:
        there = place in case.kept
        assert bool(asks(life, place, WORDS[place])) is there, place
        assert (WORDS[place] in shown) is there, place
    return job_id


def told_again(life: Life, case: Case) -> None:
    """Say something where it was purged, before any job has begun."""
    named = PLACES[case.again]
    life.ask("add_structured", content=f"Likes {AGAIN}", skip_evolution=True, **named)
    task = life.say(AGAIN, named)
    assert asks(life, case.again, AGAIN) == [f"Likes {AGAIN}"]
    life.queued["again"] = [task]


def _states(life: Life, place: str) -> set[str]:
    return {life.ask("task", task_id=one)["state"] for one in life.queued.get(place, ())}


def dead_letters(life: Life) -> dict[str, int]:
    """Return how many dead letters each queue has that has any."""
    with closing(sqlite3.connect(life.folder / "queues.db")) as queues:
        statement = (
            "SELECT queue, COUNT(*) FROM queue_messages WHERE queue LIKE '%dead%' GROUP BY queue"
        )
        return dict(queues.execute(statement).fetchall())


def assert_forgotten(life: Life, case: Case) -> None:
    """Hold everything that lies anywhere against what should."""
    held = files_holding(life.folder, {*words_of(tuple(PLACES)), COMING, THEIRS, AGAIN})
    gone = {*words_of(case.gone), COMING}
    assert {word: held[word] for word in gone & held.keys()} == {}
    assert held.keys() >= {*(WORDS[place] for place in case.kept), THEIRS, AGAIN}
    assert LOG not in {file for files in held.values() for file in files}
    log = life.made.audit.logs.user(ACME, USER).report
    assert log.found == ()
    assert THEIRS in str(life.ask("user/list", user_id=STRANGER))


def assert_told(life: Life, case: Case) -> None:
    """Hold what became of the adds that waited, dead letters put back, against what should."""
    for queue in BURIED:
        life.made.dead_letters.move_back(queue)
    life.live()
    life.settle_files()
    for place in PLACES:
        assert _states(life, place) == {"DROPPED" if place in case.gone else "DONE"}, place
    assert _states(life, "again") == {"DONE"}
    held = files_holding(life.folder, {*words_of(case.gone), COMING})
    assert held == {}
    assert len(asks(life, case.again, AGAIN)) >= 2
