"""Settings in a file beside the data of a local stack."""

import os
from pathlib import Path

from mneme.adapters.laid_over import NOTHING, LaidOver
from mneme.domain.errors import Unavailable
from mneme.domain.thresholds import Thresholds

_NO_FILE = (0, 0, 0)


class FileSettings:
    """`Settings` in a JSON file, read again when it has changed. Without one, nothing was set."""

    def __init__(self, path: Path, deployed: str) -> None:
        self._path = path
        self._over = LaidOver(deployed)
        self._seen: tuple[int, int, int] | None = None
        self._text = NOTHING

    def thresholds(self) -> Thresholds:
        """Return what the file says. Raises Unavailable, InvalidRequest naming the field."""
        try:
            self._look()
        except OSError as error:
            raise Unavailable("the file of thresholds cannot be read") from error
        return self._over.thresholds(self._text)

    def _look(self) -> None:
        try:
            stands = os.stat(self._path)
        except FileNotFoundError:
            self._text, self._seen = NOTHING, _NO_FILE
            return
        seen = (stands.st_mtime_ns, stands.st_size, stands.st_ino)
        if seen != self._seen:
            self._text = self._path.read_bytes()
            self._seen = seen
