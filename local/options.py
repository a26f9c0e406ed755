"""What `./dev serve` can be told."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEFAULT_PORT = 8377
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
_HIGHEST_PORT = 65_535
_MOST_PROCESSES = 64


@dataclass(frozen=True)
class Options:
    """How to run the stack. Port 0 takes a free one; `workers` are API processes.

    With the descriptor of a `lifeline` it ends when whoever holds the other end is gone.
    """

    port: int
    data: Path
    workers: int
    fresh: bool
    ready_file: Path | None
    log_level: str
    lifeline: int | None = None


def parse_options(arguments: Sequence[str]) -> Options:
    """Return the options; ends the process with a usage message if they make no sense."""
    parser = argparse.ArgumentParser(
        prog="./dev serve", description="Run Mneme on this machine: the API and its worker."
    )
    parser.add_argument(
        "--port",
        type=_number(0, _HIGHEST_PORT),
        default=DEFAULT_PORT,
        help=f"port on 127.0.0.1; 0 takes a free one (default: {DEFAULT_PORT})",
    )
    parser.add_argument(
        "--data", type=Path, default=ROOT / ".local", help="where to keep data (default: .local)"
    )
    parser.add_argument(
        "--workers",
        type=_number(1, _MOST_PROCESSES),
        default=1,
        help="API processes, each serving one request at a time (default: 1)",
    )
    parser.add_argument("--fresh", action="store_true", help="start with an empty data folder")
    parser.add_argument(
        "--ready-file", type=Path, help="JSON file to write once requests are served"
    )
    parser.add_argument(
        "--log-level",
        type=str.upper,
        choices=LOG_LEVELS,
        default="WARNING",
        help="default: WARNING",
    )
    parser.add_argument("--lifeline", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    return Options(
        port=given.port,
        data=given.data.absolute(),
        workers=given.workers,
        fresh=given.fresh,
        ready_file=given.ready_file.absolute() if given.ready_file else None,
        log_level=given.log_level,
        lifeline=given.lifeline,
    )


class _number:  # noqa: N801 - argparse shows the name of a type in its messages
    def __init__(self, low: int, high: int) -> None:
        self._low, self._high = low, high

    def __call__(self, text: str) -> int:
        if text.isdecimal() and self._low <= int(text) <= self._high:
            return int(text)
        raise argparse.ArgumentTypeError(f"must be a number from {self._low} to {self._high}")
