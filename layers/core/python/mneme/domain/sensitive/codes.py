"""Codes and phrases that open something, told by the words before them: "the otp is 482913"."""

import re
from collections.abc import Iterator

from mneme.domain.sensitive.finding import ALONE, Finding, SensitiveKind

_FLAGS = re.ASCII | re.IGNORECASE
_GAP = r"\s{0,3}"
_SAID = rf"(?:{_GAP}(?:is|was|=|[:：]|就?是|为)){{0,2}}{_GAP}"
_NO_MORE = r"(?![A-Za-z0-9_]|[.,:/-]\d|\s?(?:[个個次种種位元年月日天条組组人块塊分秒字%]))"

_FOR = r"(?:\s(?:for|to|of|at)(?:\s[A-Za-z'-]{1,24}){1,4}?)?"
_NO_OTHER = r"(?:^|[\n.,:;!?，。：；]\s?|\b(?:the|my|our|your|their|new|current|entry|access)\s)"
"""Before "code for the house": a zip code and an area code open nothing."""
_OPENED = (
    r"(?:door|gate|garage|alarm|lock|lock ?box|key ?box|entry|entrance|keypad|safe|building|house"
    r"|home|flat|apartment|office|lift|elevator|shed|bike store)"
)
_OPENS = rf"(?:\s[A-Za-z'’-]{{1,24}}){{0,3}}?\s{_OPENED}"
_CODES = re.compile(
    rf"(?:{ALONE}(?:(?:2fa|mfa|sms|verification|auth|authentication|confirmation|login|security|access"
    r"|entry|entrance|door|gate|garage|alarm|lock|unlock|keypad|safe|building) code"
    rf"|(?:otp|one[ -]time (?:code|password|passcode|pin))){_FOR}{_GAP}(?:is|was|=|[:：]){_SAID}"
    rf"|{_NO_OTHER}codes? (?:for|to|of){_OPENS}{_GAP}(?:is|was|=|[:：]){_SAID}"
    rf"|{ALONE}(?:door|gate|garage|alarm|lock|entry|entrance|keypad|safe) code\s"
    rf"|(?:[门門]|车库|車庫|保险箱|保險箱)的?(?:代码|代碼|开锁密码){_SAID}"
    rf"|{ALONE}otp\s|(?:验证码|驗證碼|动态码|動態碼|短信码|门禁码|門禁碼|门锁码|开门码|开锁码|取件码){_SAID})"
    rf"(?P<code>\d{{4,8}}[#*]?){_NO_MORE}",
    _FLAGS,
)
_CODE_HINTS = ("otp", "code", "one-time", "one time", "码", "碼")

_SEED_WORD = r"[a-z]{3,8}"
_SEED = re.compile(
    r"(?:(?:seed|recovery|mnemonic|backup)\s(?:phrase|words?)|mnemonic|助记词|助記詞)"
    rf"{_FOR}{_SAID}[\"“「]?"
    rf"(?P<words>{_SEED_WORD}(?:[\s,]{{1,3}}{_SEED_WORD}){{11,23}})(?![A-Za-z])",
    _FLAGS,
)
_SEED_LENGTHS = (24, 21, 18, 15, 12)
_LETTERS = re.compile("[A-Za-z]+")
_SEED_HINTS = ("phrase", "mnemonic", "words", "助")
_IN_NO_LIST = frozenset(
    ["the", "and", "for", "are", "was", "were", "with", "has", "had", "not", "from", "his", "her"]
)
"""Words of sentences, none of them in the list that such phrases are drawn from."""


def codes(text: str) -> Iterator[Finding]:
    """Yield one-time codes, codes of doors and alarms, and the seed phrases of wallets."""
    lower = text.lower()
    for match in _CODES.finditer(text) if any(hint in lower for hint in _CODE_HINTS) else ():
        yield Finding(SensitiveKind.PASSWORD, *match.span("code"))
    for match in _SEED.finditer(text) if any(hint in lower for hint in _SEED_HINTS) else ():
        yield from _seed(text, *match.span("words"))


def _seed(text: str, start: int, end: int) -> Iterator[Finding]:
    """Yield the phrase: as many of the words as a phrase may have, and none of a sentence."""
    ends: list[int] = []
    for word in _LETTERS.finditer(text, start, end):
        if word.group().lower() in _IN_NO_LIST:
            break
        ends.append(word.end())
    length = next((length for length in _SEED_LENGTHS if length <= len(ends)), None)
    if length is not None:
        yield Finding(SensitiveKind.PRIVATE_KEY, start, ends[length - 1])
