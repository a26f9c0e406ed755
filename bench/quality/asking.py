"""Asks questions over HTTP, and keeps how the answers rank what was told."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from bench.client import ApiError, Client
from bench.quality.run import QualityRun

OUT_OF_TIME = 50401
Named = Callable[[Iterable[Mapping[str, Any]]], list[str]]
"""What of the told the recalled memories are, in order."""


class Baseline(Protocol):
    """Something that ranks what was told without Mneme."""

    def rank(self, query: str, limit: int) -> list[str]:
        """Return the names of the best, best first."""
        ...


def ask(
    client: Client, run: QualityRun, method: str, request: dict[str, Any], named: Named
) -> tuple[list[str], float]:
    """Return how the answer ranks what was told, and the relevance of its first memory.

    Nothing found, or too late, is an empty ranking and a relevance of 0.
    """
    try:
        with run.recall[method].measure():
            answer = client.call("recall", **request)
    except ApiError as refusal:
        if refusal.code != OUT_OF_TIME:
            raise
        run.out_of_time += 1
        return [], 0.0
    run.degraded += bool(answer["degraded"])
    memories = answer["memories"]
    return named(memories), memories[0]["relevance"] if memories else 0.0
