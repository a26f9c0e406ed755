import asyncio
import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from local.api_server import ApiServer, Limits
from local.gateway_events import HttpAnswer, HttpRequest

DONE = HttpAnswer(200, b'{"code":0}', (("content-type", "application/json"),))
PAGES = {"/docs": HttpAnswer(200, b"<!doctype html>", (("content-type", "text/html"),))}
SMALL = Limits(body_bytes=10, drained_bytes=30)


def part(body: bytes, more: bool = False) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def call(
    answer: Callable[[HttpRequest], HttpAnswer] = lambda request: DONE,
    *messages: dict[str, Any],
    limits: Limits | None = None,
    **scope: Any,
) -> tuple[int, dict[str, str], bytes]:
    """Return status, headers and body of one call; status 0 if nothing was sent."""
    with ThreadPoolExecutor(max_workers=1) as executor:
        app = ApiServer(answer, PAGES, executor, limits)
        return asyncio.run(_call(app, list(messages or [part(b"{}")]), scope))


async def _call(
    app: ApiServer, messages: list[dict[str, Any]], changes: dict[str, Any]
) -> tuple[int, dict[str, str], bytes]:
    sent: list[Any] = []
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/memory/v1/add",
        "query_string": b"a=1",
        "headers": [(b"Authorization", b"Bearer k")],
        "client": ("127.0.0.1", 5000),
        **changes,
    }

    async def receive() -> Any:
        if not messages:
            await asyncio.Event().wait()
        return messages.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope, receive, send)
    if not sent:
        return 0, {}, b""
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], headers, sent[1]["body"]


def code(body: bytes) -> int:
    return int(json.loads(body)["code"])


def test_the_gateway_sees_the_whole_request_and_its_answer_is_sent() -> None:
    seen: list[HttpRequest] = []

    def answer(request: HttpRequest) -> HttpAnswer:
        seen.append(request)
        return DONE

    status, headers, body = call(answer, part(b'{"user', True), part(b'_id":1}'))

    assert (status, body) == (200, b'{"code":0}')
    assert headers["content-length"] == "10"
    assert headers["x-amzn-requestid"] == seen[0].request_id
    assert (seen[0].method, seen[0].path, seen[0].query) == ("POST", "/memory/v1/add", "a=1")
    assert seen[0].body == b'{"user_id":1}'
    assert seen[0].header("authorization") == "Bearer k"
    assert seen[0].client == "127.0.0.1"


def test_a_body_over_the_limit_is_refused_once_it_was_read() -> None:
    status, _, body = call(lambda request: DONE, part(b"x" * 8, True), part(b"x" * 8), limits=SMALL)

    assert (status, code(body)) == (413, 41301)


def test_a_body_without_end_is_not_read_for_ever() -> None:
    endless = [part(b"x" * 8, True) for _ in range(100)]

    status, _, body = call(lambda request: DONE, *endless, limits=SMALL)

    assert (status, code(body)) == (413, 41301)


def test_a_body_that_does_not_arrive_is_given_up() -> None:
    status, _, body = call(lambda request: DONE, part(b"{", True), limits=Limits(body_seconds=0.01))

    assert (status, code(body)) == (400, 40001)


def test_nothing_is_sent_to_a_caller_who_hung_up() -> None:
    called: list[HttpRequest] = []

    status, _, _ = call(
        lambda request: called.append(request) or DONE,  # type: ignore[func-returns-value]
        part(b"{", True),
        {"type": "http.disconnect"},
    )

    assert (status, called) == (0, [])


def test_a_function_that_takes_too_long_is_not_waited_for() -> None:
    release = threading.Event()

    def answer(request: HttpRequest) -> HttpAnswer:
        release.wait()
        return DONE

    async def scenario() -> tuple[int, bytes]:
        with ThreadPoolExecutor(max_workers=1) as executor:
            app = ApiServer(answer, {}, executor, Limits(answer_seconds=0.01))
            status, _, body = await _call(app, [part(b"{}")], {})
            release.set()
            return status, body

    status, body = asyncio.run(scenario())

    assert (status, code(body)) == (504, 50401)


def test_requests_wait_for_each_other_and_too_many_are_turned_away() -> None:
    running: list[int] = []
    most: list[int] = []
    gate = threading.Event()

    def answer(request: HttpRequest) -> HttpAnswer:
        running.append(1)
        most.append(len(running))
        gate.wait()
        running.pop()
        return DONE

    async def scenario() -> list[int]:
        with ThreadPoolExecutor(max_workers=1) as executor:
            app = ApiServer(answer, {}, executor, Limits(waiting_requests=3))
            calls = [asyncio.create_task(_call(app, [part(b"{}")], {})) for _ in range(4)]
            await asyncio.wait(calls, return_when=asyncio.FIRST_COMPLETED)
            gate.set()
            return [(await one)[0] for one in calls]

    statuses = asyncio.run(scenario())

    assert sorted(statuses) == [200, 200, 200, 429]
    assert max(most) == 1


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_pages_are_served_without_the_gateway(method: str) -> None:
    def answer(request: HttpRequest) -> HttpAnswer:
        raise AssertionError("the gateway was asked for a page")

    status, headers, body = call(answer, method=method, path="/docs")

    assert (status, headers["content-type"], body) == (200, "text/html", b"<!doctype html>")


def test_what_is_not_http_is_not_served() -> None:
    with pytest.raises(ValueError, match="websocket"):
        call(type="websocket")
