"""Files that are there in full or not at all, also after a power failure.

A writer that is killed leaves what it wrote beside the file, under the file's own name with a mark:
who deletes the file, or all files of a prefix, finds it.
"""

import contextlib
import glob
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

TEMPORARY_MARK = "~new-"


def replace(path: Path, content: bytes) -> None:
    """Write the file, readable by its owner only, in place of one that may exist."""
    replace_by_pieces(path, (content,))


def replace_by_pieces(path: Path, pieces: Iterable[bytes]) -> None:
    """Do the same with pieces that need not be there all at once; what they raise is raised."""
    with _written_beside(path, pieces) as fresh:
        fresh.replace(path)


def create_once(path: Path, content: bytes) -> None:
    """Write the file unless it exists; of several writers, the first one's content stays."""
    with _written_beside(path, (content,)) as fresh, contextlib.suppress(FileExistsError):
        path.hardlink_to(fresh)


def name_of(path: Path) -> str:
    """Return the file's name, also of what is left of a write that never ended."""
    return path.name.partition(TEMPORARY_MARK)[0]


def remains(path: Path) -> Iterator[Path]:
    """Yield what writers of the file have begun, or left when they were killed."""
    return path.parent.glob(f"{glob.escape(path.name)}{TEMPORARY_MARK}*")


def remove(path: Path) -> None:
    """Delete the file; deleting nothing is no error."""
    with contextlib.suppress(FileNotFoundError):
        path.unlink()
        _sync_directory(path.parent)


@contextmanager
def _written_beside(path: Path, pieces: Iterable[bytes]) -> Iterator[Path]:
    """Yield a complete file in the same directory, whose entry the block then moves to `path`."""
    _make_directories(path.parent)
    descriptor, name = tempfile.mkstemp(prefix=f"{path.name}{TEMPORARY_MARK}", dir=path.parent)
    fresh = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        yield fresh
        _sync_directory(path.parent)
    finally:
        fresh.unlink(missing_ok=True)


def _make_directories(directory: Path) -> None:
    """Make what is missing of the path, each entry durable in its own parent."""
    missing = [at for at in (directory, *directory.parents) if not at.exists()]
    for at in reversed(missing):
        at.mkdir(mode=0o700, exist_ok=True)
        _sync_directory(at.parent)


def _sync_directory(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
