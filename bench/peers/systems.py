"""The systems that are measured: where each is installed, and how it is opened."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from devtools.python_environment import loads_extensions, tool_python


@dataclass(frozen=True)
class System:
    """One system in a process of its own; `lock` names its environment, none is the project's."""

    name: str
    module: str
    lock: str | None = None
    arguments: tuple[str, ...] = ()
    variables: Mapping[str, str] = field(default_factory=dict)
    maker: Callable[[], str] = lambda: sys.executable

    def command(self, data: Path) -> list[str]:
        """Return interpreter, module and arguments; what is not installed yet is. ChoreError."""
        python = sys.executable if self.lock is None else tool_python(self.lock, self.maker())
        return [str(python), self.module, str(data), *self.arguments]


_NO_TELEMETRY = {"MEM0_TELEMETRY": "False"}
MNEME = System("Mneme", "bench.peers.mneme_peer")
OVER_HTTP = "Mneme over HTTP"
DENSE = System("plain dense", "bench.peers.dense_peer")
PEERS = (
    System("mem0 FAISS", "bench.peers.mem0_peer", "peer-mem0", ("faiss",), _NO_TELEMETRY),
    System("mem0 Qdrant", "bench.peers.mem0_peer", "peer-mem0", ("qdrant",), _NO_TELEMETRY),
    System(
        "LangGraph",
        "bench.peers.langgraph_peer",
        "peer-langgraph",
        variables={"LANGSMITH_TRACING": "false"},
        maker=loads_extensions,
    ),
    System("Memori", "bench.peers.memori_peer", "peer-memori"),
)
