"""Laughter behind what is said: it is cut off, what was laughed about may be meant."""

import re

_LAUGHTER = re.compile(
    r"(?:[\s,.!;，。！–-]{0,4}(?:(?<![^\W_])\(?(?:lo+l|lmf?ao|rofl|jk|xd|hihi|(?:ha){2,8}h?|(?:he){2,8})\)?"
    r"|[😂🤣😹😆😜🤪😅]{1,8}|哈{2,20}|嘿{2,8}|嘻{2,8}|h{2,20}|(?<=[\u4e00-\u9fff])(?<![号码第是为])233+(?!\d))){1,4}[\s.!。！~～…]{0,4}$",
    re.IGNORECASE,
)


def without_laughter(sentence: str) -> str:
    """Return the sentence without the laughter it ends in; the same if it ends in none."""
    found = _LAUGHTER.search(sentence)
    return sentence if found is None else sentence[: found.start()]
