"""Numbers that prove themselves by their check digits: cards, national ids, bank accounts.

A number inside a longer run of digits, of a word, a decimal or a path is none of these.
"""

import re
from collections.abc import Iterator
from datetime import date

from mneme.domain.sensitive.finding import ALONE, ENDED, Finding, SensitiveKind
from mneme.domain.sensitive.tables import CHINESE_PROVINCES, IBAN_LENGTHS

_SSN = re.compile(
    r"(?<![A-Za-z0-9_.-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![A-Za-z0-9_]|[.-]\d)",
    re.ASCII,
)
_SPOKEN_SSN = re.compile(
    rf"{ALONE}(?:ssn|social security(?: number| no\.?)?)[\s:：=#]{{0,3}}(?:is|was|是)?"
    rf"[\s:：=#]{{0,3}}(?P<id>(?!000|666|9)\d{{3}}[ -]?(?!00)\d{{2}}[ -]?(?!0000)\d{{4}}){ENDED}",
    re.ASCII | re.IGNORECASE,
)
_NINO = re.compile(
    rf"{ALONE}(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]"
    rf"(?P<gap> ?)\d\d(?P=gap)\d\d(?P=gap)\d\d(?P=gap)[A-D]{ENDED}",
    re.ASCII,
)
_CHINESE_ID = re.compile(r"(?<![A-Za-z0-9_./])[1-9]\d{16}[\dXx](?![A-Za-z0-9_]|\.\d)", re.ASCII)
_CHINESE_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CHINESE_CHECKS = "10X98765432"
_FIRST_YEAR, _LAST_YEAR = 1880, 2100

_IBAN_START = re.compile(rf"{ALONE}(?P<country>[A-Za-z]{{2}})\d\d(?= ?[A-Za-z0-9])", re.ASCII)
_NOT_ALNUM = re.compile(r"[^A-Za-z0-9]")
_LETTERS_FROM = 10
_IBAN_MODULUS, _IBAN_REMAINDER = 97, 1


def national_ids(text: str) -> Iterator[Finding]:
    """Yield US social security, UK national insurance and Chinese resident numbers."""
    for pattern in (_SSN, _NINO):
        for match in pattern.finditer(text):
            yield Finding(SensitiveKind.NATIONAL_ID, match.start(), match.end())
    for match in _SPOKEN_SSN.finditer(text):
        yield Finding(SensitiveKind.NATIONAL_ID, match.start("id"), match.end("id"))
    for match in _CHINESE_ID.finditer(text):
        if _is_chinese_id(match.group()):
            yield Finding(SensitiveKind.NATIONAL_ID, match.start(), match.end())


def bank_accounts(text: str) -> Iterator[Finding]:
    """Yield IBANs with the length of their country and a right checksum, spaced or not."""
    for match in _IBAN_START.finditer(text):
        length = IBAN_LENGTHS.get(match["country"].upper())
        end = None if length is None else _end_of(text, match.start(), length)
        if end is not None and _is_iban(text[match.start() : end].replace(" ", "")):
            yield Finding(SensitiveKind.BANK_ACCOUNT, match.start(), end)


def _end_of(text: str, start: int, length: int) -> int | None:
    """Return where so many letters and digits with single spaces between end, if they stand alone.

    Looks at less than twice as many characters.
    """
    end, left = start, length
    while left:
        if text[end : end + 1] == " " and text[end - 1] != " ":
            end += 1
        if end >= len(text) or _NOT_ALNUM.match(text, end):
            return None
        end, left = end + 1, left - 1
    follows = text[end : end + 1]
    return None if follows == "_" or (follows.isascii() and follows.isalnum()) else end


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
