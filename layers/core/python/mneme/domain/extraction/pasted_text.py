"""Text in a message that its speaker pasted in: quotations, code, logs, letters, texts to work on.

What is cut out never reaches the rules that read statements. Every pattern is bounded.
"""

import re

from mneme.domain.extraction.text_marks import (
    ABOUT_TEXT,
    ABOUT_WORDING,
    CODE_LINE,
    LETTER_HEAD,
    QUOTED_LINE,
    SPOKEN_LINE,
    WORK_ON_TEXT,
)

MASK = "\ufffc"
"""Stands for each character of a longer quotation."""

_FENCED = re.compile(r"(?:`{3,}|~{3,})[^`~]{0,20000}(?:`{3,}|~{3,}|$)")
_QUOTATION = re.compile(
    r"“[^“”\n]{1,2000}”|「[^「」\n]{1,2000}」|『[^『』\n]{1,2000}』|«[^«»\n]{1,2000}»"
    r"|„[^„“\n]{1,2000}“|《[^《》\n]{2,200}》|\"[^\"\n]{1,2000}\""
    r"|(?<![\w'])'(?=\S)(?:[^'\n]|(?<=\w)'(?=\w)){8,600}'(?!\w)"
)
_WORD = re.compile(r"[^\W_]+")
_HAN = re.compile(r"[\u3400-\u9fff]")
_QUOTED_WORDS = 2
_QUOTED_CHARACTERS = 5
"""Shorter quotations are names and terms that a statement may be about; titles never are."""
_ENDS = "\n.!?。！？"


def without_pasted(text: str) -> str:
    """Return the text without what was pasted in as blocks or lines."""
    lines = _before_letter(_FENCED.sub("\n", text).split("\n"))
    if sum(SPOKEN_LINE.search(line) is not None for line in lines) > 1:
        lines = [line for line in lines if SPOKEN_LINE.search(line) is None]
    kept = [one for one in lines if not (QUOTED_LINE.search(one) or CODE_LINE.search(one))]
    return _without_payload(kept)


def _before_letter(lines: list[str]) -> list[str]:
    heads = (n for n, line in enumerate(lines) if LETTER_HEAD.search(line))
    return lines[: next(heads, len(lines))]


def masked_quotations(text: str) -> str:
    """Return the text, as long as before, with each longer quotation made unreadable."""
    return _QUOTATION.sub(_masked, text)


def _masked(match: re.Match[str]) -> str:
    said = match.group()
    han = len(_HAN.findall(said))
    others = len(_WORD.findall(said)) - bool(han)
    short = han <= _QUOTED_CHARACTERS and others <= _QUOTED_WORDS
    return said if short and said[0] != "《" else MASK * len(said)


def _without_payload(lines: list[str]) -> str:
    """Cut what is to be worked on: behind a colon, or the lines beside a line about "this"."""
    text = "\n".join(lines)
    if ABOUT_WORDING.search(text):
        return ""
    work = WORK_ON_TEXT.search(text)
    if work is not None:
        return text[: max(text.rfind(end, 0, work.start()) for end in _ENDS) + 1]
    written = [line for line in lines if line.strip()]
    if len(written) > 1:
        for line in (written[0], written[-1]):
            if ABOUT_TEXT.search(line):
                return line
    return text
