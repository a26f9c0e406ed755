"""Sentences that tell a value beside another: "I also work at Lidl", 我也在大学工作.

What they tell takes the place of nothing.
"""

import re

_ENGLISH = re.compile(
    r"\balso\b|\bas well\b|\bin addition\b|\badditionally\b|\bbesides\b|\bon the side\b"
    r"|(?i:^i) too\b|\btoo(?=,? (?:now|since|currently)\b|[.!,;]|$)|\bat the same time\b"
    r"|\b(?:[Aa]|[Mm]y|[Oo]ur|[Tt]he) (?:second|third|other|additional|extra)\b(?! of\b)"
    r"|\banother\b|^(?:Also|Another|Besides|Additionally|In addition)\b"
)
_CHINESE = re.compile(
    r"^[^，,。；;]{0,30}?(?:(?<!维)也(?![门许])|还(?![是好行不没能可]|在(?!一))|兼)"
    r"|另外|此外|除此之外|除了.{1,20}(?:之外|以外|外)|同时|第二[个份家]|另一[个份家]|副业"
)
_STILL_OR_ALSO = re.compile(r"还在(?P<value>[^，,。；;]{1,20}?)(?:工作|上班|任职|就职|生活|住)")
"""也 and 还 of a later clause say how that is liked: 我住在成都，天气也不错."""


def may_add(sentence: str, known: str) -> bool:
    """Return whether the sentence may tell a value beside the known one, or that it is so still.

    我还在腾讯上班 is either, unless Tencent is what is known. Both are in simplified characters.
    """
    told = _STILL_OR_ALSO.search(sentence)
    return told is not None and told["value"] not in known


def adds_value(sentence: str, *, chinese: bool) -> bool:
    """Return whether the sentence says that what it tells holds beside something else.

    A Chinese sentence is given in simplified characters.
    """
    return (_CHINESE if chinese else _ENGLISH).search(sentence) is not None
