"""How many of something somebody has: "I have two kids", "I have three kids now"."""

import re

from mneme.domain.evolution.wording import Wording

_HAVING = frozenset({"have", "own", "got", "有", "养"})
_NOW = re.compile(
    r"\b(?:now|already|another)\b|现在|如今|目前|已经|又|了[。！!.]{0,3}$", re.IGNORECASE
)
_ONE = "#1"


def counts_anew(known: Wording, new: Wording) -> bool:
    """Return whether both count the same things of one owner, and come to another number."""
    one, other = _counted(known), _counted(new)
    if len(one) != len(other) or known.settings or new.settings:
        return False
    if known.of_one_occasion or new.of_one_occasion or known.names != new.names:
        return False
    differ = [at for at, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1]]
    return (
        len(differ) == 1
        and all(forms[differ[0]].startswith("#") for forms in (one, other))
        and one[max(0, differ[0] - 1)] in _HAVING
    )


def tells_now(sentence: str) -> bool:
    """Return whether a sentence tells what is so by now."""
    return _NOW.search(sentence) is not None


def _counted(said: Wording) -> tuple[str, ...]:
    """Return the forms, with "a dog" counted as one."""
    return tuple(_ONE if form == "a" else form for form in said.plain)
