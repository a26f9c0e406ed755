"""Virtual environments, made from hash-pinned locks on first use and raised when needed."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from devtools import stamp
from devtools.errors import ChoreError
from devtools.paths import LOCKS, ROOT

GROWING = ("local.txt", "dev.txt")
"""The locks of `.venv`; each holds all of the one before, at the same versions."""


def project_python(lock: str) -> Path:
    """Return the Python of `.venv`, which holds at least what that lock names."""
    enough = [LOCKS / name for name in GROWING[GROWING.index(lock) :]]
    return _ready(ROOT / ".venv", enough)


def tool_python(name: str) -> Path:
    """Return the Python of an environment of its own, made from the lock of that name."""
    return _ready(ROOT / ".venvs" / name, [LOCKS / f"{name}.txt"])


def _ready(folder: Path, enough: Sequence[Path]) -> Path:
    if not stamp.holds(folder, enough):
        with stamp.one_at_a_time():
            if not stamp.holds(folder, enough):
                _install(folder, enough[0])
    return folder / "bin" / "python"


def _install(folder: Path, lock: Path) -> None:
    python = folder / "bin" / "python"
    print(f"dev: installing {lock.relative_to(ROOT)} into {folder.name}", file=sys.stderr)
    stamp.unmark(folder)
    if not _has_pip(python):
        _run(sys.executable, "-m", "venv", "--clear", str(folder))
    _run(
        str(python),
        *("-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"),
        *("--require-hashes", "--requirement", str(lock)),
    )
    stamp.mark(folder, lock)


def _has_pip(python: Path) -> bool:
    # A set-up that was killed half-way leaves an interpreter without pip.
    if not python.exists():
        return False
    done = subprocess.run([python, "-m", "pip", "--version"], capture_output=True, check=False)
    return done.returncode == 0


def _run(*command: str) -> None:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, check=False)
    if done.returncode:
        raise ChoreError(f"set-up failed: {' '.join(command[1:4])} ended with {done.returncode}")
