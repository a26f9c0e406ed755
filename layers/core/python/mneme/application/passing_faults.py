"""Work on many things of which one that fails holds up no other."""

from collections.abc import Callable, Iterable
from typing import TypeVar

One = TypeVar("One")


def passing_faults(
    every: Iterable[One], do: Callable[[One], int], note: Callable[[One, Exception], None]
) -> int:
    """Do it to every one, and return the sum of what came of it.

    What is wrong with one is noted, and the first such fault is raised in the end: so whoever
    called knows of it. What `every` or `note` raises ends it at once.
    """
    done, first = 0, None
    for one in every:
        try:
            done += do(one)
        except Exception as fault:  # noqa: BLE001
            # One damaged row must not hold up all other tenants, whatever is wrong with it.
            note(one, fault)
            first = first or fault
    if first is not None:
        raise first
    return done
