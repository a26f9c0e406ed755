"""Virtual environments, made from hash-pinned locks on first use and raised when needed."""

import shutil
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


def tool_python(name: str, maker: str = sys.executable) -> Path:
    """Return the Python of an environment of its own, made from the lock of that name.

    `maker` is the Python that makes it, and whose version and library it has.
    """
    return _ready(ROOT / ".venvs" / name, [LOCKS / f"{name}.txt"], maker)


_PYTHONS = (sys.executable, "python3", "/usr/bin/python3", "/usr/local/bin/python3")


def loads_extensions(candidates: Sequence[str] = _PYTHONS) -> str:
    """Return a Python whose SQLite can load extensions; not every build's can. Raises ChoreError.

    It is one that Mneme runs on, and has what a virtual environment needs.
    """
    for candidate in filter(shutil.which, candidates):
        done = subprocess.run([candidate, "-c", _PROBE], capture_output=True, check=False)
        if done.returncode == 0:
            return candidate
    raise ChoreError(f"the SQLite of none of these can load extensions: {', '.join(candidates)}")


_PROBE = """
import ensurepip, sqlite3, sys, venv
assert (3, 11) <= sys.version_info[:2] < (3, 14)
sqlite3.connect(":memory:").enable_load_extension(True)
"""


def _ready(folder: Path, enough: Sequence[Path], maker: str = sys.executable) -> Path:
    if not stamp.holds(folder, enough):
        with stamp.one_at_a_time():
            if not stamp.holds(folder, enough):
                _install(folder, enough[0], maker)
    return folder / "bin" / "python"


def _install(folder: Path, lock: Path, maker: str) -> None:
    python = folder / "bin" / "python"
    print(f"dev: installing {lock.relative_to(ROOT)} into {folder.name}", file=sys.stderr)
    stamp.unmark(folder)
    if not _has_pip(python):
        _run(maker, "-m", "venv", "--clear", str(folder))
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
