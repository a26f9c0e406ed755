"""The table of metrics in `docs/operations.md` is that of the code."""

import re

from mneme.domain.measures import Measured
from tests.architecture.source import text


def _told() -> set[str]:
    """Return the names in the table's first column, without what stands for kinds."""
    section = text("docs/operations.md").split("## Metrics")[1].split("\n## ")[0]
    cells = [row.split("|")[1] for row in section.splitlines() if row.startswith("| `")]
    return {name.rstrip("_…") for cell in cells for name in re.findall(r"`([a-z_]+…?)`", cell)}


def _is_of(told: str, name: str) -> bool:
    return told == name or told.startswith(f"{name}_")


def test_every_metric_is_told_and_every_told_metric_is_measured() -> None:
    told = _told()
    names = {one.value for one in Measured}

    assert [one for one in names if not any(_is_of(each, one) for each in told)] == []
    assert [each for each in told if not any(_is_of(each, one) for one in names)] == []
