"""Sentences that tell of a habit given up, by the thing that it is about: "I gave up coffee".

The thing ends, whatever was done with it: drinking, smoking or playing it.
"""

import re

_WHEN = r"(?:(?:finally|just|recently|completely|totally|already|also) ){0,2}"
_ENGLISH = re.compile(
    rf"(?:I|[Uu]ser|We)(?:'ve| have| has)? {_WHEN}(?:gave up|given up|quit|stopped|cut out"
    r"|(?:am|'m|are|is) off)"
    r" (?P<thing>[a-z][a-z-]{1,20}(?: [a-z][a-z-]{1,20})??)"
    r"(?: (?:for good|completely|altogether|entirely|for my health|last (?:year|month|week)"
    r"|this (?:year|month|week)|(?:a|one|two|three) (?:years?|months?|weeks?) ago"
    r"|(?:in|since) [A-Za-z]{3,9}(?: \d{4})?))?[.!]{0,3}"
)
_HABIT = re.compile(
    r"(?:I|[Uu]ser|We) (?:(?:still|always|often|usually|sometimes|really|mostly) ){0,2}"
    r"(?:drink|smoke|eat|take|play|use|watch|do|chew|vape|have)s?"
    r" (?:(?:a lot of|lots of|much|too much|some) )?"
    r"(?P<thing>[a-z][a-z-]{1,20}(?: [a-z][a-z-]{1,20})??)"
    r"(?: (?:every|each|all|once|twice|three|daily|weekly|regularly|a lot|sometimes|again|in the"
    r"|on|at|with|before|after|for)\b.{0,40})?[.!]{0,3}"
)
_DOING = r"(?P<thing>[a-z]{2,14}ing(?: (?!again|now|since|for|in|on|at|every)[\w'-]{1,20}){0,3}?)"
_ENGLISH_STOPPED = re.compile(
    rf"(?:I|[Uu]ser|We)(?:'ve| have| has)? {_WHEN}(?:gave up|given up|quit|stopped) {_DOING}"
    r"(?: (?:for good|completely|altogether|now|last (?:year|month|week)|this (?:year|month|week)"
    r"|(?:a|one|two|three) (?:years?|months?|weeks?) ago|(?:in|since) [A-Za-z]{3,9}(?: \d{4})?))?"
    r"[.!]{0,3}"
)
_ENGLISH_DOING = re.compile(
    r"(?:I|[Uu]ser|We)(?:(?:'m|'ve| am| is| are| have| has)(?: been)?"
    r"|(?:'ve| have| has)?(?: just| recently)? (?:started|begun|began|took up|resumed))"
    rf"(?: still| currently| now| also| just)? {_DOING}"
    r"(?: (?:again|now|(?:since|for|in|on|at|every) .{1,30}))?[.!]{0,3}"
)
_CHINESE = re.compile(
    r"(?:我们?|用户|本人)?(?:已经|终于|刚刚?|最近|现在|去年|今年|上个?[周月]|完全|彻底){0,3}"
    r"(?:戒掉?了?(?P<thing>[\u4e00-\u9fffA-Za-z]{1,6}?)|把(?P<taken>[\u4e00-\u9fffA-Za-z]{1,6}?)戒掉?)"
    r"了?(?:[\d一二两三四五六七八九十半]+(?:年|个月|天|周)了?)?[。！!.]{0,3}"
)
_CHINESE_HABIT = re.compile(
    r"(?:我们?|用户|本人)?(?:还|又|一直|平时|经常|偶尔|每[天周晚]|天天|现在){0,3}(?:都|会)?"
    r"(?:抽|吸|喝|吃|嚼|打|玩)(?P<thing>[\u4e00-\u9fffA-Za-z]{1,6}?)[。！!.]{0,3}"
)
_POINTING = frozenset({"it", "that", "this", "these", "those"})
_NO_THING = frozenset({"my", "the", "a", "an", "on", "it", "that", "this", "by", "at", "in", "to"})


def given_up(sentence: str, *, chinese: bool) -> str | None:
    """Return the thing that the speaker says to have given up, None if there is none."""
    text = sentence.strip()
    if chinese:
        match = _CHINESE.fullmatch(text)
        return None if match is None else match["thing"] or match["taken"]
    return _thing(_ENGLISH.fullmatch(text)) or _doing(_ENGLISH_STOPPED.fullmatch(text))


def kept_up(sentence: str, *, chinese: bool) -> str | None:
    """Return the thing that the speaker says to drink, smoke, eat, play or use, else None."""
    text = sentence.strip()
    if chinese:
        match = _CHINESE_HABIT.fullmatch(text)
        return None if match is None else match["thing"]
    return _thing(_HABIT.fullmatch(text)) or _doing(_ENGLISH_DOING.fullmatch(text))


def _thing(match: re.Match[str] | None) -> str | None:
    if match is None or not _NO_THING.isdisjoint(match["thing"].split()):
        return None
    return match["thing"].casefold()


def _doing(match: re.Match[str] | None) -> str | None:
    if match is None or not _POINTING.isdisjoint(match["thing"].split()):
        return None
    return match["thing"].casefold()
