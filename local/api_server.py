"""The HTTP side: an ASGI application that hands whole requests to the gateway, one at a time."""

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from local.gateway_answers import GatewayRefusal
from local.gateway_events import HttpAnswer, HttpRequest

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

_TRACE_HEADER = "x-amzn-requestid"

log = logging.getLogger("api")


@dataclass(frozen=True)
class Limits:
    """What one API process takes; the first two values and the third are API Gateway's own."""

    body_bytes: int = 10 * 1024 * 1024
    answer_seconds: float = 29.0
    # Read on beyond the limit for a while, so that the caller comes to see the refusal.
    drained_bytes: int = 64 * 1024 * 1024
    body_seconds: float = 30.0
    waiting_requests: int = 1000


class ClientLeft(Exception):
    """The caller hung up before its request was complete."""


class Refused(Exception):
    """The request's body is not taken."""

    def __init__(self, refusal: GatewayRefusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


class ApiServer:
    """Serves `pages` by path to GET, everything else by `answer`, which runs in `executor`.

    The executor must have one thread: the gateway takes one request at a time. The loop stays free
    meanwhile, so that slow callers hold up nobody.
    """

    def __init__(
        self,
        answer: Callable[[HttpRequest], HttpAnswer],
        pages: Mapping[str, HttpAnswer],
        executor: Executor,
        limits: Limits | None = None,
    ) -> None:
        self._answer = answer
        self._pages = pages
        self._executor = executor
        self._limits = limits or Limits()
        self._waiting = 0

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """Serve one HTTP request."""
        if scope["type"] != "http":
            raise ValueError(f"not served: {scope['type']}")
        request_id = str(uuid.uuid4())
        try:
            answer = await self._served(scope, receive, request_id)
        except ClientLeft:
            return
        except Refused as refused:
            answer = refused.refusal.answer(request_id)
        await _send(send, answer, request_id)

    async def _served(
        self, scope: Mapping[str, Any], receive: Receive, request_id: str
    ) -> HttpAnswer:
        body = await self._body(receive)
        if scope["method"] in {"GET", "HEAD"} and scope["path"] in self._pages:
            return self._pages[scope["path"]]
        if self._waiting >= self._limits.waiting_requests:
            raise Refused(GatewayRefusal.THROTTLED)
        self._waiting += 1
        try:
            return await self._answered(_request(scope, body, request_id))
        finally:
            self._waiting -= 1

    async def _answered(self, request: HttpRequest) -> HttpAnswer:
        loop = asyncio.get_running_loop()
        work = loop.run_in_executor(self._executor, self._answer, request)
        try:
            # Shielded: as in the cloud, the function ends its work though nobody waits any more.
            return await asyncio.wait_for(asyncio.shield(work), self._limits.answer_seconds)
        except TimeoutError:
            log.warning("no answer in time; trace %s", request.request_id)
            return GatewayRefusal.TIMED_OUT.answer(request.request_id)

    async def _body(self, receive: Receive) -> bytes:
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                return await self._whole_body(receive)
        except TimeoutError as exc:
            raise Refused(GatewayRefusal.TOO_SLOW) from exc

    async def _whole_body(self, receive: Receive) -> bytes:
        parts: list[bytes] = []
        size = 0
        more = True
        while more and size <= self._limits.drained_bytes:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientLeft
            part = message.get("body", b"")
            more = message.get("more_body", False)
            size += len(part)
            if size <= self._limits.body_bytes:
                parts.append(part)
            else:
                parts.clear()
        if size > self._limits.body_bytes:
            raise Refused(GatewayRefusal.TOO_LARGE)
        return b"".join(parts)


def _request(scope: Mapping[str, Any], body: bytes, request_id: str) -> HttpRequest:
    client = scope.get("client") or ("", 0)
    return HttpRequest(
        method=scope["method"],
        path=scope["path"],
        query=scope.get("query_string", b"").decode("latin-1"),
        headers=tuple(
            (name.decode("latin-1").lower(), value.decode("latin-1"))
            for name, value in scope["headers"]
        ),
        body=body,
        client=client[0],
        received_at=datetime.now(UTC),
        request_id=request_id,
    )


async def _send(send: Send, answer: HttpAnswer, request_id: str) -> None:
    headers = [
        *answer.headers,
        ("content-length", str(len(answer.body))),
        (_TRACE_HEADER, request_id),
    ]
    encoded = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    await send({"type": "http.response.start", "status": answer.status, "headers": encoded})
    await send({"type": "http.response.body", "body": answer.body})
