"""Mneme in a process: the use case behind `recall`, over the data of a stack that was told all."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bench.in_process import InProcess
from bench.peers.same_embedder import installed
from devtools.paths import ROOT
from local.first_tenant import FIRST_TENANT
from mneme.domain.memory import Kind
from mneme.domain.recollection import RecallFilter, RecallQuery
from mneme.domain.tenancy import internal_context

_TENANT = internal_context(FIRST_TENANT)
_TURNS = RecallFilter(kinds=frozenset({Kind.TURN}))


class _Mneme:
    def __init__(self, data: Path) -> None:
        self._services = InProcess(data)

    def versions(self) -> Mapping[str, str]:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
        return {project["name"]: project["version"]} | installed("numpy")

    def remember(self, user: str, texts: Mapping[str, str]) -> None:  # noqa: ARG002
        raise TypeError("the turns are sent to the stack, over HTTP")

    def recall(self, user: str, query: str, limit: int) -> Any:
        asked = RecallQuery(user, query, filter=_TURNS, top_k=limit, include_turns=True)
        return self._services.recall(_TENANT, asked)

    def named(self, answer: Any) -> list[str]:
        if answer.degraded:
            raise ValueError(f"an answer is degraded: {', '.join(answer.degraded)}")
        return [source.message_id for found in answer.memories for source in found.revision.sources]


def open_peer(folder: Path) -> _Mneme:
    """Open the store in a stack's folder of data."""
    return _Mneme(folder)
