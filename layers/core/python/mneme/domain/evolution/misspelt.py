"""Whether a word is another one with a slip of the pen.

Short words have many neighbours that are words as well: cats and cars, Boston and Bolton. Only what
hardly makes another word is taken for a slip.
"""

LEAST_SHIFTED = 4
"""Letters of a word in which two may have changed places."""

LEAST_LEFT_OUT = 5
"""Letters of the longer word, of which one may be missing in the other."""

LEAST_REPLACED = 7
"""Letters of a word of which one may be another."""

LEAST_FOR_TWO = 9
"""Letters of a word with two slips."""


def is_misspelt(one: str, other: str) -> bool:
    """Return whether two words are one, but for a slip. Digits are never one."""
    if one == other:
        return True
    if not (one.isalpha() and other.isalpha()) or one[0] != other[0]:
        return one.isalpha() and other.isalpha() and _shifted(one, other)
    if once(one) == once(other) or _shifted(one, other):
        return True
    longer = max(len(one), len(other))
    most = 2 if longer >= LEAST_FOR_TWO else 1
    left_out = len(one) != len(other) and longer >= LEAST_LEFT_OUT
    return (left_out or longer >= LEAST_REPLACED) and _distance(one, other) <= most


def once(word: str) -> str:
    """Return a word without the repetition of a letter."""
    return "".join(letter for at, letter in enumerate(word) if word[at - 1 : at] != letter)


def _shifted(one: str, other: str) -> bool:
    """Return whether two neighbouring letters have changed places, and nothing else."""
    if len(one) != len(other) or len(one) < LEAST_SHIFTED:
        return False
    first = next((at for at in range(len(one)) if one[at] != other[at]), len(one))
    swapped = one[first + 1 : first + 2] + one[first : first + 1]
    return one[:first] + swapped + one[first + 2 :] == other


def _distance(one: str, other: str) -> int:
    """Return how many letters must be left out, put in or replaced."""
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, start=1):
        before, row[0] = row[0], at
        for place, opposite in enumerate(other, start=1):
            step = before + (letter != opposite)
            before, row[place] = row[place], min(step, row[place] + 1, row[place - 1] + 1)
    return row[-1]
