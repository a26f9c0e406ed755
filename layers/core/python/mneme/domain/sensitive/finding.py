"""What was found to be sensitive in a text, and where; never the content itself."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum


class SensitiveKind(StrEnum):
    """What kind of secret it is, in the words of a redaction mark."""

    PRIVATE_KEY = "private key"
    API_KEY = "api key"
    ACCESS_TOKEN = "access token"  # noqa: S105
    PASSWORD = "password"  # noqa: S105
    CARD_NUMBER = "card number"
    SECURITY_CODE = "card security code"
    NATIONAL_ID = "national id"
    BANK_ACCOUNT = "bank account number"


CREDENTIALS = frozenset(
    {
        SensitiveKind.PRIVATE_KEY,
        SensitiveKind.API_KEY,
        SensitiveKind.ACCESS_TOKEN,
        SensitiveKind.PASSWORD,
    }
)
"""What opens something; told by its form or by its word, never by its digits alone."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A part of the text, `start` to `end` (exclusive), that is sensitive."""

    kind: SensitiveKind
    start: int
    end: int


Detector = Callable[[str], Iterator[Finding]]
"""Yields findings in any order, overlapping or not, in time proportional to the text."""

ALONE = r"(?<![A-Za-z0-9_])"
"""An ASCII token starts here: whatever is no ASCII letter or digit, Chinese too, stands apart."""

ENDED = r"(?![A-Za-z0-9_])"

BETWEEN = r"[ \t\r\n\u00a0\u2000-\u2015\u202f\u2060\u3000\ufeff./_|\u00b7\u2022-]{1,3}"
"""Between groups of digits: spaces, line ends, dashes, joints, and what takes no room at all."""
