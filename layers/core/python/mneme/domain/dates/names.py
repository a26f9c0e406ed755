"""Names that read like times: a band called The Sunday, a daughter 三月, a man of 五月咖啡."""

import re

_LOOK_BACK = 48

_CALLED = re.compile(
    r"(?:(?i:\b(?:is|are|was|were|be|been|'s|'re|an?\s{1,3}(?:[a-z-]{2,16}\s{1,3}){1,2}?|always)"
    r"\s{0,3}(?:also\s|now\s)?called)"
    r"|(?i:\b(?:named|nicknamed|titled|entitled|title\s(?:is|was)|name(?:'s|\s{1,3}(?:is|was)))))"
    r"\s{1,3}[\"'“‘]?(?:[A-Z][\w'-]{0,20}\s{1,3}){0,3}[\"'“‘]?$"
)
_A_WORD = re.compile(r"(?:[A-Z][a-z]+\.?\s{0,3}|\d{1,4}(?:st|nd|rd|th)?\s{0,3}){1,3}")
"""Names are spelt as names are: "it was called yesterday" is none."""

_CALLED_IN_CHINESE = re.compile(
    r"(?:[名号]叫|[小大外]名|外号|绰号|昵称|取名|起名|命名|名字|名)(?:叫做?|是|为)?[“「《]?$"
)
_SAID_TO_BE_CALLED = re.compile(r"叫做?[“「《]?$")
_ENDS = re.compile(r"(?![来去到走做交开吃回见])[\u4e00-\u9fff]{0,2}(?:$|[”」》。，,.!！?？；、])")
_INSIDE_TITLE = re.compile(r"《[^《》]{0,40}$")
_AT = re.compile(r"[在去到住于搬](?:了|的)?$")
_A_PLACE = re.compile(
    r"[\u4e00-\u9fff]{0,3}?(?:花园|小区|公园|广场|酒店|咖啡|餐厅|书店|书房|科技|公司|集团|学校|中学|小学|大学"
    r"|医院|银行|大厦|工作室|传媒|乐队|大[道街]|[路街巷弄](?![上过程边况途头]))"
)
_BARE_CHINESE = re.compile(
    r"[一二三四五六七八九十元]{1,2}月|(?:周|星期|礼拜)[一二三四五六日天]|[一二五六七八]{2}"
)


def is_name(text: str, start: int, end: int) -> bool:
    """Return whether the part of the text is somebody's or something's name, not a time.

    Of Chinese text give the simplified characters.
    """
    told, before = text[start:end], text[max(0, start - _LOOK_BACK) : start]
    if _CALLED.search(before):
        return _A_WORD.fullmatch(told) is not None
    if _CALLED_IN_CHINESE.search(before) or _INSIDE_TITLE.search(before):
        return True
    if _SAID_TO_BE_CALLED.search(before):
        return _ENDS.match(text, end) is not None
    bare = _BARE_CHINESE.fullmatch(told) is not None
    return bare and _AT.search(before) is not None and _A_PLACE.match(text, end) is not None
