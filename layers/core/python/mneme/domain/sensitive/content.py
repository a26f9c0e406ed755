"""The sensitive content policy: secrets and numbers that should not become memories.

They are found beside text of any script: an ASCII token ends where its characters end, in
我的卡号是4111111111111111谢谢 too. What only resembles them is left alone: order and phone numbers,
ISBNs, UUIDs, timestamps, hashes, amounts.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from mneme.domain.sensitive.cards import cards
from mneme.domain.sensitive.codes import codes
from mneme.domain.sensitive.finding import Detector, Finding, SensitiveKind
from mneme.domain.sensitive.identity_numbers import bank_accounts, national_ids
from mneme.domain.sensitive.phrases import named_secrets, passwords
from mneme.domain.sensitive.policy import SensitivePolicy
from mneme.domain.sensitive.tables import ZEROS
from mneme.domain.sensitive.tokens import paired_secrets, private_keys, tokens

__all__ = [
    "Finding",
    "Screened",
    "SensitiveKind",
    "apply_policy",
    "findings",
    "with_short_marks",
    "without_marks",
]

_DETECTORS: tuple[Detector, ...] = (
    private_keys,
    tokens,
    paired_secrets,
    named_secrets,
    passwords,
    codes,
)
_NUMBER_DETECTORS: tuple[Detector, ...] = (cards, bank_accounts, national_ids)
"""Of two findings of the same place the one of the earlier detector names the kind."""

_WIDE = "".join(
    chr(code)
    for code in (*range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B), 0xFF0D, 0xFF0E, 0xFF0F, 0xFF3F)
)
_ASCII = str.maketrans(_WIDE, unicodedata.normalize("NFKC", _WIDE)) | {
    zero + digit: str(digit) for zero in ZEROS for digit in range(10)
}
"""Digits of any script, and letters and joints of full width, each one character as before."""

_NUMBER = re.compile(r"\d.{0,3}?\d", re.ASCII | re.DOTALL)
"""Without one no detector of numbers finds anything."""

_SHORT_MARK = "x"
_MARK = re.compile(rf"\[redacted: (?:{'|'.join(map(re.escape, SensitiveKind))})\]")


@dataclass(frozen=True, slots=True)
class Screened:
    """A text after the policy: what may be stored of it, and what was found in the original.

    A rejected text is empty, so that nothing of it can be stored by mistake.
    """

    text: str
    findings: tuple[Finding, ...]
    rejected: bool = False


def findings(text: str) -> tuple[Finding, ...]:
    """Return the sensitive parts of the text in order; they do not overlap."""
    text = text if text.isascii() else text.translate(_ASCII)
    numbers = _NUMBER_DETECTORS if _NUMBER.search(text) else ()
    return _merged(found for detect in (*_DETECTORS, *numbers) for found in detect(text))


def apply_policy(text: str, policy: SensitivePolicy) -> Screened:
    """Return what the policy leaves of the text.

    REDACT puts a mark such as `[redacted: card number]` in place of each finding; a redacted text
    has none. REJECT leaves nothing of a text with findings: whether the request fails or the
    message is left out is the caller's to decide. ALLOW reports the findings and changes nothing.
    """
    found = findings(text)
    if not found or policy is SensitivePolicy.ALLOW:
        return Screened(text, found)
    if policy is SensitivePolicy.REJECT:
        return Screened("", found, rejected=True)
    return Screened(_redacted(text, found), found)


def without_marks(text: str) -> str:
    """Return a text without the marks that stand for what was redacted in it."""
    return _MARK.sub("", text)


def with_short_marks(text: str) -> str:
    """Return a text with one character for each mark: no longer than what was told."""
    return _MARK.sub(_SHORT_MARK, text)


def _redacted(text: str, found: tuple[Finding, ...]) -> str:
    """Return the text with marks, also for what stands out only once its neighbour is a mark.

    Ends, since each round leaves fewer characters outside of marks, and no finding cuts a mark.
    """
    while found:
        text = _marked(text, found)
        found = findings(text)
    return text


def _merged(found: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings with those that overlap made one, which covers them all."""
    merged: list[Finding] = []
    for each in sorted(found, key=lambda each: each.start):
        if merged and each.start < merged[-1].end:
            last = merged[-1]
            merged[-1] = Finding(last.kind, last.start, max(last.end, each.end))
        else:
            merged.append(each)
    return tuple(merged)


def _marked(text: str, found: Iterable[Finding]) -> str:
    parts, start = [], 0
    for each in found:
        parts += [text[start : each.start], f"[redacted: {each.kind}]"]
        start = each.end
    return "".join([*parts, text[start:]])
