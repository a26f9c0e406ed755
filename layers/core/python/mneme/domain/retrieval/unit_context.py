"""What a unit (a memory or a verbatim turn) is ranked by beside its own terms. No word is plain."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

NEIGHBOURS = (-2, -1, 1)
"""Offsets of the neighbours whose own vectors have a say in ranking a turn."""


class Mark(StrEnum):
    """Something about how a unit is said, which its blind terms cannot tell any more."""

    QUESTION = "q"  # it ends with a question mark
    AFTER_QUESTION = "a"  # the message before it has a question mark
    NUMBER = "n"
    TIME = "t"  # a word of time or date
    NAME = "c"  # a capitalised name
    UNSPACED = "u"  # its script has no spaces: its terms are no count of words


@dataclass(frozen=True, slots=True)
class UnitContext:
    """The context that is kept with every unit, in its row and in the index.

    Blind terms throughout: `terms` of the neighbouring messages by offset (−3…3, never 0),
    `speaker` those of the name of who said it, `said_on` and `dates` the words (`date_words`) of
    the day it was said and of the days it talks about. `neighbours` are the memory ids of the
    neighbouring turns by offset (−2, −1 and 1), `run` is what all adjacent turns have in common.
    """

    terms: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    neighbours: Mapping[int, str] = field(default_factory=dict)
    run: str = ""
    speaker: tuple[str, ...] = ()
    said_on: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
    marks: frozenset[Mark] = frozenset()


NO_CONTEXT = UnitContext()
