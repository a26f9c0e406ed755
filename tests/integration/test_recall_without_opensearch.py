"""A recall through its handler while OpenSearch is at fault: marked, in time, never just empty."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from mneme.adapters.opensearch_connection import opensearch_client
from mneme.adapters.opensearch_index import OpensearchIndex
from mneme.adapters.thread_errands import ThreadErrands
from mneme.application.recall.inline_errands import Bulkheads
from mneme.domain.thresholds import SEARCH_BREAKER
from tests.contract.scripted_server import (
    Reply,
    ScriptedServer,
    drip,
    hang,
    reset,
    respond,
    scripted_server,
    send_and_close,
    whole,
)
from tests.doubles.durable import Durable
from tests.doubles.fixed_clock import FixedClock
from tests.doubles.hashing_embedder import HashingEmbedder
from tests.isolation.deployment import Answer, Deployment

TEA = "Drinks green tea"
SECONDS = 1.5
SLACK = 0.3
PART: dict[str, Any] = {
    "status": 200,
    "timed_out": False,
    "_shards": {"total": 1, "successful": 1, "skipped": 0, "failed": 0},
    "hits": {"total": {"value": 0}, "hits": []},
    "aggregations": {
        "length": {"value": None},
        "frequencies": {"buckets": {"0": {"doc_count": 0}}},
    },
}
PARTS = 4


class _RunningClock(FixedClock):
    """Its deadlines are real."""

    def monotonic(self) -> float:
        return time.monotonic()


class _OnOpensearch(Deployment):
    """A deployment whose index is a node, asked from threads as in the cloud."""

    def __init__(self, url: str) -> None:
        self.client = opensearch_client(url)
        dimensions = HashingEmbedder().model.dimensions
        node = OpensearchIndex(self.client, "memories", dimensions)
        super().__init__(
            ["acme"], lambda stores: replace(stores, index=node), Durable(_RunningClock())
        )
        self._bulkheads = Bulkheads(*[ThreadErrands(name) for name in ("s", "e", "i", "q")])

    @property
    def bulkheads(self) -> Bulkheads:
        return self._bulkheads

    def recalled(self, query: str) -> Answer:
        body = {"user_id": "u-1", "query": query, "timeout_ms": int(SECONDS * 1000)}
        return self.call("recall", self.acme, body)


@contextmanager
def _asking(*replies: Reply) -> Iterator[tuple[_OnOpensearch, ScriptedServer]]:
    with scripted_server(*replies) as server:
        deployment = _OnOpensearch(server.url)
        written = {"user_id": "u-1", "content": TEA, "skip_evolution": True}
        assert deployment.call("add_structured", deployment.acme, written).code == 0
        yield deployment, server
        deployment.client.close()


def _msearch(change: Callable[[list[Any]], None] = lambda parts: None) -> Reply:
    parts = [dict(PART) for _ in range(PARTS)]
    change(parts)
    return respond(200, {"took": 1, "responses": parts}, content_type="application/json")


def _one(**changes: Any) -> Reply:
    return _msearch(lambda parts: parts[1].update(changes))


BUSY = {"error": {"type": "rejected_execution_exception", "reason": "queue"}, "status": 429}
LONG = whole(200, b'{"responses": []}' + b" " * 400)
FAULTS = {
    "429": respond(429, BUSY, content_type="application/json"),
    "503": respond(503, {"error": "no master"}, content_type="application/json"),
    "a page of a proxy": respond(504, b"<html>", content_type="text/html"),
    "a page of a proxy that is fine": respond(200, b"<html>", content_type="text/html"),
    "a broken connection": reset(),
    "half a body": send_and_close(LONG[:-200]),
    "half a line": send_and_close(b"HTTP/1.1 20"),
    "one of the searches refused": _one(**BUSY),
    "a shard that failed": _one(_shards={"total": 2, "successful": 1, "failed": 1}),
    "a shard that is nowhere": _one(_shards={"total": 2, "successful": 1, "failed": 0}),
    "a search that ran out of time": _one(timed_out=True),
    "too few answers": _msearch(lambda parts: parts.pop()),
    "silence": hang(),
    "a drip": drip(LONG, 30, 0.05),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_any_fault_of_the_node_is_marked_and_the_strongest_memories_answer(fault: str) -> None:
    with _asking(FAULTS[fault], FAULTS[fault]) as (deployment, server):
        started = time.monotonic()
        found = deployment.recalled("green tea")
        took = time.monotonic() - started
        nothing = deployment.recalled("glacier")

    assert [one["content"] for one in found.memories] == [TEA]
    assert found.data["degraded"] == ["index_unavailable"]
    assert took < SECONDS + SLACK
    # The same fault, and nothing relevant: not the answer that an index gives that found nothing.
    assert (nothing.memories, nothing.data["degraded"]) == ([], ["index_unavailable"])
    assert len(server.requests) == 2


def test_a_node_that_finds_nothing_is_no_fault() -> None:
    with _asking(_msearch()) as (deployment, _):
        found = deployment.recalled("glacier")

    assert (found.memories, found.data["degraded"]) == ([], [])


def test_a_node_that_is_not_there_is_marked() -> None:
    with scripted_server() as server:
        gone = server.url
    deployment = _OnOpensearch(gone)
    deployment.call(
        "add_structured",
        deployment.acme,
        {"user_id": "u-1", "content": TEA, "skip_evolution": True},
    )

    found = deployment.recalled("green tea")

    assert [one["content"] for one in found.memories] == [TEA]
    assert found.data["degraded"] == ["index_unavailable"]
    deployment.client.close()


def test_a_node_that_keeps_failing_is_asked_no_more_for_a_while() -> None:
    times = SEARCH_BREAKER.failures
    with _asking(*[FAULTS["503"]] * (times + 5)) as (deployment, server):
        answers = [deployment.recalled("green tea") for _ in range(times + 5)]

    assert [answer.data["degraded"] for answer in answers] == [["index_unavailable"]] * (times + 5)
    assert all(len(answer.memories) == 1 for answer in answers)
    assert len(server.requests) == times
