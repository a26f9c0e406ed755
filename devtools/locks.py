"""`./dev lock`: writes requirements/*.txt anew from pyproject.toml, each pin with its hashes."""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from devtools.errors import ChoreError
from devtools.paths import ROOT
from devtools.python_environment import tool_python


@dataclass(frozen=True)
class Lock:
    """One lock file. `within` is a larger lock whose versions it repeats."""

    name: str
    source: str = "pyproject.toml"
    extra: str | None = None
    within: str | None = None


PROJECT_LOCKS = (
    Lock("dev", extra="dev"),
    Lock("local", extra="local", within="dev"),
    Lock("runtime", within="dev"),
)
TOOL_LOCKS = tuple(
    Lock(name, source=f"requirements/{name}.in")
    for name in ("api-fuzz", "emulator", "lock", "peer-langgraph", "peer-mem0", "peer-memori")
)


def write_locks(options: Sequence[str]) -> None:
    """Write every lock; pins stay as they are unless pyproject.toml or `--upgrade` moves them."""
    compiler = tool_python("lock").parent / "uv"
    for lock in (*PROJECT_LOCKS, *TOOL_LOCKS):
        command = [str(compiler), "pip", "compile", *_arguments(lock), *options]
        done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, check=False)
        if done.returncode:
            raise ChoreError(f"lock failed: uv ended with {done.returncode}")


def _arguments(lock: Lock) -> list[str]:
    # `universal`: one lock for every platform and for all Pythons that pyproject.toml allows.
    arguments = [lock.source, "--universal", "--generate-hashes", "--no-annotate", "--quiet"]
    arguments += ["--python-version", "3.11", "--custom-compile-command", "./dev lock"]
    arguments += ["--output-file", f"requirements/{lock.name}.txt"]
    if lock.extra:
        arguments += ["--extra", lock.extra]
    if lock.within:
        arguments += ["--constraint", f"requirements/{lock.within}.txt"]
    return arguments
