"""Secrets that are told by the words before them: passwords, keys and tokens in prose or settings.

A value counts only right behind its word, at most with linking words between. A value that is
plain prose ("the password is wrong"), a placeholder ("${DB_PASSWORD}", "********") or a redaction
mark is none.
"""

import re
from collections.abc import Iterator

from mneme.domain.sensitive.finding import Finding, SensitiveKind
from mneme.domain.sensitive.words import looks_random, looks_secret

_FLAGS = re.ASCII | re.IGNORECASE
_QUOTE = r"[\"'`“”「」]"
_GAP = r"\s{0,3}"
_LINK = (
    rf"{_QUOTE}?{_GAP}(?::=|=>|->|[:：=]|(?:is|was|are)(?:\snow|\sset\sto)?\s|就是|是|为|改成|设成)"
)
_NO_PLACEHOLDER = r"(?!\$\{|(?-i:\$[A-Z_]{3})|\{\{|%\(|\[redacted|/)"
_NO_MARK = r"(?!\[redacted: )"
_BARE = rf"(?:{_NO_MARK}[!#-&(-;=?-_a-~])"
"""What is printed in ASCII, without quotes, angle brackets and the start of a redaction mark."""

_PASSWORD = re.compile(
    rf"(?:password|passwd|passphrase|passcode|(?<![A-Za-z])pwd|密码|密碼|口令)"
    rf"(?:{_LINK}{_GAP}(?:{_QUOTE}{_NO_PLACEHOLDER}(?P<quoted>(?:{_NO_MARK}[^\"'`“”「」\n]){{4,256}}){_QUOTE}"
    rf"|{_NO_PLACEHOLDER}(?P<bare>{_BARE}{{4,}}))"
    rf"|{_GAP}(?=[!-~]{{0,30}}\d){_NO_PLACEHOLDER}(?P<direct>(?<=[^A-Za-z0-9]){_BARE}{{6,}}))",
    _FLAGS,
)
_PIN = re.compile(
    rf"(?<![A-Za-z])pin(?:码|\s?(?:code|number))?{_LINK}{_GAP}"
    r"(?P<code>\d{4})(?![A-Za-z0-9_]|[.,:/-]\d)",
    _FLAGS,
)
_SENTENCE_END = re.compile(rf"{_QUOTE}?{_GAP}(?:$|[.,;!?\n，。；！？])")
_TRAILING = ".,;:?)]}"

_KEY_WORDS = (
    r"(?:api|access|secret|private|signing|encryption|account|service)[ _-]?key|(?:client|app|api)"
    r"[ _-]?secret|secret(?:[ _-]access)?(?:[ _-]key)?|密钥|秘钥|密匙|私钥"
)
_BEARER_WORDS = r"token|credentials?|bearer|basic|令牌|凭证|凭据"
_KEYED = re.compile(
    rf"(?:(?P<key>{_KEY_WORDS})|{_BEARER_WORDS})(?:\s(?:for|of|to|in)\s[A-Za-z ]{{1,24}})?"
    rf"(?:{_LINK}|{_GAP}){_GAP}{_QUOTE}?(?<![A-Za-z0-9])(?P<value>[A-Za-z0-9+_][A-Za-z0-9+/_=.~-]{{15,}})",
    _FLAGS,
)
_IN_ADDRESS = re.compile(rf"://[^\s/:@]{{1,64}}:(?P<value>(?:{_NO_MARK}[^\s/@]){{3,128}})@")
_PASSWORD_HINTS = ("pass", "pwd", "密", "口令")
_KEY_HINTS = ("key", "secret", "token", "credential", "bearer", "basic", "密", "钥", "令", "凭")
"""Without any of these the patterns cannot match, and are not tried."""

_NAMES_OF_PASSWORDS = frozenset({"password", "passwd", "pass", "pwd", "secret", "xxx"})


def passwords(text: str) -> Iterator[Finding]:
    """Yield passwords and PINs that are told by their word, and those within addresses."""
    lower = text.lower()
    for match in _PASSWORD.finditer(text) if _any_in(lower, _PASSWORD_HINTS) else ():
        yield from _password(text, match)
    for match in _PIN.finditer(text) if "pin" in lower else ():
        yield Finding(SensitiveKind.PASSWORD, *match.span("code"))
    for match in _IN_ADDRESS.finditer(text) if "://" in lower else ():
        if match["value"].lower() not in _NAMES_OF_PASSWORDS and "${" not in match["value"]:
            yield Finding(SensitiveKind.PASSWORD, *match.span("value"))


def named_secrets(text: str) -> Iterator[Finding]:
    """Yield random-looking values right behind words such as "api key", "token" or 密钥."""
    if not _any_in(text.lower(), _KEY_HINTS):
        return
    for match in _KEYED.finditer(text):
        value = match["value"].rstrip(_TRAILING)
        if looks_random(value):
            kind = SensitiveKind.API_KEY if match["key"] else SensitiveKind.ACCESS_TOKEN
            yield Finding(kind, match.start("value"), match.start("value") + len(value))


def _any_in(lower: str, hints: tuple[str, ...]) -> bool:
    return any(hint in lower for hint in hints)


def _password(text: str, match: re.Match[str]) -> Iterator[Finding]:
    place = next(name for name in ("quoted", "bare", "direct") if match[name])
    value = match[place] if place == "quoted" else match[place].rstrip(_TRAILING)
    start = match.start(place)
    ends = place == "quoted" or _SENTENCE_END.match(text, start + len(value)) is not None
    if looks_secret(value, alone=ends and place != "direct"):
        yield Finding(SensitiveKind.PASSWORD, start, start + len(value))
