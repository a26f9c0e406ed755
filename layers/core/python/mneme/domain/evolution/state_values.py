"""Whether what is said of a noun is a value of its kind: "my age is a secret" tells no age."""

import re

from mneme.domain.dates.number_words import english_number
from mneme.domain.extraction.sentences import has_han

_NO_VALUE = (
    r"(?:the|an?|on|in|at|by|with|from|to|not|no|none|this|that|these|those|my|your|his|her|our|their"
    r"|it|here|there|what|something|anything|nothing|everything|unknown|secret|private|hidden|wrong"
    r"|correct|right|different|important|irrelevant|missing|gone|lost|too|so|very|going|getting"
    r"|still|always|never|hard|easy|good|bad|great|fine|high|low|big|small|ok|okay|up|down|out)(?:\s.*)?"
)
"""What is said of a noun without telling its value: "my age is a secret"."""
_NUMBERED = r"age|height|weight|shoe size|salary|budget|version"
_DATED = r"birthday|date of birth|deadline|due date"
_CALLED = r"first name|last name|surname|full name|name|nickname"
_A_DATE = (
    r"\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|today"
    r"|tomorrow|christmas|easter|next|end of)"
)
_A_NAME = r"[^\W\d_a-z][^\W\d_]*(?:[ '-][^\W\d_]+){0,4}"
_PROPER = r"city|home ?town|company|employer|native language|mother tongue|time ?zone|address"
_A_PROPER_NAME = r"[^\W\d_a-z][^\W\d_]|[^\W\d_a-z]\b|\d"
"""Spelt as names are, or with a number."""
_FELT = (
    r"(?:\S+(?:less|ful|ous|able|ible)|boring|amazing|interesting|changing|annoying|exciting|sad"
    r"|funny|ugly|beautiful|weird|strange|expensive|cheap)"
)
"""How something is found, which is none of its values."""
_CHINESE_NO_VALUE = (
    r"[这那在不没哪谁什怎左右]|个|一[个家座种位款]|秘密|保密|未知|很|太|有点|挺|最大|对的|错"
)
_CHINESE_NO_VALUE_AT_THE_END = r"(?:[这那]个|问题|秘密|[的吗呢吧])"
_CHINESE_NUMBERED = "年龄|身高|体重|鞋码|工资|薪水|预算|版本"
_CHINESE_DATED = "生日|截止日期"
_CHINESE_NUMBER = r"[\d〇零一二两三四五六七八九十百千万]"
_CHINESE_DATE = r"\d|[月日号天底初末]|周|星期|礼拜"

_KINDS = tuple(
    (re.compile(nouns, re.IGNORECASE), re.compile(value, re.IGNORECASE))
    for nouns, value in (
        (_DATED, _A_DATE),
        (r"e-?mail(?: address)?", "@"),
        (r"(?:phone|mobile|telephone)(?: number)?", r"\d"),
        (_CHINESE_NUMBERED, _CHINESE_NUMBER),
        (_CHINESE_DATED, _CHINESE_DATE),
        ("邮箱(?:地址)?", "@"),
        ("电话(?:号码)?|手机号码?", r"\d"),
    )
)
_NUMBERED_NOUN = re.compile(_NUMBERED, re.IGNORECASE)
_CALLED_NOUN = re.compile(_CALLED, re.IGNORECASE)
_NAME = re.compile(_A_NAME)
_PROPER_NOUN = re.compile(_PROPER, re.IGNORECASE)
_PROPER_NAME = re.compile(_A_PROPER_NAME)
_NOTHING = re.compile(f"{_NO_VALUE}|{_FELT}", re.IGNORECASE)
_NOTHING_IN_CHINESE = re.compile(
    rf"(?:{_CHINESE_NO_VALUE}).*|.*{_CHINESE_NO_VALUE_AT_THE_END}", re.DOTALL
)


def is_value(noun: str, said: str) -> bool:
    """Return whether what is said of the noun is one of its values."""
    nothing = _NOTHING_IN_CHINESE if has_han(said) else _NOTHING
    if nothing.fullmatch(said):
        return False
    if _NUMBERED_NOUN.fullmatch(noun):
        return any(map(_is_number, said.split()))
    if _CALLED_NOUN.fullmatch(noun) and not has_han(said):
        return _NAME.fullmatch(said) is not None
    if _PROPER_NOUN.fullmatch(noun) and not has_han(said):
        return _PROPER_NAME.search(said) is not None
    return all(kind.search(said) for nouns, kind in _KINDS if nouns.fullmatch(noun))


def _is_number(word: str) -> bool:
    if any(map(str.isdigit, word)):
        return True
    try:
        return english_number(word.lower()) > 0
    except ValueError:
        return False
