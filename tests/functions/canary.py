"""A word that must not be heard, said in every field of every verb, and who listens to the logs."""

import json
import logging
from typing import Any

from local.queue_events import failed_ids, queue_event
from mneme.domain.errors import Unavailable
from tests.doubles.durable import QUEUE_LAYOUTS
from tests.doubles.export_lines import FILE, LINE
from tests.doubles.world import a_tenant
from tests.functions.cloud import event
from tests.isolation.deployment import Deployment

CANARY = "xylophonist"
ACME = a_tenant("acme")
WORKERS = {
    "extraction": "extraction_worker",
    "evolution": "evolution_worker",
    "reinforcement": "reinforcement_worker",
    "transfers": "job_worker",
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
SESSION = {"session_id": CANARY}
LONG = {
    "user_id": "u1",
    "messages": [
        {"message_id": f"l{n}", "role": "user", "content": f"The {CANARY} plays on. " * 600}
        for n in range(10)
    ],
}
"""So much that it is kept as an object."""
ENDS = {"must_keep": [CANARY], "to_be_continued": True}
REQUESTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("add", ADD),
    ("add_structured", WRITE),
    ("add_structured", {**WRITE, "skip_evolution": True}),
    ("recall", {**ASK, "filter": {"custom_tags": [TAGS]}, "include_turns": True}),
    ("recall", {**ASK, "consistent": True}),
    ("used", {"user_id": "u1", "memory_ids": [CANARY]}),
    ("add_structured", {**WRITE, **SESSION, "level": "SESSION", "skip_evolution": True}),
    ("session/close", {"user_id": "u1", **SESSION, **ENDS}),
    ("add", {**ADD, "messages": [{"message_id": "m1", "role": CANARY, "content": CANARY}]}),
    ("add", {**ADD, CANARY: CANARY}),
    ("add_structured", {**WRITE, "custom_tags": {CANARY: {CANARY: CANARY}}}),
    ("add_structured", {**WRITE, "valid_at": CANARY}),
    ("recall", {**ASK, "as_of": CANARY}),
)


KNOWN = "<id>"
SAID_ELSEWHERE: dict[str, Any] = {
    **FILE,
    "lines": [{**LINE, "revisions": [{**LINE["revisions"][0], "content": f"A {CANARY} again"}]}],
}
MANAGEMENT: tuple[tuple[str, dict[str, Any]], ...] = (
    ("update", {"memory_id": KNOWN, "content": f"Was a {CANARY}", "custom_tags": TAGS}),
    ("batch_update", {"items": [{"memory_id": KNOWN, "custom_tags": TAGS}]}),
    ("update", {"memory_id": CANARY, "content": CANARY}),
    ("update", {"memory_id": KNOWN, "expire_at": CANARY}),
    ("update", {"memory_id": KNOWN, "custom_tags": {CANARY: {CANARY: CANARY}}}),
    ("rollback", {"memory_id": KNOWN, "to_revision": 1}),
    ("history", {"memory_id": KNOWN}),
    ("history", {"memory_id": KNOWN, "cursor": CANARY}),
    ("delete", {"memory_id": KNOWN}),
    ("restore", {"memory_id": KNOWN}),
    ("batch_delete", {"memory_ids": [KNOWN, CANARY]}),
    ("batch_delete", {"dimension": {"session_id": CANARY}, "cursor": CANARY}),
    ("change_log", {"dimension": {"session_id": CANARY}}),
    ("user/list", {"status": [CANARY]}),
    ("user/list", {}),
    ("user/switch", {"app_id": CANARY}),
    ("user/export", {}),
    ("user/import", SAID_ELSEWHERE),
    ("user/import", {**SAID_ELSEWHERE, CANARY: CANARY}),
    ("user/purge", {"scope": {"session_id": CANARY}}),
    ("user/erase", {}),
    ("user/certificate", {}),
    ("user/certificate", {"job_id": CANARY}),
    ("job", {"job_id": CANARY}),
)
MOVED = "u2"
"""A user whom nobody purges."""
MOVES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("user/import", SAID_ELSEWHERE),
    ("user/export", {}),
)
FAULTS = (Unavailable("no answer"), KeyError(CANARY), ValueError(f"bad {CANARY}"))
"""What a store may fail by: the text of an exception may quote what it failed over."""
SWEEPS = (
    "schedule__every_minute",
    "schedule__every_five_minutes",
    "schedule__every_quarter_of_an_hour",
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


def run(deployment: Deployment, faults: list[str]) -> None:
    """Send every request and let the platform deliver.

    Keep what callers are told in words, what the platform would print of a fault, and all that ever
    lay in a queue, dead letters included.
    """
    for verb, body in REQUESTS:
        faults.append(deployment.call(verb, ACME, body).message)
    for _ in range(6):  # more often than a queue delivers
        for queue, worker in WORKERS.items():
            _deliver(deployment, queue, worker, faults)
        try:
            deployment.deliver_changes()
        except Exception as fault:  # noqa: BLE001
            faults.append(f"{fault!r} {fault.__cause__!r}")
        faults += manage(deployment)
        sweep(deployment, faults)
    move(deployment, faults)
    live(deployment, faults)
    bury(deployment)
    faults += queued(deployment)


def queued(deployment: Deployment) -> list[str]:
    """Return all that lies in queues, in those of dead letters as well."""
    with deployment.durable.queue_database.read() as connection:
        rows = connection.execute("SELECT * FROM queue_messages").fetchall()
    return [str(row) for row in rows]


def bury(deployment: Deployment) -> None:
    """Have one more of every request queued, and delivered to nobody until it is a dead letter."""
    for verb, body in REQUESTS:
        deployment.call(verb, ACME, body)
    for verb, body in MOVES:
        deployment.call(verb, ACME, {"user_id": MOVED, **body})
    consumer = deployment.durable.backend.queue_consumer
    for queue in (*WORKERS, "jobs"):
        for _ in range(QUEUE_LAYOUTS[queue].max_receives + 1):
            for message in consumer.receive(queue, 10):
                consumer.release(queue, message.receipt)


def move(deployment: Deployment, faults: list[str]) -> None:
    """Bring a memory in and take everything out, page after page."""
    for verb, body in MOVES:
        faults.append(deployment.call(verb, ACME, {"user_id": MOVED, **body}).message)
    for _ in range(4):
        for queue in ("transfers", "jobs"):
            _deliver(deployment, queue, "job_worker", faults, again=False)


def manage(deployment: Deployment) -> list[str]:
    """Try every verb of management on a memory that is there, if any; return what is told."""
    told = []
    listed = deployment.call("user/list", ACME, {"user_id": "u1"}).data or {}
    known = next((one["memory_id"] for one in listed.get("memories", ())), "none")
    for verb, body in MANAGEMENT:
        named = json.loads(json.dumps({"user_id": "u1", **body}).replace(KNOWN, known))
        told.append(deployment.call(verb, ACME, named).message)
    return told


def sweep(deployment: Deployment, faults: list[str]) -> None:
    """Let time pass, and run both sweeps."""
    deployment.durable.clock.advance(hours=2)
    for name in SWEEPS:
        try:
            deployment.invoke("sweep", event("sweep", name))
        except Exception as fault:  # noqa: BLE001
            faults.append(f"{fault!r} {fault.__cause__!r}")


def live(deployment: Deployment, faults: list[str]) -> None:
    """Let so much time pass that memories fade, and run the jobs of the day."""
    deployment.durable.clock.advance(days=100)
    for name in ("schedule__lifecycle", "schedule__reconcile", "schedule__watch"):
        try:
            deployment.invoke("job_scheduler", event("job_scheduler", name))
        except Exception as fault:  # noqa: BLE001
            faults.append(f"{fault!r} {fault.__cause__!r}")
    _deliver(deployment, "jobs", "job_worker", faults)


def work_off_line(deployment: Deployment, faults: list[str]) -> None:
    """Compare, erase and take down digests, page after page."""
    deployment.call("user/erase", ACME, {"user_id": "u1"})
    for function, name in (
        ("job_scheduler", "schedule__reconcile"),
        ("audit_digest", "schedule__daily"),
    ):
        try:
            deployment.invoke(function, event(function, name))
        except Exception as fault:  # noqa: BLE001
            faults.append(f"{fault!r} {fault.__cause__!r}")
    for _ in range(40):
        _deliver(deployment, "jobs", "job_worker", faults, again=False)
        deployment.durable.clock.advance(seconds=10)


def _deliver(
    deployment: Deployment, queue: str, worker: str, faults: list[str], *, again: bool = True
) -> None:
    """Deliver a batch; what was handled comes again only if asked for, what failed always."""
    consumer = deployment.backend.queue_consumer
    batch = consumer.receive(queue, 10)
    failed = frozenset(one.message_id for one in batch)
    now = int(deployment.clock.now().timestamp() * 1000)
    try:
        if batch:
            answer = deployment.invoke(worker, queue_event(queue, batch, now))
            failed = failed if again else failed_ids(answer, failed)
    except Exception as fault:  # noqa: BLE001
        faults.append(f"{fault!r} {fault.__cause__!r}")
    for message in batch:
        if message.message_id in failed:
            consumer.release(queue, message.receipt)
        else:
            consumer.acknowledge(queue, message.receipt)
