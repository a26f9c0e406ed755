"""Which language a text is in that mixes Latin words and Chinese characters: by what carries it.

"I live in 上海" is English with a Chinese name in it, and 我在 Google 上班 is Chinese with an
English one. Every text takes time in proportion to its length.
"""

import re

from mneme.domain.extraction.sentences import has_han

_LATIN = re.compile(r"[A-Za-z\u00aa-\u024f\u1e00-\u1eff]+(?:['’][A-Za-z]+)?")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002ffff]")
_ENGLISH_GRAMMAR = re.compile(
    r"\b(?:i|i'm|i've|i'd|i'll|we|we're|we've|my|our|he|she|they|his|her|their|is|am|are|was|were|has"
    r"|have|the|at|in|to|of|for|with|from|into|on|about|this|that|these|those|it|and)\b",
    re.ASCII | re.IGNORECASE,
)
_CHINESE_GRAMMAR = re.compile(
    "[我你您他她它们們的了在是很也都不没沒想会會把给給被跟用吗嗎呢吧叫住]"
)
_NAMES = 3
"""One script with no grammar of its own may have so many times the signs of the other: names."""


def is_chinese(text: str) -> bool:
    """Return whether the text is to be read as Chinese and not as English.

    Latin words are weighed against Chinese characters; of equals the first one counts. Where only
    one script has words that join others, its language carries the text, as long as the names of
    the other do not outnumber it by far: 我用 Visual Studio Code, "I work at 字节跳动".
    """
    if not has_han(text):
        return False
    latin, han = len(_LATIN.findall(text)), len(_HAN.findall(text))
    joined = _CHINESE_GRAMMAR.search(text) is not None
    if joined != (_ENGLISH_GRAMMAR.search(text.replace("’", "'")) is not None):
        few, many = (han, latin) if joined else (latin, han)
        if many <= _NAMES * few:
            return joined
    if latin != han:
        return han > latin
    first = _LATIN.search(text)
    return first is None or has_han(text[: first.start()])
