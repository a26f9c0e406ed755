"""A user with something in every place and every store, on files, with words that can be searched.

Nothing is encrypted here: a word that is left anywhere is found.
"""

import json
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import cycle
from pathlib import Path
from typing import Any

from devtools.paths import ROOT
from local.queue_events import failed_ids, queue_event
from mneme.adapters.embedded_audit import EmbeddedAudit
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.domain.capacity import parsed_limits
from mneme.domain.tenancy import TenantContext
from mneme.runtime.backend import Backend
from mneme.runtime.embedded_backend import embedded_backend
from mneme.runtime.settings import Settings
from tests.doubles.durable import LAYOUTS, QUEUE_LAYOUTS, Durable
from tests.doubles.purging import ClearCipher
from tests.doubles.world import a_tenant
from tests.isolation.deployment import Deployment

ACME = a_tenant("acme")
USER, STRANGER = "u-1", "u-2"
PLANNER = {"app_id": "planner"}
PLACES: dict[str, dict[str, Any]] = {
    "global": {"level": "GLOBAL"},
    "planner": {**PLANNER, "level": "APP"},
    "planner session": {**PLANNER, "session_id": "s-1", "level": "SESSION"},
    "coach": {"app_id": "coach", "level": "APP"},
    "coach session": {"app_id": "coach", "session_id": "s-1", "level": "SESSION"},
    "session": {"session_id": "s-1", "level": "SESSION"},
}
WORDS = {place: f"zylo{letter}quark" for place, letter in zip(PLACES, "abcdef", strict=True)}
QUEUED = {place: f"zylo{letter}waits" for place, letter in zip(PLACES, "abcdef", strict=True)}
THEIRS = "zylotheirs"
AGAIN = "zyloagain"
DATABASES = ("tables.db", "queues.db", "index.db")
ROOM = "total=1000000,global=1000000,app=1000000"
MOST_STEPS = 50_000
LARGE = 10
"""Messages of a large conversation: it is kept as an object."""


class Overheard(logging.Handler):
    """Writes all that is logged, at any level and with all it carries, into a file."""

    def __init__(self, file: Path) -> None:
        super().__init__(logging.DEBUG)
        self._file = file.open("a", encoding="utf-8")

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, and what would be printed of an exception."""
        trace = logging.Formatter().formatException(record.exc_info) if record.exc_info else ""
        self._file.write(f"{record.getMessage()} {record.__dict__} {trace}\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()
        super().close()


@dataclass
class Life:
    """A deployment over the files of a folder, and what was asked of it."""

    folder: Path
    around: Callable[[Backend], Backend] = lambda stores: stores
    queued: dict[str, list[str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    said: int = 0

    def __post_init__(self) -> None:
        """Open the stores."""
        durable = Durable()
        settings = Settings("test", LAYOUTS, self.folder, QUEUE_LAYOUTS, {}, {}, "", None, "")
        index = SqliteDatabase(self.folder / "index.db")

        def on_files(stores: Backend) -> Backend:
            made = embedded_backend(settings, self.folder, durable.clock, durable.ids)
            audit = EmbeddedAudit(index)
            return self.around(replace(made, index=stores.index, index_audit=audit))

        self.made = Deployment(["acme"], on_files, durable, index)
        self.made.__dict__["cipher"] = ClearCipher()
        self.clock = durable.clock
        # Whoever has more than there is room for by default has it all the same.
        choices = self.made.tenant_choices.of(ACME)
        roomy = replace(choices, capacity=parsed_limits(ROOM))
        self.made.tenant_choices.change(ACME, choices, roomy)

    def ask(self, verb: str, caller: TenantContext = ACME, **body: Any) -> Any:
        """Ask as the user, or as `user_id`; the answer must be a good one."""
        answer = self.made.call(verb, caller, {"user_id": USER, **body})
        assert answer.code == 0, (verb, answer.code, answer.message)
        return answer.data

    # --- what there is ------------------------------------------------------------------------

    def tell(self, memories: int) -> None:
        """Leave so many memories in all places, and in each a bit of everything else."""
        for number, place in zip(range(memories), cycle(PLACES), strict=False):
            word = WORDS[place]
            text = f"Likes {word} number {number}"
            self._write(PLACES[place], text, custom_tags={word: word})
        for place, named in PLACES.items():
            word = WORDS[place]
            kept = self._write(named, f"Loves {word}", fact_key=f"love of {word}")
            self.ask("update", memory_id=kept, content=f"Adores {word}")
            gone = self._write(named, f"Hates {word}")
            self.ask("delete", memory_id=gone)
            passing = (self.clock.now()).isoformat()
            self._write(named, f"Sleeps with {word}", expire_at=passing)
        self._write(PLACES["global"], f"Is {THEIRS}", user_id=STRANGER)
        self.made.settle()
        self.clock.advance(hours=20)
        self.jobs("schedule__lifecycle")
        for place, named in PLACES.items():
            self.say(WORDS[place], named)
        self.made.settle()

    def say(self, word: str, named: dict[str, Any], messages: int = 1) -> str:
        """Have something said in a place, in one short message or in long ones; return the task."""
        text = f"I am a {word}, and I live in Oslo. " * (1 if messages == 1 else 300)
        said = []
        for _ in range(messages):
            self.said += 1
            named_by = {"message_id": f"m{self.said}", "role": "user", "name": word}
            said.append({**named_by, "content": text})
        task: str = self.ask("add", messages=said, idempotency_key=word, **named)["task_id"]
        return task

    def leave_queued(self, tasks: int) -> None:
        """Accept so many adds in all places that nobody has worked on; the first are large."""
        self.queued = {place: [] for place in PLACES}
        for number, place in zip(range(tasks), cycle(PLACES), strict=False):
            size = LARGE if number < len(PLACES) else 1
            told = self.say(f"{QUEUED[place]}{number}", PLACES[place], size)
            self.queued[place].append(told)

    def extract(self, tasks: int) -> None:
        """Let so many adds that wait come as far as the queue of their facts."""
        for _ in range(tasks):
            assert self._deliver("extraction", "extraction_worker", 1)

    def bury(self, queue: str) -> None:
        """Deliver what waits so often, to nobody, that one batch becomes dead letters."""
        consumer = self.made.backend.queue_consumer
        for _ in range(QUEUE_LAYOUTS[queue].max_receives + 1):
            for message in consumer.receive(queue, 10):
                consumer.release(queue, message.receipt)

    def _write(self, named: dict[str, Any], content: str, **more: Any) -> str:
        written = self.ask("add_structured", content=content, skip_evolution=True, **named, **more)
        memory_id: str = written["memory_id"]
        return memory_id

    # --- the platform ---------------------------------------------------------------------------

    def jobs(self, schedule: str) -> None:
        """Begin a day's job, and let it come to its end."""
        self.made.invoke("job_scheduler", _event("job_scheduler", schedule))
        self.live()

    def live(self) -> None:
        """Deliver whatever waits, as long as something does, and whatever fails."""
        quiet = 0
        for _ in range(MOST_STEPS):
            quiet = 0 if self._step() else quiet + 1
            if quiet > 3:
                return
            self.clock.advance(seconds=2 if quiet == 0 else 200)
        raise AssertionError("it does not come to an end")

    def _step(self) -> int:
        done = sum(self._deliver(*feeding) for feeding in FEEDING)
        try:
            return done + self.made.deliver_changes()
        except Exception as fault:  # noqa: BLE001
            self.faults.append(f"{fault!r} {fault.__cause__!r}")
            return 1

    def _deliver(self, queue: str, worker: str, most: int = 10) -> int:
        consumer = self.made.backend.queue_consumer
        now = int(self.clock.now().timestamp() * 1000)
        try:
            batch = consumer.receive(queue, most)
            if not batch:
                return 0
            answer = self.made.invoke(worker, queue_event(queue, batch, now))
            failed = failed_ids(answer, frozenset(one.message_id for one in batch))
            for message in batch:
                if message.message_id not in failed:
                    consumer.acknowledge(queue, message.receipt)
        except Exception as fault:  # noqa: BLE001
            self.faults.append(f"{fault!r} {fault.__cause__!r}")
        return 1

    def settle_files(self) -> None:
        """Empty the logs of the files, as the worker does once a minute."""
        for name in DATABASES:
            assert SqliteDatabase(self.folder / name).empty_log()


FEEDING = (
    ("extraction", "extraction_worker"),
    ("evolution", "evolution_worker"),
    ("jobs", "job_worker"),
    ("transfers", "job_worker"),
    ("reinforcement", "reinforcement_worker"),
)


def _event(function: str, name: str) -> dict[str, Any]:
    file = ROOT / "events" / function / f"{name}.json"
    told: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return told


@contextmanager
def overheard(file: Path) -> Iterator[None]:
    """Keep all that any logger writes in a file, down to the last detail."""
    kept = Overheard(file)
    loggers = [logging.getLogger(), logging.getLogger("service_undefined")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(kept)
        logger.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.removeHandler(kept)
            logger.setLevel(level)
        kept.close()


def words_of(places: Sequence[str]) -> set[str]:
    """Return the words that were told, or are queued, in these places."""
    return {words[place] for words in (WORDS, QUEUED) for place in places}
