"""The folder that holds everything: marked as ours, and in the hands of one stack at a time."""

import fcntl
import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

MARKER = "mneme-data"
LOCK = "lock"
_PRIVATE = 0o700
_PATIENCE_SECONDS = 2.0
_RETRY_SECONDS = 0.05


class StartError(Exception):
    """The stack cannot start; the message is one clear line for the person who asked."""


@dataclass(frozen=True)
class DataFolder:
    """A folder that is ours as long as `lock` stays open in this process or in a child of it."""

    path: Path
    lock: int

    @property
    def api_key(self) -> Path:
        """Where the first tenant's key is kept."""
        return self.path / "api_key"


def claim(path: Path, *, fresh: bool, wait: Callable[[float], None] = time.sleep) -> DataFolder:
    """Return the folder, created if need be and emptied if `fresh`. Raises StartError.

    A folder of somebody else is neither used nor emptied.
    """
    try:
        path.mkdir(mode=_PRIVATE, parents=True, exist_ok=True)
        _check_ours(path)
        lock = _lock(path, wait)
        if fresh:
            _empty(path)
        (path / MARKER).touch(mode=0o600)
    except OSError as exc:
        raise StartError(f"{path} cannot be used for data: {exc.strerror}") from exc
    return DataFolder(path, lock)


def _check_ours(path: Path) -> None:
    # A lock alone is ours too: another start is between its lock and its marker.
    strangers = [entry.name for entry in path.iterdir() if entry.name != LOCK]
    if strangers and MARKER not in strangers:
        raise StartError(f"{path} is not a data folder of Mneme: it holds {strangers[0]}")


def _lock(path: Path, wait: Callable[[float], None]) -> int:
    """Return the open lock file.

    The children of a killed supervisor hold its lock until they notice, a moment later: hence the
    patience.
    """
    lock = os.open(path / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    for _ in range(int(_PATIENCE_SECONDS / _RETRY_SECONDS)):
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            wait(_RETRY_SECONDS)
        else:
            os.ftruncate(lock, 0)
            os.pwrite(lock, str(os.getpid()).encode(), 0)
            return lock
    owner = os.pread(lock, 20, 0).decode()
    os.close(lock)
    raise StartError(f"{path} is in use by another Mneme (process {owner}); stop it first")


def _empty(path: Path) -> None:
    for entry in path.iterdir():
        if entry.name in {MARKER, LOCK}:
            continue
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()
