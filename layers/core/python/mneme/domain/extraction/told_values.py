"""Sentences that tell the value of somebody's thing by its kind: an address, the day of something.

"My new e-mail is …", "the project deadline was moved to May 10": no list of things is needed.
"""

import re

from mneme.domain.evolution.attributes import attribute

_DAY = re.compile(r"(?:.* )?(?:date|deadline)|.*(?:日期|截止|时间|期限)")
"""Things that are days."""
_OWN = frozenset({"my", "our", "我", "我们", ""})
_COST = re.compile(
    r"[^，。,我你您他她这那哪]{1,8}?每个?[月年周季天]度?(?:要|是|大约|大概|差不多|收|付|交){0,2}"
    r"[\d〇零一二两三四五六七八九十百千万多几.]{1,8}(?:元|块钱?|k|K|万|刀|美元|欧元)?[。！!]{0,3}"
)
"""What something costs or brings each month: nobody else's is told so."""


def tells_value(sentence: str, *, chinese: bool) -> bool:
    """Return whether the whole sentence tells such a value.

    A Chinese sentence is given in simplified characters.
    """
    told = attribute(sentence, chinese=chinese)
    if told is None:
        return chinese and _COST.fullmatch(sentence.strip()) is not None
    if told.kind == "address":
        return told.whose in _OWN
    return told.kind == "date" and (told.changed or _DAY.fullmatch(told.what) is not None)
