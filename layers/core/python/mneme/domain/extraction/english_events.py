"""Whether English words tell what happened once, or what is so: "I was called", "I am called"."""

import re
from collections.abc import Sequence

from mneme.domain.extraction import phrases_english as phrases
from mneme.domain.extraction.phrase_patterns import spoken


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_BE = _words(
    """
    am is are isn't aren't i'm you're we're they're who're
    get gets getting been being
    """
)
"""What makes a state of the participle behind it: "is painted red", "gets called Bob"."""

_HAS_OR_IS = frozenset({"called", "named"})
"""What is a state behind 's too: "he's called Tom", but "he's left Rome"."""

_OWN = _words(
    """
    my your his her its our their a an the
    """
)
"""What makes an adjective of the word behind it: "my left knee", "an adopted son"."""

_BASE = _words(
    """
    to can can't cannot could will would should may might must
    do does don't doesn't
    """
)
"""Words before a verb that tells nothing past: "I love to read"."""

_BETWEEN = (phrases.BETWEEN - _OWN) | _words(
    """
    happily newly already legally actually
    """
)

_LASTING_VERBS = frozenset({"married"})
"""What somebody is from then on, however it is told."""

_LASTING_DATES = re.compile(
    r" (?:(?:first|last|middle) names?|(?:birthday|anniversary)(?: is|'s)(?: on| in)?(?: the)?"
    r"|born (?:on|in)(?: the)?) (?:\d+(?:st|nd|rd|th)? (?:of )?)?(?:(?:"
    + "|".join(sorted(phrases.MONTHS))
    + r") )?"
)
"""What looks like a date and is no event: a last name, a birthday, "born in March"."""


def tells_event(lower: Sequence[str]) -> bool:
    """Return whether words (in lower case) tell what happened once, or date what they tell."""
    if any(_happened(lower, number) for number in range(len(lower))):
        return True
    left = _LASTING_DATES.sub(" ", spoken(list(lower))).split()
    return not phrases.TIME_WORDS.isdisjoint(left)


def _happened(lower: Sequence[str], number: int) -> bool:
    word = lower[number]
    if word not in phrases.EVENT_VERBS or word in _LASTING_VERBS:
        return False
    before = [one for one in lower[max(0, number - 3) : number] if one not in _BETWEEN]
    last = before[-1] if before else ""
    if last.endswith("'s") and word in _HAS_OR_IS:
        return False
    return last not in _BE | _OWN | _BASE
