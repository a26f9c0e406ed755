"""The logs of the stack's own processes: one JSON object a line, on standard error."""

import json
import logging
import sys
import traceback
from datetime import UTC, datetime

OWN = ("api", "gateway", "mneme", "supervisor", "worker")
"""The loggers of the stack's own code."""


class JsonLines(logging.Formatter):
    """Formats a record with the keys that the functions' own logger uses.

    Of an exception it shows its kind and where it came from, never its message: that may quote
    what somebody asked Mneme to remember.
    """

    def __init__(self, service: str) -> None:
        super().__init__()
        self._service = service

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line."""
        line = {
            "level": record.levelname,
            "location": f"{record.name}:{record.lineno}",
            "message": record.getMessage(),
            "timestamp": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "service": self._service,
        }
        if record.exc_info and record.exc_info[1]:
            line["exception_name"] = type(record.exc_info[1]).__name__
            line["exception"] = "".join(traceback.format_tb(record.exc_info[1].__traceback__))
        return json.dumps(line, ensure_ascii=False)


def log_json_lines(service: str, level: str) -> None:
    """Send all logs of this process to standard error, as JSON lines.

    Libraries are heard from WARNING on: below it they print what they send, prompts and all.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines(service))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for name in OWN:
        logging.getLogger(name).setLevel(level)
