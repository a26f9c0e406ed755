"""The deployed stack in the place of the handlers: whoever asks reaches it over HTTP."""

import json
from dataclasses import dataclass, replace
from datetime import timedelta
from threading import Event
from typing import Any, Self

import httpx

from mneme.application.ports.table_store import Item
from mneme.application.repositories.row_keys import HEADS, user_partition
from mneme.application.tenants.api_key_rows import KeyTerms
from mneme.application.tenants.user_tokens import TokenWish
from mneme.domain.tenancy import TenantContext, internal_context
from mneme.runtime.bootstrap import Services
from mneme.runtime.caller import caller_of
from tests.doubles.durable import Durable
from tests.e2e.caller import eventually
from tests.isolation.cast import Cast
from tests.isolation.moody import Mood
from tests.isolation.questions import Options
from tests.isolation.sentry import Sentry

ALL_OF_A_USER = 10_000
POLL_SECONDS = 0.1
TIMEOUT_SECONDS = 60


@dataclass(frozen=True)
class Request:
    """A write that was accepted, and who may ask what became of it."""

    tenant: TenantContext
    user_id: str
    task_id: str


class RemoteSentry(Sentry):
    """The sentry of a cast, over a stage's API; `made` is what an operator of the stage works with.

    Time is the stage's own: it waits where others let the platform work. Use it as a context
    manager. The index is looked at by what is recalled of it, and not row by row.
    """

    def __init__(self, cast: Cast, base_url: str, made: Services) -> None:
        durable = Durable()
        stores = made.backend
        durable.backend = replace(
            durable.backend,
            tables=stores.tables,
            whole_tables=stores.whole_tables,
            key_service=stores.key_service,
        )
        super().__init__(cast, durable)
        self.__dict__["jobs"] = made.jobs
        self._made = made
        self._credentials: dict[TenantContext, str] = {}
        self._open: list[Request] = []
        self._client = httpx.Client(base_url=base_url, timeout=TIMEOUT_SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def invoke(self, function: str, event: dict[str, Any]) -> Any:
        """Send the request of a gateway's event, by a credential of its caller."""
        caller, body = caller_of(event), event["body"]
        answer = self._answered(event["path"], caller, body)
        told = json.loads(answer.text)
        data = (told["code"] == 0 and told["data"]) or {}
        if data.get("task_id") and "state" not in data:
            user_id = str(json.loads(body)["user_id"])
            self._open.append(Request(caller, user_id, data["task_id"]))
        return {"statusCode": answer.status_code, "body": answer.text}

    def deliver_all_queues(self) -> None:
        """Wait until every write that was accepted has come to its end, and for jobs a while."""
        Event().wait(POLL_SECONDS)
        assert eventually(lambda: not self._still_open(), POLL_SECONDS)

    def settle(self) -> None:
        """Wait until the index has followed as well."""
        self.deliver_all_queues()
        assert eventually(self._in_step, POLL_SECONDS)

    def fetched(self, url: str) -> str:
        """Return what a link opens, without a credential."""
        return httpx.get(url, timeout=TIMEOUT_SECONDS).raise_for_status().text

    def rows(self, table: str) -> list[Item]:
        """Return every row of the cast's tenants."""
        mine = tuple(f"{tenant}#" for tenant in self.cast.tenants)
        return [row for row in super().rows(table) if str(row["pk"]).startswith(mine)]

    def possible(self, wanted: Options) -> Options:
        """Return the options without moods of the index, and without a now that is not here."""
        return replace(wanted, mood=Mood.WELL, as_of=wanted.as_of or None)

    def _answered(self, path: str, caller: TenantContext, body: str) -> httpx.Response:
        """Send a request, again while a slow machine keeps it from an answer in time."""
        answers: list[httpx.Response] = []

        def in_time() -> bool:
            answers.append(self._post(path, caller, body))
            return answers[-1].status_code != httpx.codes.GATEWAY_TIMEOUT

        assert eventually(in_time, POLL_SECONDS)
        return answers[-1]

    def _post(self, path: str, caller: TenantContext, body: str) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self._credential(caller)}"}
        headers["Content-Type"] = "application/json"
        return self._client.post(path, content=body.encode(), headers=headers)

    def _credential(self, caller: TenantContext) -> str:
        known = replace(caller, credential_id="")
        if known not in self._credentials:
            self._credentials[known] = self._issued(known)
        return self._credentials[known]

    def _issued(self, caller: TenantContext) -> str:
        keys = self._made.tenants.api_keys
        tenant = internal_context(caller.tenant_id)
        key = keys.issue(tenant, KeyTerms(caller.grants, caller.apps))
        if caller.user_id is None:
            return key.text
        wish = TokenWish(key.key_id, caller.user_id, timedelta(hours=1))
        return self._made.user_tokens.issue(tenant, wish)

    def _still_open(self) -> bool:
        self._open = [one for one in self._open if not self._is_final(one)]
        return bool(self._open)

    def _is_final(self, request: Request) -> bool:
        task = self._made.tasks.find(request.tenant, request.user_id, request.task_id)
        assert task is not None
        return task.state.final

    def _in_step(self) -> bool:
        waiting = self._versions()
        for tenant_id in self.cast.tenants:
            for user_id in self.cast.users:
                tenant = internal_context(tenant_id)
                partition = user_partition(tenant, user_id)
                page = self._made.backend.index_audit.listed(tenant, partition, None, ALL_OF_A_USER)
                for entry in page.entries:
                    place = (partition, entry.memory_id)
                    if entry.version >= waiting.get(place, 0):
                        waiting.pop(place, None)
        return not waiting

    def _versions(self) -> dict[tuple[str, str], int]:
        return {
            (str(row["pk"]), str(row["sk"])): int(str(row["index_version"]))
            for row in self.rows(HEADS)
        }
