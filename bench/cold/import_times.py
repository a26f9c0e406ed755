"""What `python -X importtime` tells, summed by the packages that were imported."""

import re
from collections import defaultdict

_LINE = re.compile(r"import time:\s+(\d+) \|\s+\d+ \| +([\w.]+)")
_STANDARD = "standard library"


def by_package(told: str, own: frozenset[str], standard: frozenset[str]) -> dict[str, float]:
    """Return the milliseconds that packages took themselves, without what they import.

    `own` are told with their second name too, such as `mneme.contracts`; what is `standard` is one.
    """
    took: dict[str, float] = defaultdict(float)
    for microseconds, module in _LINE.findall(told):
        first, *rest = module.split(".")
        if first in standard or first.startswith("_"):
            name = _STANDARD
        else:
            name = ".".join([first, *rest[:1]]) if first in own else first
        took[name] += int(microseconds) / 1000
    return took
