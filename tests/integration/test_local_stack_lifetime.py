"""The stack's processes: what survives their death, and who ends with whom."""

import os
import signal
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.integration.running_stack import (
    RunningStack,
    alive,
    eventually,
    kill_all,
    refusal,
    running,
)

SAID = {"message_id": "m1", "role": "user", "content": "I keep bees in Lisbon."}


def _recall(stack: RunningStack) -> list[Any]:
    found = stack.post("recall", {"user_id": "erin", "query": "bees in Lisbon"})
    memories: list[Any] = found["memories"]
    return memories


def test_what_was_acknowledged_survives_a_kill_of_everything(tmp_path: Path) -> None:
    data = tmp_path / "data"
    first = RunningStack(data, "--workers", "2")
    task = first.post("add", {"user_id": "erin", "messages": [SAID]})["task_id"]
    kill_all(first)

    with running(data) as second:
        assert second.facts["api_key"] == first.facts["api_key"]
        eventually(
            lambda: second.post("task", {"user_id": "erin", "task_id": task})["state"] == "DONE"
        )
        eventually(lambda: _recall(second))
        children = second.children()
        _a_second_stack_is_refused(second, data)
        _a_killed_child_is_replaced(second, children[0])

    assert second.process.returncode == 0
    assert not any(map(alive, children))
    assert not second.ready_file.exists()
    with pytest.raises(httpx.ConnectError):
        httpx.get(second.facts["base_url"])


def _a_second_stack_is_refused(stack: RunningStack, data: Path) -> None:
    port = str(httpx.URL(stack.facts["base_url"]).port)

    same_data = refusal("--port", "0", "--data", str(data))
    same_port = refusal("--port", port, "--data", str(data.parent / "other"))

    pid = stack.process.pid
    assert same_data == f"mneme: {data} is in use by another Mneme (process {pid}); stop it first\n"
    assert same_port.startswith(f"mneme: port {port} of 127.0.0.1 cannot be used: ")
    assert same_port.count("\n") == 1
    assert _recall(stack)


def _a_killed_child_is_replaced(stack: RunningStack, child: int) -> None:
    before = set(stack.children())
    os.kill(child, signal.SIGKILL)

    eventually(lambda: len(set(stack.children()) - {child}) == len(before))
    assert "starts again in 0.5 s" in stack.log.read_text()
    assert _recall(stack)
