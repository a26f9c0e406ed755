"""Secrets that are told by the words before them: passwords, keys and tokens in prose or settings.

A value counts only right behind its word, at most with linking words between. A value that is
plain prose ("the password is wrong"), a placeholder ("${DB_PASSWORD}", "********") or a redaction
mark is none.
"""

import re
from collections.abc import Iterator

from mneme.domain.sensitive.finding import ALONE, Finding, SensitiveKind
from mneme.domain.sensitive.words import OTHER_PASSES, looks_random, looks_secret

_FLAGS = re.ASCII | re.IGNORECASE
_QUOTE = r"[\"'`“”「」『』]"
_GAP = r"\s{0,3}"
_NAMED = r"(?:\s{1,3}[\w'’&-]{1,24}){1,5}"
_FOR = (
    rf"(?:\s{{1,3}}(?:for|of|to|on|at|in){_NAMED}|\s{{1,3}}(?:I|we)\s{{1,3}}used?"
    r"|\s?[(（][^()（）\n]{1,24}[)）])?"
)
"""What it opens: "the password for the router is"."""
_SAID = r"(?:(?:(?:has|was|is)\s(?:been\s)?(?:now\s)?)?(?:changed|set|reset)\sto|is|was|are)"
_SAID_IN_CHINESE = r"(?:就是|是|为|如下|(?:已|被)?(?:改|设|换|重置)(?:成|为)了?)"
_LINK = (
    rf"{_QUOTE}?{_GAP}(?::=|=>|->|[:：=]|['’]s\s|{_SAID}(?:\snow)?(?:{_GAP}[:=]|\s)"
    rf"|{_SAID_IN_CHINESE}(?:{_GAP}[:：=])?)"
)
_NO_PLACEHOLDER = r"(?!\$\{|(?-i:\$[A-Z_]{3})|\{\{|%\(|\[redacted|/)"
_NO_MARK = r"(?!\[redacted: )"
_BARE = rf"(?:{_NO_MARK}[!#-&(-;=?-_a-~])"
"""What is printed in ASCII, without quotes, angle brackets and the start of a redaction mark."""
_NO_MORE_DIGITS = r"(?![A-Za-z0-9_]|[.,:/-]\d)"
_NO_MEASURE = r"(?!\s?(?:[个個次种種位元年月日天条組组人块塊分秒字%]))"

_VALUE = (
    rf"(?:{_QUOTE}{_NO_PLACEHOLDER}(?P<quoted>(?:{_NO_MARK}[^\"'`“”「」『』\n]){{4,256}}){_QUOTE}"
    rf"|{_NO_PLACEHOLDER}(?P<bare>{_BARE}{{4,}}))"
)
_PASSWORD = re.compile(
    r"(?:password|passwd|passphrase|passcode|(?<![A-Za-z])pwd|密码|密碼|口令)"
    rf"(?:{_FOR}{_LINK}{_GAP}{_VALUE}"
    rf"|{_GAP}(?=[!-~]{{0,30}}\d){_NO_PLACEHOLDER}(?P<direct>(?<=[^A-Za-z0-9]){_BARE}{{6,}}))",
    _FLAGS,
)
_ABROAD = re.compile(
    r"(?:(?<![A-Za-z])pw(?![A-Za-z])|passwort|kennwort|contrase[ñÑ]a|mot\s(?:de\s)?passe|senha"
    r"|wachtwoord|[пП]ароль|ПАРОЛЬ|パスワード|暗証番号|비밀번호)"
    rf"(?:{_FOR}{_QUOTE}?{_GAP}(?:[:：=]|(?:is|ist|lautet|es|est|é|это)\s|[はがは은는])){_GAP}{_VALUE}",
    _FLAGS,
)
"""Of other languages we do not know what is prose: only what no word looks like is a password."""
_LOGIN = re.compile(
    rf"(?:{ALONE}(?:login|log-in|credentials|creds){_GAP}[:：=]|(?:账号|帐号|帳號|登录)[:：=]?)"
    rf"{_GAP}[\w.@+-]{{2,64}}\s{{0,3}}/\s{{0,3}}(?P<bare>{_BARE}{{4,}})",
    _FLAGS,
)
"""A name and its password with a stroke between."""
_PROVERB = re.compile(
    r"\b(?:for|of|to)\s(?:\w{1,12}\s){0,2}?(?:success|happiness|life|love|peace|joy|health|wealth"
    r"|growth|heaven|winning|greatness|wisdom)\b",
    _FLAGS,
)
"""What opens this is no password: "the password for success is patience"."""
_PASS = re.compile(rf"{ALONE}pass{_QUOTE}?{_GAP}[:：=]{_GAP}{_VALUE}", _FLAGS)
_BEFORE = re.compile(r"([A-Za-z]{1,16})[ -]$")
_AMOUNT = re.compile(r"[\d.,/%:]+[A-Za-z%]{0,3}")
_DIGIT = re.compile(r"\d")
_CODE = re.compile(
    rf"(?:密码|密碼|口令|(?<![A-Za-z])passcode\s){_GAP}(?P<code>\d{{4,8}}){_NO_MORE_DIGITS}{_NO_MEASURE}",
    _FLAGS,
)
_OPENING = rf"(?:\s(?:for|to){_NAMED})?"
_PIN = re.compile(
    rf"(?<![A-Za-z])(?:pin(?:码|碼)?{_OPENING}{_LINK}{_GAP}(?P<code>\d{{4,8}})"
    rf"|pin\s?(?:code|number){_OPENING}{_LINK}{_GAP}(?P<short>\d{{4}})"
    rf"|(?:pin(?:码|碼)|(?-i:PIN\s)){_GAP}(?P<direct>\d{{4}})){_NO_MORE_DIGITS}{_NO_MEASURE}",
    _FLAGS,
)
"""A "pin code" of six digits is where somebody lives in India."""
_SENTENCE_END = re.compile(rf"{_QUOTE}?{_GAP}(?:$|[.,;!?\n，。；！？])")
_TRAILING = ".,;:?)]}"

_KEY_WORDS = (
    r"(?:api|access|secret|private|signing|encryption|account|service)[ _-]?key|(?:client|app|api)"
    r"[ _-]?secret|secret(?:[ _-]access)?(?:[ _-]key)?|密钥|秘钥|密匙|私钥"
    r"|(?<![A-Za-z])key(?=\s{0,3}[是为：])"
)
_BEARER_WORDS = r"token|credentials?|bearer|basic|令牌|凭证|凭据"
_KEYED = re.compile(
    rf"(?:(?P<key>{_KEY_WORDS})|{_BEARER_WORDS})(?:\s(?:for|of|to|in)\s[A-Za-z ]{{1,24}})?"
    rf"(?:{_LINK}|{_GAP}){_GAP}{_QUOTE}?(?<![A-Za-z0-9])(?P<value>[A-Za-z0-9+_][A-Za-z0-9+/_=.~-]{{15,}})",
    _FLAGS,
)
_IN_ADDRESS = re.compile(rf"://[^\s/:@]{{0,64}}:(?P<value>(?:{_NO_MARK}[^\s/@]){{3,128}})@")
_PASSWORD_HINTS = ("pass", "pwd", "密", "口令")
_ABROAD_HINTS = (
    *("pw", "passwort", "kennwort", "contrase", "passe", "senha", "wachtwoord"),
    *("парол", "パスワード", "暗証", "비밀번호"),
)
_LOGIN_HINTS = ("log", "cred", "账号", "帐号", "帳號", "登录")
_KEY_HINTS = ("key", "secret", "token", "credential", "bearer", "basic", "密", "钥", "令", "凭")
"""Without any of these the patterns cannot match, and are not tried."""

_NAMES_OF_PASSWORDS = frozenset({"password", "passwd", "pass", "pwd", "secret", "xxx"})


def passwords(text: str) -> Iterator[Finding]:
    """Yield passwords and PINs that are told by their word, and those within addresses."""
    lower = text.lower()
    for match in _PASSWORD.finditer(text) if _any_in(lower, _PASSWORD_HINTS) else ():
        if not _PROVERB.search(match.group()) or _DIGIT.search(match.group()):
            yield from _password(text, match)
    yield from _passwords_of_no_prose(text, lower)
    for match in _PASS.finditer(text) if "pass" in lower else ():
        if not _is_another_pass(text, match):
            yield from _password(text, match)
    for match in _CODE.finditer(text) if _any_in(lower, _PASSWORD_HINTS) else ():
        yield Finding(SensitiveKind.PASSWORD, *match.span("code"))
    for match in _PIN.finditer(text) if "pin" in lower else ():
        yield Finding(SensitiveKind.PASSWORD, *match.span(match.lastgroup or 0))
    for match in _IN_ADDRESS.finditer(text) if "://" in lower else ():
        if match["value"].lower() not in _NAMES_OF_PASSWORDS and "${" not in match["value"]:
            yield Finding(SensitiveKind.PASSWORD, *match.span("value"))


def _passwords_of_no_prose(text: str, lower: str) -> Iterator[Finding]:
    """Yield those of which the words around do not tell that they are passwords, but the value."""
    for pattern, hints in ((_ABROAD, _ABROAD_HINTS), (_LOGIN, _LOGIN_HINTS)):
        for match in pattern.finditer(text) if _any_in(lower, hints) else ():
            if not _is_amount(match["bare"]):
                yield from _password(text, match, alone=False)


def _is_amount(value: str | None) -> bool:
    """Return whether it is a number with its unit, an hour or a date."""
    return value is not None and _AMOUNT.fullmatch(value.rstrip(_TRAILING)) is not None


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


def _is_another_pass(text: str, match: re.Match[str]) -> bool:
    """Return whether this is a boarding pass, or one over the mountains."""
    before = _BEFORE.search(text[max(0, match.start() - 17) : match.start()])
    value = match["bare"] or ""
    return (before is not None and before[1].lower() in OTHER_PASSES) or (
        not value.rstrip(_TRAILING).isdigit() and _AMOUNT.fullmatch(value) is not None
    )


def _password(text: str, match: re.Match[str], *, alone: bool = True) -> Iterator[Finding]:
    told = match.groupdict()
    place = next(name for name in ("quoted", "bare", "direct") if told.get(name))
    value = match[place] if place == "quoted" else match[place].rstrip(_TRAILING)
    start = match.start(place)
    ends = place == "quoted" or _SENTENCE_END.match(text, start + len(value)) is not None
    if looks_secret(value, alone=alone and ends and place != "direct"):
        yield Finding(SensitiveKind.PASSWORD, start, start + len(value))
