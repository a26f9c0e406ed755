"""The layers under every function, as data: what each is made from, and for what it is made."""

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

LOCK = Path("requirements/runtime.txt")
CORE = Path("layers/core")
BUILDER = Path("layers")
"""The folder of the modules that build layers."""

_PROBE = """
import sys
print(sys.implementation.name, "%d.%d" % sys.version_info[:2], sys.version_info.releaselevel)
print(sys.executable)
"""


class Layer(StrEnum):
    """A layer: the pinned packages, or Mneme's own."""

    DEPENDENCIES = "dependencies"
    CORE = "core"


@dataclass(frozen=True)
class Target:
    """What a layer is for; `architecture` in Lambda's words.

    `bytecode`: the layer holds bytecode for that Python too. A function may not write where its
    layers are, so without it each new process compiles all that it imports.
    """

    python: str
    architecture: str
    bytecode: bool

    @property
    def machine(self) -> str:
        """The processor as wheels name it."""
        return {"arm64": "aarch64", "x86_64": "x86_64"}[self.architecture]


def target(python: str, architecture: str) -> Target:
    """Return what this machine can build layers for: with bytecode if it has that Python."""
    return Target(python, architecture, bytecode=interpreter(python) is not None)


@cache
def interpreter(python: str) -> str | None:
    """Return the path of this version of Python on this machine, None if it has none.

    Bytecode is good for one version only, and for every processor.
    """
    told = (_told_by(command) for command in (sys.executable, f"python{python}"))
    return next((path for kind, path in told if kind == f"cpython {python} final"), None)


def _told_by(command: str) -> tuple[str, str]:
    # Only running it tells: a version manager's shim may exist and still refuse to run.
    try:
        done = subprocess.run(  # noqa: S603
            [command, "-I", "-c", _PROBE], capture_output=True, text=True, check=False
        )
    except OSError:
        return "", ""
    kind, _, path = done.stdout.strip().partition("\n")
    return kind, path


def fingerprint(root: Path, layer: Layer, target: Target) -> str:
    """Return a layer's identity: it changes with what it is made from, builder and target only."""
    told = f"{layer} {target.python} {target.machine} {target.bytecode}\n"
    digest = hashlib.sha256(told.encode())
    for path in (*sorted((root / BUILDER).glob("*.py")), *sources(root, layer)):
        digest.update(f"{path.relative_to(root).as_posix()} {path.stat().st_size}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def sources(root: Path, layer: Layer) -> Iterator[Path]:
    """Yield the files that a layer is made from, in order."""
    if layer is Layer.DEPENDENCIES:
        yield root / LOCK
        return
    for path in sorted((root / CORE).rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path
