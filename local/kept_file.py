"""One small value that should outlive the process, in a file of its own."""

import json
from pathlib import Path
from typing import Any

from local.ready_file import write_private


class KeptFile:
    """JSON in a file, replaced whole. It outlives a kill; after a power cut it may be lost."""

    def __init__(self, path: Path) -> None:
        self._path = path
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._value = _read(path)

    def read(self) -> Any:
        """Return the value, or None if there is none."""
        return self._value

    def write(self, value: Any) -> None:
        """Keep the value."""
        if value != self._value:
            write_private(self._path, json.dumps(value), durable=False)
            self._value = value


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        # Never written, or torn by a power cut: the value was only ever a convenience.
        return None
