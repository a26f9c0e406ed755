"""Chinese text as rules read it: in simplified characters, whichever script it was written in.

For comparing only. What is stored and shown keeps its speaker's own characters: `respelt` finds
them again.
"""

import re

from mneme.domain.traditional_characters import SIMPLIFIED, TRADITIONAL

_TABLE = str.maketrans(TRADITIONAL, SIMPLIFIED)
_GAPS = re.compile(r"(\s+)")


def simplified(text: str) -> str:
    """Return the text with a simplified character for each traditional one, of the same length."""
    return text if text.isascii() else text.translate(_TABLE)


def respelt(said: str, plain: str, written: str, start: int = 0) -> tuple[str, int]:
    """Return what was said as it was written, and where in the text it ends.

    `said` is a part of `plain` from `start` on, or parts of it with white space between them;
    `plain` is `simplified(written)`. What is not found stays as it is.
    """
    at = plain.find(said, start)
    if at >= 0:
        end = at + len(said)
        return written[at:end], end
    spelt: list[str] = []
    for part in _GAPS.split(said):
        at = -1 if not part or part.isspace() else plain.find(part, start)
        start = start if at < 0 else at + len(part)
        spelt.append(part if at < 0 else written[at:start])
    return "".join(spelt), start
