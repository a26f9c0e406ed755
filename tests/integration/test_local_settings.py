"""A threshold that is set while the stack runs reaches its functions: no restart, no deployment."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.integration.running_stack import RunningStack, eventually, running


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("settings") / "data"


@pytest.fixture(scope="module")
def stack(data: Path) -> Iterator[RunningStack]:
    with running(data) as started:
        yield started


def _set(data: Path, document: str) -> None:
    beside = data / "thresholds.new"
    beside.write_text(document, encoding="utf-8")
    os.replace(beside, data / "thresholds.json")


def _hits(stack: RunningStack) -> int:
    asked = {"user_id": "bob", "query": "what do I drink?", "timeout_ms": 2000}
    return len(stack.post("recall", {**asked, "consistent": True})["memories"])


def test_recall_and_commits_go_by_what_the_file_says_now(stack: RunningStack, data: Path) -> None:
    for number in range(3):
        content = f"Drinks tea number {number} with friends"
        fact = {"user_id": "bob", "content": content, "skip_evolution": True}
        stack.post("add_structured", fact)
    eventually(lambda: _hits(stack) == 3)

    _set(data, json.dumps({"recall": {"top_k": 1}, "tenants": {"capacity": {"constraint": 0}}}))
    eventually(lambda: _hits(stack) == 1)
    with stack.client() as client:
        rule = {"user_id": "bob", "content": "Be brief", "kind": "CONSTRAINT"}
        full = client.post("/memory/v1/add_structured", json={**rule, "skip_evolution": True})
    assert full.json()["code"] == 42901

    _set(data, "{")
    assert _hits(stack) == 1
    _set(data, "{}")
    eventually(lambda: _hits(stack) == 3)
