"""Small files for other programs: written whole or not at all, readable by their owner only."""

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path


def write_private(path: Path, content: str, *, durable: bool = True) -> None:
    """Replace the file atomically; if `durable`, it survives a power cut once this returns."""
    descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with open(descriptor, "w", encoding="utf-8") as handle:
            handle.write(content)
            handle.flush()
            if durable:
                os.fsync(handle.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def write_ready_file(path: Path, facts: Mapping[str, str | int]) -> None:
    """Tell whoever waits for this file that requests are served, and where."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_private(path, json.dumps(dict(facts), indent=2) + "\n")


def remove_ready_file(path: Path, pid: int) -> None:
    """Remove the file unless another process has written its own meanwhile."""
    # No such file, or one that is no ready file: there is nothing of ours to remove.
    with suppress(FileNotFoundError, ValueError):
        facts = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(facts, dict) and facts.get("pid") == pid:
            path.unlink()
