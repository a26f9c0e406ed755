"""A key service that is out of order, and what every function is asked meanwhile."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from infra.tables import TABLES
from mneme.adapters.call_bounds import DEFAULT_BOUNDS, CallBounds
from mneme.application.ports.key_service import KeyService
from mneme.application.recall.inline_errands import Bulkheads
from mneme.domain.errors import Unavailable
from mneme.domain.tenancy import TenantContext
from mneme.runtime.backend import Backend
from tests.doubles.durable import Durable
from tests.doubles.export_lines import FILE
from tests.doubles.fixed_clock import FixedClock
from tests.doubles.memory_blob_store import MemoryBlobStore
from tests.doubles.racing_errands import racing
from tests.doubles.world import a_tenant
from tests.isolation.deployment import Answer, Deployment

ACME = a_tenant("acme")
UNAVAILABLE = 50002
CONNECT_AND_REST = 3.0
"""What a call's tries take beside waiting for answers: connections, and pauses between them."""

SLOWLY = 0.2

USER = "u-1"
ASKED = {"user_id": USER}
APP = {"app_id": "coach"}


class Trouble(StrEnum):
    """How the key service is out of order."""

    DOWN = "fails at once"
    HANGS = "never answers"
    THROTTLES = "answers from the third call on"
    SLOW = "answers late"


@dataclass
class FaultyKeyService:
    """A `KeyService` before another one."""

    service: KeyService
    clock: FixedClock
    trouble: Trouble | None = None
    bounds: CallBounds = DEFAULT_BOUNDS
    calls: int = 0

    def wrap(self, tenant: TenantContext, key: bytes, context: Mapping[str, str]) -> bytes:
        """Return the key encrypted, or fail."""
        self._trouble()
        return self.service.wrap(tenant, key, context)

    def unwrap(self, tenant: TenantContext, wrapped: bytes, context: Mapping[str, str]) -> bytes:
        """Return the key, or fail."""
        self._trouble()
        return self.service.unwrap(tenant, wrapped, context)

    def _trouble(self) -> None:
        self.calls += 1
        if self.trouble is None or (self.trouble is Trouble.THROTTLES and self.calls >= 3):
            return
        if self.trouble is Trouble.SLOW:
            self.clock.sleep(SLOWLY)
            return
        if self.trouble is Trouble.HANGS:
            self.clock.sleep(self.bounds.read_seconds * self.bounds.tries + CONNECT_AND_REST)
        raise Unavailable("the key service did not answer")


class Process(Deployment):
    """A process that has cached no key yet, over stores that others have filled."""

    def __init__(self, durable: Durable, around: Callable[[Backend], Backend] = lambda one: one):
        service = FaultyKeyService(durable.backend.key_service, durable.clock)
        self.key_service = service
        super().__init__(
            ["acme"], lambda stores: around(replace(stores, key_service=service)), durable
        )

    @property
    def bulkheads(self) -> Bulkheads:
        """Calls that a recall gives up."""
        return racing(self.durable.clock)

    def in_trouble(self, trouble: Trouble | None, bounds: CallBounds = DEFAULT_BOUNDS) -> None:
        """Let the key service be out of order, or well again."""
        self.key_service.trouble, self.key_service.bounds = trouble, bounds
        self.key_service.calls = 0

    def stored(self) -> dict[str, Any]:
        """Return everything that is stored, but what was counted of quotas."""
        names = [table.name for table in TABLES if table.name != "quotas"]
        with self.durable.queue_database.read() as connection:
            queued = connection.execute("SELECT body FROM queue_messages ORDER BY body").fetchall()
        blobs = self.durable.backend.blobs
        assert isinstance(blobs, MemoryBlobStore)
        rows = {name: [dict(row) for row in self.rows(name)] for name in names}
        return {**rows, "queues": queued, "blobs": dict(blobs.objects)}

    def amounts(self) -> dict[str, int]:
        """Return how much is stored where."""
        return {name: len(held) for name, held in self.stored().items()}


MEMORY = "<memory>"
OTHER = "<other>"
DELETED = "<deleted>"
TASK = "<task>"
JOB = "<job>"
SAID = [{"message_id": "m9", "role": "user", "content": "I moved to Oslo."}]
BODIES: dict[str, dict[str, Any]] = {
    "add": {**ASKED, "messages": SAID},
    "add_structured": {**ASKED, "content": "Likes jam", "skip_evolution": True},
    "session/close": {**ASKED, **APP, "session_id": "s-1"},
    "task": {**ASKED, "task_id": TASK},
    "recall": {**ASKED, "query": "tea", "timeout_ms": 500},
    "used": {**ASKED, "memory_ids": [MEMORY]},
    "update": {**ASKED, "memory_id": MEMORY, "content": "Likes milk"},
    "batch_update": {
        **ASKED,
        "items": [
            {"memory_id": MEMORY, "custom_tags": {"n": 1}},
            {"memory_id": OTHER, "is_important": True},
        ],
    },
    "delete": {**ASKED, "memory_id": MEMORY},
    "batch_delete": {**ASKED, "memory_ids": [MEMORY, OTHER]},
    "restore": {**ASKED, "memory_id": DELETED},
    "rollback": {**ASKED, "memory_id": MEMORY, "to_revision": 1},
    "history": {**ASKED, "memory_id": MEMORY},
    "change_log": {**ASKED, "limit": 1},
    "user/list": ASKED,
    "job": {**ASKED, "job_id": JOB},
    "user/switch": {**ASKED, **APP, "enabled": False},
    "user/purge": {**ASKED, "scope": APP},
    "user/erase": ASKED,
    "user/certificate": ASKED,
    "user/export": ASKED,
    "user/import": {**ASKED, **FILE},
}
NEEDS_NO_KEY = {"task", "used", "job", "user/certificate"}
"""Ids, codes and what anybody may verify."""


def prepared() -> tuple[Durable, dict[str, str]]:
    """Return stores in which a user has a bit of everything, and what stands for what is there."""
    durable = Durable()
    made = Process(durable)

    def told(verb: str, **body: Any) -> dict[str, Any]:
        answer = made.call(verb, ACME, {**ASKED, **body})
        assert answer.code == 0, (verb, answer.message)
        data: dict[str, Any] = answer.data
        return data

    write = {"skip_evolution": True}
    memory = told("add_structured", content="Likes tea", **write)["memory_id"]
    other = told("add_structured", content="Likes honey", **write)["memory_id"]
    deleted = told("add_structured", content="Likes rain", **write)["memory_id"]
    session = {**APP, "session_id": "s-1", "level": "SESSION", **write}
    told("add_structured", content="Is allergic to peanuts", **session)
    told("update", memory_id=memory, content="Likes green tea")
    told("delete", memory_id=deleted)
    task = told("add", messages=[{"message_id": "m1", "role": "user", "content": "I hum."}])
    made.settle()
    job = told("user/purge", scope={"app_id": "planner"})
    while told("job", job_id=job["job_id"])["state"] == "RUNNING":
        made.settle()
        durable.clock.advance(seconds=1)
    names = {MEMORY: memory, OTHER: other, DELETED: deleted}
    return durable, {**names, TASK: task["task_id"], JOB: job["job_id"]}


def asked(process: Process, verb: str, names: Mapping[str, str]) -> Answer:
    """Ask a verb about what is there."""
    body = json.dumps(BODIES[verb])
    for mark, name in names.items():
        body = body.replace(mark, name)
    return process.call(verb, ACME, body)


def refused(answer: Answer) -> bool:
    """Return whether nothing was done, as something is out of reach."""
    several = (answer.data or {}).get("results") if answer.code == 0 else None
    codes = [one["code"] for one in several or ()]
    return answer.code == UNAVAILABLE or (bool(codes) and set(codes) == {UNAVAILABLE})
