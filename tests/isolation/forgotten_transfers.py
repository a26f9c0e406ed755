"""What is taken out of a full life and brought into it: files, lines that wait, dead letters."""

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from tests.doubles.export_lines import HEADER, LINE

if TYPE_CHECKING:
    from tests.isolation.forgotten import Life

COMING = "zylocoming"
"""In each line that waits to be brought in: a purge of anything ends the whole import."""


def take_out(life: "Life") -> None:
    """Leave an export: one file with all there is."""
    life.ask("user/export")
    life.live()


def bring_in(life: "Life", words: dict[str, str], places: dict[str, dict[str, Any]]) -> None:
    """Begin to bring in a memory of each place."""
    lines = [
        _line(number, f"Collects {words[place]}", named)
        for number, (place, named) in enumerate(places.items())
    ]
    life.ask("user/import", header=HEADER, lines=lines)


def file_of(content: str) -> dict[str, Any]:
    """Return a file with an archived memory, as it is brought in."""
    return {"header": HEADER, "lines": [_line(0, content, {"status": "ARCHIVED"})]}


def _line(number: int, content: str, named: dict[str, Any]) -> dict[str, Any]:
    line = deepcopy(LINE)
    line.update({"app_id": None, "session_id": None, **named})
    line["memory_id"] = f"{line['memory_id'][:-2]}{number:02}"
    line["revisions"][0]["content"] = content
    return line
