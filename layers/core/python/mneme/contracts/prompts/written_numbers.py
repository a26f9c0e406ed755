"""Numbers in a model's answer, however it wrote them."""

import re
from typing import Final

MOST: Final = 64
"""Numbers that are read of one list."""

_NUMBER = re.compile(r"(?<![\d.])(?<!(?<!\w)-)\d{1,4}(?!\d|\.\d)")


def written_numbers(value: object) -> list[int]:
    """Return the whole numbers in 3, 3.0, "3", "[3]", "m-3", "1, 3" or a list of such, in order.

    None of a fraction, of what is below zero, and of more than four digits.
    """
    listed = value if isinstance(value, list) else [value]
    return [number for each in listed[:MOST] for number in _numbers(each)][:MOST]


def _numbers(value: object) -> list[int]:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return []
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return [int(digits) for digits in _NUMBER.findall(str(value))]
