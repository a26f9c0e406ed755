"""Find the JSON in what a model answered, whatever it wrote around it.

A model that is asked for JSON wraps it in prose, in fences or in thoughts, or is cut off. Nothing
is repaired here: what is returned stood in the answer, whole.

The text is searched from left to right. A bracket that proves to be prose is left behind; if it
drew the JSON proper into what looked like a string, the search finds that as well. Of two attempts
that overlap, one always takes for strings what is structure to the other, so no place is read more
than twice and the time is linear.
"""

import re
from collections.abc import Callable
from typing import Any

from mneme.domain.models.json_reader import JsonReader

_TAG = r"(?i:<{slash}(?:think|thinking|thought|reasoning)\b[^<>]*>)|\[{slash}THINK\]"
_THOUGHT = _TAG.format(slash="")
_END = _TAG.format(slash="/")
_MARK = re.compile(rf"(?P<thought>{_THOUGHT})|(?P<end>{_END})|[\[{{]")
_END_OF_THOUGHT = re.compile(_END)


def first_json(text: str, fits: Callable[[Any], bool]) -> Any | None:
    """Return the first object or array in the text that fits, or None.

    A value is offered before those inside of it. Nothing is taken from thoughts or from strings.
    """
    answer: Any | None = None
    at, taken = 0, dict[int, int]()
    while mark := _MARK.search(text, at):
        start, at = mark.span()
        if mark["thought"]:
            end = _END_OF_THOUGHT.search(text, at)
            at = end.end() if end else len(text)
            continue
        if mark["end"]:
            answer = None  # the text began inside of a thought: what came so far was a draft
            continue
        if start not in taken:
            reader = JsonReader(text, start, taken)
            reader.read()
            if answer is None:
                answer = next(filter(fits, reader.values()), None)
            if reader.cut_off:
                break  # the rest is the inside of a value: its strings are no answer
        at = taken[start]
    return answer
