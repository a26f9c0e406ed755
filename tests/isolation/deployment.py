"""A whole deployment in memory, reached as callers and platform reach it: through its handlers."""

import importlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from types import ModuleType
from typing import Any

from infra.function import Trigger
from infra.functions import FUNCTIONS
from local.functions_host import InvocationContext
from local.gateway_events import HttpRequest, proxy_event, token_event
from local.queue_events import failed_ids, queue_event
from local.stream_events import stream_event
from mneme.adapters.embedded_index import EmbeddedIndex
from mneme.adapters.sqlite_database import SqliteDatabase
from mneme.application.ports.table_store import Put
from mneme.application.repositories.head_rows import head_row
from mneme.application.repositories.row_keys import HEADS, TENANTS, user_partition
from mneme.application.tenants.api_key_rows import KeyTerms, KeyText, key_row
from mneme.domain.memory import Head
from mneme.domain.tenancy import Grant, TenantContext
from mneme.runtime.backend import Backend
from mneme.runtime.caller import authorizer_context
from tests.doubles.hashing_embedder import HashingEmbedder
from tests.doubles.world import Durable, World
from tests.isolation.granted_tables import GrantedTables
from tests.isolation.moody import MoodyEmbedder, MoodyIndex

CHANGES = 100
KEY = "01KJKB3QZZZZZZZZZZZZZZZZZZ"
"""Of no id that counting ever comes to."""
_ROUTES = {route.path: function.name for function in FUNCTIONS for route in function.routes}
_QUEUES = {queue: function.name for function in FUNCTIONS for queue in function.queues}
_SCHEDULED = [function.name for function in FUNCTIONS if function.trigger is Trigger.SCHEDULE]
(_INDEXER,) = (function.name for function in FUNCTIONS if function.trigger is Trigger.STREAM)
_OPERATED = [function.name for function in FUNCTIONS if function.trigger is Trigger.OPERATOR]
(_AUTHORIZER,) = (function.name for function in FUNCTIONS if function.trigger is Trigger.AUTHORIZER)
_HANDLERS = {
    name: importlib.import_module(f"functions.{name}.handler")
    for name in {
        *_ROUTES.values(),
        *_QUEUES.values(),
        *_SCHEDULED,
        *_OPERATED,
        _INDEXER,
        _AUTHORIZER,
    }
}


@dataclass(frozen=True)
class Answer:
    """What a caller is told."""

    status: int
    code: int
    message: str
    data: Any

    @property
    def memories(self) -> list[dict[str, Any]]:
        """The memories of a recall that was answered."""
        assert self.code == 0, (self.code, self.message)
        memories: list[dict[str, Any]] = self.data["memories"]
        return memories


class Deployment(World):
    """Services over stores in memory, or over those given, behind the deployed handlers.

    `index` and `embedder` may be put in a mood (see there); `around` may stand before the stores.
    """

    def __init__(
        self,
        tenants: Iterable[str],
        around: Callable[[Backend], Backend] = lambda stores: stores,
        durable: Durable | None = None,
        index_database: SqliteDatabase | None = None,
    ) -> None:
        self.index_database = index_database or SqliteDatabase()
        dimensions = HashingEmbedder().model.dimensions
        self.index = MoodyIndex(EmbeddedIndex(self.index_database, dimensions=dimensions))
        stores = durable or Durable()
        self._granted = GrantedTables(stores.backend.tables)
        super().__init__(
            stores,
            lambda made: around(replace(made, index=self.index, tables=self._granted)),
        )
        self._embedder = MoodyEmbedder()
        self._checkpoint: str | None = None
        for name in tenants:
            self.tenants.create(name)
            self._admit(TenantContext(name))

    @property
    def embedder(self) -> MoodyEmbedder:
        """The embedder of this deployment."""
        return self._embedder

    def _admit(self, tenant: TenantContext) -> None:
        """Give a tenant a key that verbs of privacy find when they look it up."""
        terms = KeyTerms(frozenset(Grant))
        row = key_row(tenant, KeyText(tenant.tenant_id, KEY, ""), terms, self.clock.now())
        self.tables.transact(tenant, [Put(TENANTS, row)])

    # --- the caller -----------------------------------------------------------------------

    def call(
        self,
        verb: str,
        caller: TenantContext | Mapping[str, str],
        body: Mapping[str, Any] | str,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send a request of an authorized caller; a body that is a text is sent as it is."""
        path = f"/memory/v1/{verb}"
        text = body if isinstance(body, str) else json.dumps(body)
        sent = (("host", "test"), *(headers or {}).items())
        request = HttpRequest("POST", path, "", sent, b"", "127.0.0.1", self.clock.now(), "trace")
        context = _context(caller) if isinstance(caller, TenantContext) else caller
        event = proxy_event(request, text, context)
        answered = self.invoke(_ROUTES[path], event)
        envelope = json.loads(answered["body"])
        return Answer(answered["statusCode"], envelope["code"], envelope["msg"], envelope["data"])

    def authorize(self, key: str) -> dict[str, str]:
        """Return the context that the authorizer gives to a bearer of this key."""
        request = HttpRequest("POST", "/", "", (), b"", "127.0.0.1", self.clock.now(), "trace")
        answer = self.invoke(_AUTHORIZER, token_event(request, f"Bearer {key}"))
        context: dict[str, str] = answer["context"]
        return context

    # --- the platform -----------------------------------------------------------------------

    def invoke(self, function: str, event: dict[str, Any]) -> Any:
        """Run a function's handler on an event, over what of this deployment it has a right to."""
        handler = _HANDLERS[function]
        with _serving(handler, self), self._granted.of(function):
            return handler.lambda_handler(event, InvocationContext(function, "trace", 512, 30))

    def settle(self) -> None:
        """Let the platform deliver until nothing is left to deliver."""
        self.deliver_all_queues()
        while self.deliver_changes():
            pass

    def deliver_all_queues(self) -> None:
        """Deliver what is queued, and what is queued by that; no message may fail."""
        while sum(self._deliver(queue) for queue in _QUEUES):
            pass

    def _deliver(self, queue: str) -> int:
        """Deliver one batch; return how many messages it held."""
        consumer = self.backend.queue_consumer
        batch = consumer.receive(queue, 10)
        if not batch:
            return 0
        now = int(self.clock.now().timestamp() * 1000)
        answer = self.invoke(_QUEUES[queue], queue_event(queue, batch, now))
        assert not failed_ids(answer, frozenset(one.message_id for one in batch))
        for message in batch:
            consumer.acknowledge(queue, message.receipt)
        return len(batch)

    def deliver_changes(self, made_at: datetime | None = None) -> bool:
        """Hand the next changes of the heads to the indexer; return whether there were any.

        The stream says that they were made now, unless it is told otherwise.
        """
        page = self.backend.change_feed.read(HEADS, self._checkpoint, CHANGES)
        if not page.changes:
            return False
        self.invoke(_INDEXER, stream_event(page.changes, made_at or self.clock.now()))
        self._checkpoint = page.checkpoint
        return True

    def rewrite(self, tenant: TenantContext, user_id: str, before: Head, **changes: Any) -> Head:
        """Write a head as a verb that does not exist yet, or the lifecycle, would leave it."""
        changes["version"] = before.version + 1
        changes["index_version"] = before.index_version + 1
        after = replace(before, **changes)
        row = head_row(user_partition(tenant, user_id), after)
        self.durable.backend.tables.transact(tenant, [Put(HEADS, row)])
        return after


def _context(caller: TenantContext) -> dict[str, str]:
    """Return what the authorizer says of a caller; one of no credential has its tenant's key."""
    known = caller if caller.credential_id else replace(caller, credential_id=KEY)
    return authorizer_context(known)


@contextmanager
def _serving(handler: ModuleType, services: World) -> Iterator[None]:
    """Let a handler's module find these services where it would make those of its process."""
    original = handler.services
    handler.services = lambda: services  # type: ignore[attr-defined]
    try:
        yield
    finally:
        handler.services = original  # type: ignore[attr-defined]
