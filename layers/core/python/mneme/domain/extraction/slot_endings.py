"""Sentences that end what a slot held, and name it: "I quit my job at Google", 我从腾讯离职了.

They fill no slot. Who left one firm may long work for the next, so that only the very value named
may end with them. Every repetition is bounded.
"""

import re
from dataclasses import dataclass
from functools import cache

from mneme.domain.extraction import slot_pieces_chinese as chinese
from mneme.domain.extraction import slot_pieces_english as english
from mneme.domain.extraction.main_language import is_chinese
from mneme.domain.extraction.sentences import has_han
from mneme.domain.simplified_text import simplified

_LONGEST = 120

_JOB = r"(?:(?:my|the|his|her|our|their)(?: old| current| previous)? (?:job|position|role|post))"
_DROPPED = r"(?:laid off|fired|let go|sacked|made redundant|dismissed)"
_NO_MORE = r"(?: no longer| (?:don't|doesn't|do not|does not))"
_ENGLISH_TABLE = (
    (
        "employer",
        rf"{english.PERSON}{english.HAS} (?:(?:quit|left|lost)(?: {_JOB} (?:at|with))?"
        r"|resigned from|retired from|parted ways with|(?:quit|stopped) working (?:at|for)"
        rf"|(?:got|was|were|been) {_DROPPED} (?:from|by|at)) (?P<value>{english.FIRM})",
    ),
    (
        "employer",
        rf"{english.PERSON}{_NO_MORE} works? (?:at|for) (?P<value>{english.FIRM})",
    ),
    ("employer", rf"(?i:my job at) (?P<value>{english.FIRM}) (?:has ended|ended|is over)"),
    (
        "home_city",
        rf"{english.PERSON}{english.HAS} (?:moved (?:out of|away from) (?P<value>{english.PLACE})"
        rf"|left (?P<for_good>{english.PLACE}) for good)",
    ),
    (
        "home_city",
        rf"{english.PERSON}{_NO_MORE} lives? in (?P<value>{english.PLACE})",
    ),
    (
        "partner",
        rf"{english.PERSON}{english.HAS} (?:broke up|broken up|split up|split) with"
        rf" (?P<value>{english.NAMED})",
    ),
    (
        "partner",
        rf"(?P<value>{english.NAMED}) and (?P<who>I)(?: have|'ve)? (?:broke up|broken up|split up"
        r"|separated|(?:got |gotten |are |have )?divorced)",
    ),
)
_CHINESE_TABLE = (
    (
        "employer",
        rf"从(?P<value>{chinese.ANY_FIRM})(?:离职|辞职|辞|走人|走|退休|毕业|跳槽|出来)了?",
    ),
    ("employer", rf"(?:离开|辞掉|辞去|辞)了?(?P<value>{chinese.ANY_FIRM})(?:的?工作|的?职位)?"),
    ("employer", rf"(?:再也)?不再?在(?P<value>{chinese.ANY_FIRM})(?:工作|上班|任职|干|做)?"),
    (
        "employer",
        rf"被(?P<value>{chinese.ANY_FIRM})(?:给)?(?:裁员|裁|辞退|开除|优化)(?:掉)?",
    ),
    ("home_city", rf"不再?住在?(?P<value>{chinese.PLACE})"),
    ("home_city", rf"从(?P<value>{chinese.PLACE})搬(?:走|出来?|离)"),
    ("home_city", rf"搬离了?(?P<value>{chinese.PLACE})"),
    ("partner", rf"[和跟与](?P<value>{chinese.CALLED})(?:分手|离婚|分开|散)"),
)
_Compiled = tuple[tuple[str, re.Pattern[str]], ...]


# Compiled at the first sentence, as it takes long.
@cache
def _english() -> _Compiled:
    lead = rf"{english.LEAD}(?:{english.WHEN},? )?"
    return tuple((slot, re.compile(f"{lead}{said}{english.TAIL}")) for slot, said in _ENGLISH_TABLE)


@cache
def _chinese() -> _Compiled:
    lead = f"{chinese.LEAD}{chinese.WHEN}{chinese.WE}{chinese.WHEN}"
    tail = r"了?(?:[，,].{1,6}走了?)?[。！!.~～]{0,3}"
    return tuple((slot, re.compile(f"{lead}{said}{tail}")) for slot, said in _CHINESE_TABLE)


_SPEAKER = frozenset({"i", "we"})


@dataclass(frozen=True, slots=True)
class Ending:
    """The slot, with the name of its owner unless it is the user, and the value that left it."""

    slot: tuple[str, ...]
    value: str

    def is_told_in(self, sentence: str) -> bool:
        """Return whether the sentence, which fills the slot, names the value."""
        said = simplified(sentence)
        if has_han(self.value):
            return self.value in said
        named = rf"(?<![\w&-]){re.escape(self.value)}(?![\w&-])(?! (?:&|and )?[A-Z])"
        return re.search(named, said) is not None


def endings(sentence: str, speaker: str | None) -> tuple[Ending, ...]:
    """Return what the whole sentence may end: one sentence may be told of firms and of towns."""
    said = simplified(sentence.replace("’", "'").strip())
    if len(said) > _LONGEST:
        return ()
    found = []
    for slot, pattern in _chinese() if is_chinese(said) else _english():
        match = pattern.fullmatch(said)
        if match is not None:
            who = match.groupdict().get("who")
            owner = speaker if who is None or who.lower() in _SPEAKER else who
            whose = () if owner is None else (owner.casefold(),)
            found.append(Ending((slot, *whose), _value(match)))
    return tuple(found)


def _value(match: re.Match[str]) -> str:
    groups = match.groupdict()
    return (groups["value"] or groups.get("for_good") or "").strip()
