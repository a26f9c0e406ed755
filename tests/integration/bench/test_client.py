"""The benchmarks' client against a server on this machine."""

import http.server
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from bench.client import ApiError, Client


@dataclass
class Script:
    """What the server answers, and what it was asked over which connection."""

    answer: dict[str, Any] = field(default_factory=lambda: {"code": 0, "msg": "ok", "data": {}})
    closes_after_each: bool = False
    requests: list[tuple[str, str | None, Any]] = field(default_factory=list)
    connections: set[int] = field(default_factory=set)


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
def client(script: Script) -> Iterator[Client]:
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            key = self.headers["Authorization"]
            script.requests.append((self.path, key, json.loads(body)))
            script.connections.add(self.client_address[1])
            answer = json.dumps(script.answer).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)
            self.close_connection = script.closes_after_each

        def log_message(self, *_: object) -> None:
            """Keep the test's output clean."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        client = Client(f"http://127.0.0.1:{server.server_port}", "key-1")
        yield client
        client.close()
        server.shutdown()
        thread.join()


def test_a_call_posts_its_fields_with_the_key_and_returns_the_data(
    client: Client, script: Script
) -> None:
    script.answer["data"] = {"hit": True}

    answer = client.call("recall", user_id="u1", query="où?")

    assert answer == {"hit": True}
    assert script.requests == [
        ("/memory/v1/recall", "Bearer key-1", {"user_id": "u1", "query": "où?"})
    ]


def test_a_refusal_is_an_error_that_carries_its_code(client: Client, script: Script) -> None:
    script.answer = {"code": 40301, "msg": "memory is switched off", "data": None}

    with pytest.raises(ApiError, match="switched off") as refusal:
        client.call("add")

    assert refusal.value.code == 40301


def test_calls_share_one_connection_while_the_server_keeps_it(
    client: Client, script: Script
) -> None:
    for _ in range(3):
        client.call("task")

    assert len(script.connections) == 1


def test_a_connection_that_the_server_closed_is_opened_again(
    client: Client, script: Script
) -> None:
    script.closes_after_each = True

    for _ in range(3):
        client.call("task")

    assert (len(script.requests), len(script.connections)) == (3, 3)
