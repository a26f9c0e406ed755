"""Whether one sentence says what another one says, by their wordings alone.

A repeated memory is a nuisance, a fact that was taken for known and dropped is lost: where in
doubt, two sentences say different things.
"""

from collections.abc import Iterator

from mneme.domain.evolution.wording import Wording
from mneme.domain.evolution.wording_words import AND, NOT, OFTEN, TAILS
from mneme.domain.extraction.sentences import has_han

_LONGEST = 60
"""Longer sentences are compared for equality only."""

_TAIL = 24
_ITEM = 8
"""Most words of an addition at the end, and of one item in the middle of a list."""

_FEWEST = 2
_FEWEST_CHARACTERS = 4
"""A single word, or a Chinese one, is contained in too much."""

Forms = tuple[str, ...]


def says_the_same(one: Wording, other: Wording) -> bool:
    """Return whether the sentences mean the same: the same words, in the same setting and order.

    A phrase of time or place may stand at the beginning or at the end.
    """
    if one.settings != other.settings or one.numbers != other.numbers:
        return False
    if one.plain == other.plain:
        return one.names == other.names
    return _rotated(one.plain, other.plain)


def opposes(one: Wording, other: Wording) -> bool:
    """Return whether one sentence is the denial of the other, of a state that lasts.

    Not to have done a thing is no contradiction to having done it another time, and what is said
    of apples none to what is said of Apple.
    """
    return seems_opposed(one, other) and one.names == other.names


def seems_opposed(one: Wording, other: Wording) -> bool:
    """Return whether one sentence is the other's denial if both spell names without care."""
    if {one.negations, other.negations} != {0, 1} or one.settings != other.settings:
        return False
    if one.of_one_occasion or other.of_one_occasion or "past" in one.settings:
        return False
    denied, told = sorted((one, other), key=lambda side: -side.negations)
    denial = tuple(form for form in denied.plain if form != NOT)
    return denial in {told.plain, _whenever(told.plain)}


def _whenever(forms: Forms) -> Forms:
    """Return what is done, without how often: who does not drink coffee does not do so daily."""
    kept: list[str] = []
    at = 0
    while at < len(forms):
        length = next((len(each) for each in OFTEN if forms[at : at + len(each)] == each), 0)
        if not length:
            kept.append(forms[at])
        at += length or 1
    return tuple(kept)


def covers(whole: Wording, part: Wording) -> bool:
    """Return whether the whole sentence says all that the other one says.

    It says the same, or more: further items of a list, or an addition at its end.
    """
    if says_the_same(whole, part):
        return True
    if whole.settings != part.settings or not part.names <= whole.names:
        return False
    by_character = has_han("".join(part.forms))
    fewest = _FEWEST_CHARACTERS if by_character else _FEWEST
    if not fewest <= len(part.forms) < len(whole.forms) <= _LONGEST:
        return False
    return _contains(whole.forms, part.forms)


def _rotated(one: Forms, other: Forms) -> bool:
    """Return whether both are the same two pieces, one of which is set off, the other way round."""
    if len(one) != len(other) or sorted(one) != sorted(other):
        return False
    return any(
        one[at:] + one[:at] == other and (one[0] in TAILS or one[at] in TAILS)
        for at in range(1, len(one))
    )


def _contains(whole: Forms, part: Forms) -> bool:
    """Return whether `part` is `whole` without pieces that leave the rest as true as it was."""
    reached = {(0, 0)}
    waiting = [(0, 0)]
    while waiting:
        at, matched = waiting.pop()
        if at == len(whole) and matched == len(part):
            return True
        for step in _steps(whole, part, at, matched):
            if step not in reached:
                reached.add(step)
                waiting.append(step)
    return False


def _steps(whole: Forms, part: Forms, at: int, matched: int) -> Iterator[tuple[int, int]]:
    if at < len(whole) and matched < len(part) and whole[at] == part[matched]:
        yield at + 1, matched + 1
    if matched == len(part) and 0 < len(whole) - at <= _TAIL and whole[at] in TAILS | AND:
        yield len(whole), matched
    for end in range(at + 2, min(at + _ITEM, len(whole)) + 1):
        if _is_item(whole[at:end], whole[end : end + 1]):
            yield end, matched


def _is_item(run: Forms, following: Forms) -> bool:
    """Return whether the words are an item of a list with the conjunction before or after it."""
    if NOT in run:
        return False
    if run[0] in AND:
        return TAILS.isdisjoint(following)
    return run[-1] in AND
