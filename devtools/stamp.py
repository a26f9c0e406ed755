"""Stamps: which lock an installed folder holds, so that nothing is installed twice."""

import hashlib
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from devtools.paths import ROOT

try:
    import fcntl
except ImportError:  # no file locks on this platform: set-ups must not be started at once
    fcntl = None  # type: ignore[assignment]

STAMP = ".installed-lock"


def holds(folder: Path, locks: Sequence[Path]) -> bool:
    """Tell whether the folder was installed from any of these locks as they are now."""
    try:
        stamp = (folder / STAMP).read_text()
    except FileNotFoundError:
        return False
    return any(stamp == _stamp(lock) for lock in locks)


def mark(folder: Path, lock: Path) -> None:
    """Record that the folder now holds what the lock names."""
    # Renamed into place, so that a reader sees the whole stamp or none.
    fresh = folder / f"{STAMP}.{os.getpid()}"
    fresh.write_text(_stamp(lock))
    fresh.replace(folder / STAMP)


def unmark(folder: Path) -> None:
    """Record that the folder's content is in doubt, as it is while something is installed."""
    (folder / STAMP).unlink(missing_ok=True)


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Let one process of this clone install; the others wait, and find the work done."""
    folder = ROOT / ".venvs"
    folder.mkdir(exist_ok=True)
    with (folder / ".set-up").open("w") as handle:
        if fcntl is not None:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                print("dev: waiting for another set-up to end", file=sys.stderr)
                fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _stamp(lock: Path) -> str:
    return f"{lock.name} {hashlib.sha256(lock.read_bytes()).hexdigest()}\n"
