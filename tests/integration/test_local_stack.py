"""The stack over HTTP: what it answers, and to whom."""

import json
import shutil
import socket
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from local.api_server import Limits
from tests.integration.running_stack import RunningStack, eventually, running


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStack]:
    with running(tmp_path_factory.mktemp("stack") / "data") as started:
        yield started


def _told(stack: RunningStack, user: str, text: str) -> str:
    message = {"message_id": "m1", "role": "user", "content": text}
    return str(stack.post("add", {"user_id": user, "messages": [message]})["task_id"])


def _finished(stack: RunningStack, user: str, task: str) -> bool:
    return bool(stack.post("task", {"user_id": user, "task_id": task})["state"] == "DONE")


def _recalled(stack: RunningStack, user: str, query: str) -> list[str]:
    found = stack.post("recall", {"user_id": user, "query": query, "timeout_ms": 2000})
    return [memory["content"] for memory in found["memories"]]


def test_what_was_told_is_carried_out_and_recalled(stack: RunningStack) -> None:
    task = _told(stack, "bob", "I am allergic to peanuts.")

    eventually(lambda: _finished(stack, "bob", task))
    eventually(lambda: _recalled(stack, "bob", "allergic to peanuts"))

    assert "peanuts" in _recalled(stack, "bob", "allergic to peanuts")[0]
    assert _recalled(stack, "carol", "allergic to peanuts") == []


def test_what_a_session_leaves_is_recalled_in_the_next_one(stack: RunningStack) -> None:
    place = {"user_id": "eve", "app_id": "planner", "session_id": "first"}
    for content, mem_type in (
        ("Is allergic to peanuts", "SEMANTIC"),
        ("Went to the market with Ann", "EPISODIC"),
    ):
        body = {**place, "level": "SESSION", "content": content, "mem_type": mem_type}
        stack.post("add_structured", {**body, "skip_evolution": True})

    closed = stack.post("session/close", {**place, "to_be_continued": True})["task_id"]
    eventually(lambda: _finished(stack, "eve", closed))
    scope = {"app_id": "planner", "session_id": "second"}
    asked = {"user_id": "eve", "query": "allergic to peanuts", "scope": scope, "timeout_ms": 2000}
    eventually(lambda: len(stack.post("recall", asked)["memories"]) > 1)

    found = stack.post("recall", asked)["memories"]
    assert {(one["kind"], one["level"]) for one in found} == {
        ("FACT", "APP"),
        ("CONTINUITY", "APP"),
    }
    used = {"user_id": "eve", "memory_ids": [one["memory_id"] for one in found]}
    assert stack.post("used", used) == {"accepted": True, "counted": 2}


def test_the_ready_file_says_where_to_go_and_is_private(stack: RunningStack) -> None:
    assert set(stack.facts) == {"base_url", "api_key", "docs_url", "pid"}
    assert stack.facts["pid"] == stack.process.pid
    assert stat.S_IMODE(stack.ready_file.stat().st_mode) == 0o600


def _in_a_shell(*lines: str) -> str:
    done = subprocess.run(  # noqa: S603
        [shutil.which("sh") or "", "-c", "\n".join(lines)],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.skipif(not (shutil.which("curl") and shutil.which("sh")), reason="needs curl and sh")
def test_the_printed_lines_work_pasted_all_at_once(stack: RunningStack) -> None:
    printed = stack.output.read_text().splitlines()
    lines = [line for line in printed if "curl " in line]

    said = _in_a_shell(*lines)

    assert len(lines) == 3
    assert '"hit":true' in said
    assert "peanuts" in said


def test_the_reference_and_signs_of_life_need_no_key(stack: RunningStack) -> None:
    base = stack.facts["base_url"]

    assert "default-src 'none'" in httpx.get(f"{base}/docs").headers["content-security-policy"]
    assert httpx.get(f"{base}/openapi.json").json()["servers"] == [{"url": base}]
    assert httpx.get(f"{base}/healthz").json() == {"status": "ok"}
    assert httpx.get(base, follow_redirects=True).url.path == "/docs"


@pytest.mark.parametrize(
    ("method", "path", "key", "status", "code"),
    [
        ("POST", "/memory/v1/recall", None, 401, 40101),
        ("POST", "/memory/v1/recall", "Bearer mk_nobody", 401, 40101),
        ("POST", "/memory/v1/nothing", None, 404, 40401),
        ("GET", "/memory/v1/recall", None, 404, 40401),
        ("OPTIONS", "/memory/v1/recall", None, 404, 40401),
        ("DELETE", "/docs", None, 404, 40401),
    ],
)
def test_refusals_come_in_the_envelope(
    stack: RunningStack, method: str, path: str, key: str | None, status: int, code: int
) -> None:
    headers = {"Authorization": key} if key else {}

    answer = httpx.request(method, stack.facts["base_url"] + path, headers=headers)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["trace_id"] == answer.headers["x-amzn-requestid"]


def test_bodies_of_any_shape_get_one_clear_answer(stack: RunningStack) -> None:
    def chunks() -> Iterator[bytes]:
        yield b'{"user_id": "bob", '
        yield b'"query": "peanuts"}'

    with stack.client() as client:
        answers = {
            "chunked": client.post("/memory/v1/recall", content=chunks()),
            "no json": client.post("/memory/v1/recall", content=b"{"),
            "no text": client.post("/memory/v1/recall", content=b'"\xff"'),
            "empty": client.post("/memory/v1/recall"),
            "long": client.post("/memory/v1/recall", content=b" " * (2 << 20)),
            "huge": client.post("/memory/v1/recall", content=b" " * (Limits().body_bytes + 1)),
        }

    assert {name: answer.json()["code"] for name, answer in answers.items()} == {
        "chunked": 0,
        "no json": 40001,
        "no text": 40001,
        "empty": 40001,
        "long": 41301,
        "huge": 41301,
    }


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"POST /memory/v1/add HTTP/1.1\r\n\r\n",
        b"POST /memory/v1/add HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{",
        b"POST /memory/v1/add HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"HEAD /memory/v1/add HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
)
def test_malformed_and_broken_off_requests_harm_nobody(stack: RunningStack, sent: bytes) -> None:
    address = httpx.URL(stack.facts["base_url"])
    with socket.create_connection((address.host, address.port or 0), timeout=5) as connection:
        connection.sendall(sent)
    processes = stack.children()

    assert httpx.get(f"{stack.facts['base_url']}/healthz").status_code == 200
    assert stack.children() == processes


def test_a_slow_caller_does_not_hold_up_others(stack: RunningStack) -> None:
    address = httpx.URL(stack.facts["base_url"])
    with socket.create_connection((address.host, address.port or 0), timeout=5) as slow:
        slow.sendall(b"POST /memory/v1/add HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")

        assert _recalled(stack, "nobody", "anything") == []


def test_a_key_of_the_stack_is_no_secret_in_its_log(stack: RunningStack) -> None:
    _told(stack, "dave", "My canary word is xylophonist.")

    log = stack.log.read_text()
    assert stack.facts["api_key"] not in log
    assert "xylophonist" not in log


def test_data_files_are_where_they_were_asked_for(stack: RunningStack) -> None:
    data = Path(stack.ready_file.parent / "data")

    assert (data / "api_key").read_text().strip() == stack.facts["api_key"]
    databases = list(data.glob("*.db"))
    assert databases
    assert {stat.S_IMODE(file.stat().st_mode) for file in databases} == {0o600}


def test_all_of_a_user_is_taken_out_by_a_link_and_brought_in_again(stack: RunningStack) -> None:
    told = {"user_id": "fay", "content": "我住在深圳。", "skip_evolution": True}
    stack.post("add_structured", told)
    asked = {"user_id": "fay", **stack.post("user/export", {"user_id": "fay"})}
    eventually(lambda: stack.post("job", asked)["state"] == "DONE")

    link = stack.post("job", asked)["download"]["url"]

    header, line, footer = httpx.get(link).raise_for_status().text.splitlines()
    assert json.loads(footer)["memories"] == 1
    file = {"user_id": "gus", "header": json.loads(header), "lines": [json.loads(line)]}
    brought = {"user_id": "gus", "job_id": stack.post("user/import", file)["job_id"]}
    eventually(lambda: stack.post("job", brought)["state"] == "DONE")
    (memory,) = stack.post("user/list", {"user_id": "gus"})["memories"]
    assert memory["content"] == "我住在深圳。"
    assert httpx.get(f"{link}0").status_code == httpx.codes.NOT_FOUND
