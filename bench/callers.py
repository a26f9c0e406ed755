"""Several callers at once, each in a thread of its own; the first error of any ends the run."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Argument = TypeVar("Argument")
Result = TypeVar("Result")


def all_at_once(work: Callable[[Argument], Result], arguments: Iterable[Argument]) -> list[Result]:
    """Return what the work gives for each argument, all carried out at the same time."""
    each = list(arguments)
    with ThreadPoolExecutor(max_workers=len(each)) as threads:
        return list(threads.map(work, each))
