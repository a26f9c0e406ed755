"""A run on the embedded stores in a folder, with words that must not lie there in clear."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.domain.scope import Level
from mneme.runtime.backend import Backend
from mneme.runtime.embedded_backend import embedded_backend
from mneme.runtime.settings import Settings
from tests.doubles.world import LAYOUTS, QUEUE_LAYOUTS, Durable
from tests.isolation.cast import Cast
from tests.isolation.deployment import Deployment
from tests.isolation.play import Play
from tests.isolation.programs import ACTORS, Actor, Delivery, Way, Words, Write, canary
from tests.isolation.questions import SCOPES, WIDE

IN_CLEAR = "session-in-clear"
"""Ids of sessions and messages are kept as they are: a search that misses them finds nothing."""

CAST = Cast(
    tenants=("acme", "acme2"),
    users=("u#1", "u%231"),
    apps=("app", "app#"),
    sessions=(IN_CLEAR, "session"),
    messages=("m1", "m2"),
    keys=("Zqidempotency", "Zqidempotence"),
)
LARGE = "Zqlarge"
SECRETS = ("Zqspeaker", "Zqtagname", "Zqtagvalue", "Zqfactkey", "Zqquery", LARGE, "鹦鹉秘密")
PLACES = ((Level.GLOBAL, None, 0), (Level.APP, 1, None), (Level.SESSION, 1, 1))
WAYS = (
    (Way.ADD, Words.CANARY),
    (Way.ADD, Words.SLOT),
    (Way.ADD, Words.SHARED),
    (Way.AT_ONCE, Words.CANARY),
    (Way.BY_TASK, Words.SHARED),
)
WRITES = [
    Write(actor, *place, *way, number % 4, number % 2, None, Delivery.NOTHING)
    for number, (actor, place, way) in enumerate(product(ACTORS, PLACES, WAYS))
]


class Log(logging.Handler):
    """Keeps all that is logged, with everything a record carries."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record."""
        self.text += f"{record.getMessage()} {record.__dict__}\n"


@dataclass(frozen=True)
class Run:
    """What is left of a run: the folder of its stores, what was logged, what was secret."""

    folder: Path
    log: str
    secrets: frozenset[str]
    play: Play


def run_in(folder: Path) -> Run:
    """Let everyone write in every way and recall; leave the last of it in the queues."""
    durable = Durable()

    def embedded(stores: Backend) -> Backend:
        """Return the stores as the product makes them; the index is one that fits the embedder."""
        made = embedded_backend(_settings(folder), folder, durable.clock, durable.ids)
        return replace(made, index=stores.index)

    index_database = SqliteDatabase(folder / "index.db")
    play = Play.of(CAST, Deployment(CAST.tenants, embedded, durable, index_database))
    with _logged() as log:
        play.perform(WRITES)
        for actor in ACTORS:
            _tell_secrets(play, actor)
        play.deployment.settle()
        play.read_tasks()
        for actor in ACTORS:
            _leave_undelivered(play, actor)
    told = {canary(write.home) for write in WRITES if write.words is not Words.SHARED}
    return Run(folder, log.text, frozenset({*SECRETS, *CAST.keys, *told}), play)


def _tell_secrets(play: Play, actor: Actor) -> None:
    said = {"message_id": "s1", "role": "user", "name": "Zqspeaker", "content": "我喜欢鹦鹉秘密。"}
    _sent(play, actor, "add", messages=[said], idempotency_key="Zqidempotency")
    tags = {"Zqtagname": "Zqtagvalue"}
    told = {"content": "I love Zqlarge tea.", "custom_tags": tags, "fact_key": "Zqfactkey"}
    _sent(play, actor, "add_structured", skip_evolution=True, **told)
    _sent(play, actor, "add_structured", level="GLOBAL", **told)


def _leave_undelivered(play: Play, actor: Actor) -> None:
    page = f"I love {LARGE} tea. " * 700
    pages = [{"message_id": f"p{n}", "role": "user", "content": page} for n in range(10)]
    _sent(play, actor, "add", messages=pages, idempotency_key="Zqidempotence")
    _sent(play, actor, "recall", query="Zqquery 鹦鹉秘密", filter={"custom_tags": []})
    for asked in SCOPES:
        play.ask(actor, asked, WIDE)


def _sent(play: Play, actor: Actor, verb: str, **body: Any) -> None:
    body["user_id"] = CAST.users[actor.user]
    answer = play.deployment.call(verb, play.caller(actor), body)
    assert answer.code == 0, answer.message


def _settings(folder: Path) -> Settings:
    return Settings("test", LAYOUTS, folder, QUEUE_LAYOUTS, {}, {}, "", None, "")


@contextmanager
def _logged() -> Iterator[Log]:
    """Keep what the functions log, down to the last detail."""
    logger = logging.getLogger("service_undefined")
    log, level = Log(), logger.level
    logger.addHandler(log)
    logger.setLevel(logging.DEBUG)
    try:
        yield log
    finally:
        logger.removeHandler(log)
        logger.setLevel(level)
