"""Numbers that prove themselves by their check digits: cards, national ids, bank accounts.

A number inside a longer run of digits, of a word, a decimal or a path is none of these.
"""

import re
from collections.abc import Iterator
from datetime import date

from mneme.domain.sensitive.finding import ALONE, BETWEEN, ENDED, Finding, SensitiveKind
from mneme.domain.sensitive.tables import CHINESE_PROVINCES, IBAN_LENGTHS

_SSN = re.compile(
    r"[0-8](?<![A-Za-z0-9_.-].)\d\d-(?<!000-)(?<!666-)"
    r"(?!00)\d{2}-(?!0000)\d{4}(?![A-Za-z0-9_]|[.-]\d)",
    re.ASCII,
)
_SPOKEN_SSN = re.compile(
    rf"{ALONE}(?:ssn|social security(?: number| no\.?)?)[\s:：=#]{{0,3}}(?:is|was|是)?"
    rf"[\s:：=#]{{0,3}}(?P<id>(?!000|666|9)\d{{3}}[ -]?(?!00)\d{{2}}[ -]?(?!0000)\d{{4}}){ENDED}",
    re.ASCII | re.IGNORECASE,
)
_SSN_HINTS = ("ssn", "social")
_NINO = re.compile(
    r"[A-CEGHJ-PR-TW-Z](?<![A-Za-z0-9_].)[A-CEGHJ-NPR-TW-Z](?<!BG|GB|NK|KN|TN|NT|ZZ)"
    rf"(?P<gap> ?)\d\d(?P=gap)\d\d(?P=gap)\d\d(?P=gap)[A-D]{ENDED}",
    re.ASCII,
)
_GAP = f"(?:{BETWEEN})?"
_CHINESE_ID = re.compile(
    r"(?<![A-Za-z0-9_./])(?=(?P<id>[1-8]"
    + rf"(?:{_GAP}\d){{5}}{_GAP}(?:1{_GAP}[89]|2{_GAP}0)(?:{_GAP}\d){{2}}"
    + rf"{_GAP}(?:0{_GAP}[1-9]|1{_GAP}[0-2]){_GAP}[0-3](?:{_GAP}\d){{4}}{_GAP}[\dXx])"
    + r"(?![A-Za-z0-9_]|\.\d))",
    re.ASCII,
)
"""Eighteen digits of any grouping; looked at from each of them that begins a group."""
_PASSPORT = re.compile(
    rf"(?:{ALONE}passport(?P<english>\s(?:number|no\.?|nr\.?|#))?|护照(?P<chinese>号码?|编号)?|護照(?:號碼?)?)"
    r"[\s:：=#]{0,3}(?:is|was|是|为|為)?[\s:：=#]{0,3}"
    rf"(?P<id>[A-Z]{{1,2}}\d{{6,8}}[A-Z]?|(?(english)\d{{8,9}}|(?(chinese)\d{{8,9}}|[A-Z]\d{{7,8}}))){ENDED}",
    re.ASCII | re.IGNORECASE,
)
_PASSPORT_HINTS = ("passport", "护照", "護照")
_NO_DIGITS = re.compile(r"[^\dXx]+", re.ASCII)
_CHINESE_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CHINESE_CHECKS = "10X98765432"
_FIRST_YEAR, _LAST_YEAR = 1880, 2100

_IBAN_CHECK = re.compile(
    r"\d\d(?<=[A-Za-z]{2}..)(?<![A-Za-z0-9_][A-Za-z]{2}..)(?= ?[A-Za-z0-9])", re.ASCII
)
_IBANS = {
    length: re.compile(rf"[A-Za-z0-9](?: ?[A-Za-z0-9]){{{length - 1}}}{ENDED}")
    for length in set(IBAN_LENGTHS.values())
}
"""So many letters and digits, with single spaces between or none."""
_LETTERS_FROM = 10
_IBAN_MODULUS, _IBAN_REMAINDER = 97, 1


def national_ids(text: str) -> Iterator[Finding]:
    """Yield US social security, UK national insurance and Chinese resident numbers, passports'."""
    for pattern in (_SSN, _NINO):
        for match in pattern.finditer(text):
            yield Finding(SensitiveKind.NATIONAL_ID, match.start(), match.end())
    lower = text.lower()
    spoken = any(hint in lower for hint in _SSN_HINTS)
    for match in _SPOKEN_SSN.finditer(text) if spoken else ():
        yield Finding(SensitiveKind.NATIONAL_ID, match.start("id"), match.end("id"))
    told = any(hint in lower for hint in _PASSPORT_HINTS)
    for match in _PASSPORT.finditer(text) if told else ():
        yield Finding(SensitiveKind.NATIONAL_ID, *match.span("id"))
    for match in _CHINESE_ID.finditer(text):
        if _is_chinese_id(_NO_DIGITS.sub("", match["id"])):
            yield Finding(SensitiveKind.NATIONAL_ID, *match.span("id"))


def bank_accounts(text: str) -> Iterator[Finding]:
    """Yield IBANs with the length of their country and a right checksum, spaced or not."""
    for match in _IBAN_CHECK.finditer(text):
        start = match.start() - 2
        length = IBAN_LENGTHS.get(text[start : match.start()].upper())
        account = None if length is None else _IBANS[length].match(text, start)
        if account is not None and _is_iban(account.group().replace(" ", "")):
            yield Finding(SensitiveKind.BANK_ACCOUNT, start, account.end())


def _is_iban(account: str) -> bool:
    moved = (account[4:] + account[:4]).upper()
    digits = "".join(c if c.isdigit() else str(ord(c) - ord("A") + _LETTERS_FROM) for c in moved)
    return int(digits) % _IBAN_MODULUS == _IBAN_REMAINDER


def _is_chinese_id(number: str) -> bool:
    if number[:2] not in CHINESE_PROVINCES:
        return False
    total = sum(
        int(digit) * weight for digit, weight in zip(number[:17], _CHINESE_WEIGHTS, strict=True)
    )
    if number[17].upper() != _CHINESE_CHECKS[total % len(_CHINESE_CHECKS)]:
        return False
    return _is_date(int(number[6:10]), int(number[10:12]), int(number[12:14]))


def _is_date(year: int, month: int, day: int) -> bool:
    if not _FIRST_YEAR <= year <= _LAST_YEAR:
        return False
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True
