"""What a benchmark prints: named facts, and aligned tables."""

import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime


def machine() -> dict[str, object]:
    """Return what every figure depends on."""
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, load {load()}",
        "python": platform.python_version(),
    }


def load() -> str:
    """Return the machine's load average of the last minute."""
    return f"{os.getloadavg()[0]:.1f}"


def print_facts(facts: Mapping[str, object]) -> None:
    """Print a line a fact, after an empty line."""
    width = max(map(len, facts))
    print(
        "\n" + "\n".join(f"{name:<{width}}  {value}" for name, value in facts.items()), flush=True
    )


def print_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table after an empty line."""
    print("\n" + table(header, list(rows)), flush=True)


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return the lines of a table: words are aligned to the left, figures to the right."""
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    words = [any(map(str.isalpha, cell)) for cell in (rows[0] if rows else header)]
    return "\n".join(_line(cells, widths, words) for cells in (header, *rows))


def _line(cells: Sequence[str], widths: Sequence[int], words: Sequence[bool]) -> str:
    padded = (
        f"{cell:<{width}}" if word else f"{cell:>{width}}"
        for cell, width, word in zip(cells, widths, words, strict=True)
    )
    return "  ".join(padded).rstrip()
