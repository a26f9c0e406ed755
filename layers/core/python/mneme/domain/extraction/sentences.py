"""Sentences and words of any script, in linear time.

Every pattern here either consumes whatever it starts on or is bounded, so that no text of any
shape takes more than time proportional to its length.
"""

import re

_BREAK = re.compile(r"[.!?…。！？；؟۔।]+[\"'”’»)\]）」』】]*|\n+")
_UNSPACED = frozenset("。！？；۔।\n")
"""Ends that need no space behind them."""

_CLAUSE_BREAK = re.compile(r"[,，、;—–:：]|\s-+\s")
_CONJUNCTION = r"(?:but|though|although|because|whereas|while|(?:and|so)(?=\s(?:i|we|my|our)\b))"
_PART_BREAK = re.compile(
    rf"[,;—–]\s{{0,4}}(?:{_CONJUNCTION}\s)?|\s(?:-{{1,2}}\s|{_CONJUNCTION}\s)"
    r"|[，；](?:不过|但是?|可是|只是)?",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002ffff]")
_OTHER_LETTER = re.compile(
    r"[^\W\d_A-Za-z\u00aa-\u024f\u1e00-\u1eff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    r"\U00020000-\U0002ffff]"
)

_ABBREVIATIONS = frozenset(
    {
        "co",
        "inc",
        "ltd",
        "corp",
        "approx",
        "mr",
        "mrs",
        "ms",
        "dr",
        "prof",
        "st",
        "jr",
        "sr",
        "vs",
        "e.g",
        "i.e",
        "a.m",
        "p.m",
        "u.s",
    }
)
_LOOK_BACK = 8
"""Longer than any abbreviation with the space before it."""

_SOFT_BREAKS = " \t，、,"


def sentences(text: str) -> list[str]:
    """Return the sentences in order, without the white space around them, none of them empty."""
    return [text[start:end] for start, end in sentence_spans(text)]


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return where the sentences stand, without the white space around them."""
    ends = [match.end() for match in _BREAK.finditer(text) if _ends_sentence(text, match)]
    bounds = zip([0, *ends], [*ends, len(text)], strict=True)
    trimmed = (_trimmed(text, start, end) for start, end in bounds)
    return [(start, end) for start, end in trimmed if start < end]


def clauses(sentence: str) -> list[str]:
    """Return the parts between commas, colons and dashes, in order, none of them empty."""
    return [sentence[start:end] for start, end in clause_spans(sentence)]


def clause_spans(sentence: str) -> list[tuple[int, int]]:
    """Return where the parts between commas, colons and dashes stand."""
    return _between(sentence, _CLAUSE_BREAK)


def part_spans(sentence: str) -> list[tuple[int, int]]:
    """Return where the parts stand that may be told by themselves: without conjunctions."""
    return _between(sentence, _PART_BREAK)


def _between(sentence: str, breaking: re.Pattern[str]) -> list[tuple[int, int]]:
    breaks = [match.span() for match in breaking.finditer(sentence)]
    starts = [0, *(end for _, end in breaks)]
    ends = [*(start for start, _ in breaks), len(sentence)]
    trimmed = (_trimmed(sentence, *span) for span in zip(starts, ends, strict=True))
    return [(start, end) for start, end in trimmed if start < end]


def words(text: str) -> list[str]:
    """Return the words as they are spelt, with plain apostrophes."""
    return _WORD.findall(text.replace("’", "'"))


def pieces(sentence: str, limit: int) -> list[str]:
    """Return the sentence cut into pieces of at most `limit` characters, at a soft break if any."""
    cut, start = [], 0
    while len(sentence) - start > limit:
        end = max(sentence.rfind(mark, start + 1, start + limit) for mark in _SOFT_BREAKS)
        end = end + 1 if end > 0 else start + limit
        cut.append(sentence[start:end].strip())
        start = end
    cut.append(sentence[start:].strip())
    return [piece for piece in cut if piece]


def has_han(text: str) -> bool:
    """Return whether the text holds a Chinese character."""
    return _HAN.search(text) is not None


def has_other_script(text: str) -> bool:
    """Return whether the text holds a letter that is neither Latin nor Chinese."""
    return _OTHER_LETTER.search(text) is not None


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    part = text[start:end]
    return end - len(part.lstrip()), start + len(part.rstrip())


def _ends_sentence(text: str, match: re.Match[str]) -> bool:
    if not _UNSPACED.isdisjoint(match.group()):
        return True
    following = text[match.end() : match.end() + 1]
    if following and not following.isspace() and not has_han(following):
        return False
    before = text[max(0, match.start() - _LOOK_BACK) : match.start()]
    return match.group() != "." or not _abbreviated(before)


def _abbreviated(before: str) -> bool:
    if not before or before[-1].isspace():
        return False
    word = before.rsplit(maxsplit=1)[-1].lower().lstrip("(\"'“")
    return word in _ABBREVIATIONS or (len(word) == 1 and word.isalpha() and word != "i")
