"""A word that must not be heard, said in every field of every verb, and who listens to the logs."""

import json
import logging
from typing import Any

from local.queue_events import queue_event
from tests.doubles.world import a_tenant
from tests.functions.cloud import event
from tests.isolation.deployment import Deployment

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
SESSION = {"session_id": CANARY}
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
    ("user/purge", {"scope": {"session_id": CANARY}}),
    ("user/erase", {}),
    ("job", {"job_id": CANARY}),
)
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
        manage(deployment)
        sweep(deployment, faults)
    live(deployment, faults)


def manage(deployment: Deployment) -> None:
    """Try every verb of management on a memory that is there, if there is one."""
    listed = deployment.call("user/list", ACME, {"user_id": "u1"}).data or {}
    known = next((one["memory_id"] for one in listed.get("memories", ())), "none")
    for verb, body in MANAGEMENT:
        named = json.loads(json.dumps({"user_id": "u1", **body}).replace(KNOWN, known))
        deployment.call(verb, ACME, named)


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
