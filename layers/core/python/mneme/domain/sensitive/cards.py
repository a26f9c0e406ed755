"""Payment cards: numbers with an issuer, a length and a check digit, and the codes beside them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mneme.domain.sensitive.finding import ALONE, BETWEEN, ENDED, Finding, SensitiveKind
from mneme.domain.sensitive.tables import CARD_ISSUERS, CARD_LAYOUTS, CARD_LENGTHS

_RUN = re.compile(rf"\d++(?:{BETWEEN}\d++)*+", re.ASCII)
_GROUP = re.compile(r"\d+", re.ASCII)
_RUNS_IN = re.compile(r"[A-Za-z0-9_/#@]$|\d[.,]$", re.ASCII)
_RUNS_ON = re.compile(r"[A-Za-z0-9_]|[.,]\d", re.ASCII)
_OTHER_NUMBER = re.compile(
    r"(?:\b(?:order|tracking|invoice|parcel|shipment|ticket|reference|ref)|订单|单|运单|快递|流水)"
    r"(?:\s|number|no\.?|id|is|was|[#:：=-]|编?号码?|是|为){0,5}$",
    re.ASCII | re.IGNORECASE,
)
_TOLD = re.compile(
    r"(?:(?<![A-Za-z])(?:cards?|visa|mastercard|amex|american express|maestro|unionpay)"
    r"|卡号|卡號|[行用记記蓄]卡|银联|銀聯)(?:\s|number|no\.?|nr\.?|is|was|[#:：=-]|号码?|是|为){0,6}$",
    re.ASCII | re.IGNORECASE,
)
"""Right behind such a word the digits of a card may be grouped in whatever way."""
_LOOK_BACK = 30
_DOUBLED = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)
"""A digit's double, the digits of it added up."""
_LAYOUTS = {
    first: tuple(layout for layout in CARD_LAYOUTS if layout[0] == first)
    for first in {layout[0] for layout in CARD_LAYOUTS}
}
"""By the length of the first group."""
_ISSUERS = {
    first: tuple(issuer for issuer in CARD_ISSUERS if issuer[0][0] <= first <= issuer[1][0])
    for first in "0123456789"
}
"""By the first digit of their numbers."""

_ISSUING = frozenset(digit for digit, issuers in _ISSUERS.items() if issuers)
_FEWEST_DIGITS, _MOST_DIGITS = CARD_LENGTHS[0], CARD_LENGTHS[-1]
_FEWEST_SPELT = 16
"""Fewer pairs are as often numbers of another kind."""
_CODE = re.compile(
    rf"(?:{ALONE}(?:cvv2?|cvc2?|csc|cid|(?:card )?security code)|安全码|校验码)"
    rf"[\s:：=#]{{0,3}}(?:is|was|是|为)?[\s:：=#]{{0,3}}(?P<code>\d{{3,4}}){ENDED}",
    re.ASCII | re.IGNORECASE,
)
_TOLD_CODE = re.compile(
    rf"(?:{ALONE}(?:cvv2?|cvc2?|card (?:security|verification) code)|(?:卡|信用卡)?安全码)"
    r"(?:\s(?:of|for|on)(?:\s[A-Za-z'-]{1,24}){1,4}?)?"
    rf"\s{{0,3}}(?:is|was|[:：=]|就?是|为)\s{{0,3}}(?P<code>\d{{3,4}}){ENDED}",
    re.ASCII | re.IGNORECASE,
)
"""Told as a code, it is one also where the card is not told."""
_MARKED = f"[redacted: {SensitiveKind.CARD_NUMBER}]"


def cards(text: str) -> Iterator[Finding]:
    """Yield card numbers, in one or in groups, and security codes.

    In a text without a card only what is told to be one: "the CVV is 123".
    """
    found = [Finding(SensitiveKind.CARD_NUMBER, *span) for span in _numbers(text)]
    yield from found
    for match in (_CODE if found or _MARKED in text else _TOLD_CODE).finditer(text):
        yield Finding(SensitiveKind.SECURITY_CODE, match.start("code"), match.end("code"))


@dataclass(frozen=True, slots=True)
class _Run:
    """Groups of digits, with between any two what may part a card's.

    `told`: the first stands right behind a word for cards.
    """

    text: str
    groups: Sequence[tuple[int, int]]
    lengths: tuple[int, ...]
    joints: tuple[str, ...]
    told: bool

    def digits(self, first: int, count: int) -> str:
        """Return the digits of so many groups."""
        return "".join([self.text[start:end] for start, end in self.groups[first : first + count]])

    def evenly_joined(self, first: int, count: int) -> bool:
        """Return whether the same stands between any two of the groups, by its first character."""
        return len(set(self.joints[first : first + count - 1])) <= 1

    def stands_apart(self, first: int, count: int) -> bool:
        """Return whether the groups are no part of a longer word, path or decimal."""
        start, end = self.groups[first][0], self.groups[first + count - 1][1]
        before = self.text[max(0, start - 2) : start]
        return not _RUNS_IN.search(before) and not _RUNS_ON.match(self.text, end)


def _numbers(text: str) -> Iterator[tuple[int, int]]:
    for found in _RUN.finditer(text):
        start, end = found.span()
        if end - start < _FEWEST_DIGITS or _names_something_else(text, start):
            continue
        run = _run(text, start, end)
        position = 0
        while position < len(run.groups):
            count = _card_at(run, position)
            if count:
                yield run.groups[position][0], run.groups[position + count - 1][1]
            position += count or 1


def _run(text: str, start: int, end: int) -> _Run:
    groups = [group.span() for group in _GROUP.finditer(text, start, end)]
    lengths = tuple([end - start for start, end in groups])
    joints = tuple([text[end] for _, end in groups[:-1]])
    told = _TOLD.search(text[max(0, start - _LOOK_BACK) : start]) is not None
    return _Run(text, groups, lengths, joints, told)


def _card_at(run: _Run, first: int) -> int:
    """Return of how many groups the card is made that starts with this one, 0 if none does."""
    if run.text[run.groups[first][0]] not in _ISSUING:
        return 0
    for count in _ways(run, first):
        if _is_card(run.digits(first, count)) and run.stands_apart(first, count):
            return count
    return 0


def _ways(run: _Run, first: int) -> Iterator[int]:
    """Yield of how many groups a card may be: as it is printed, spelt, or anyhow if it is told."""
    for layout in _LAYOUTS.get(run.lengths[first], ()):
        count = len(layout)
        if run.lengths[first : first + count] == layout and run.evenly_joined(first, count):
            yield count
    if run.told and first == 0:
        yield from _of_card_length(run, first)
    elif run.lengths[first] in (1, 2):
        yield from _spelt(run, first)


def _of_card_length(run: _Run, first: int) -> Iterator[int]:
    total = 0
    for count, length in enumerate(run.lengths[first : first + _MOST_DIGITS], start=1):
        total += length
        if total in CARD_LENGTHS:
            yield count


def _spelt(run: _Run, first: int) -> Iterator[int]:
    """Yield the length of a list of digits, or of pairs, that is no longer than a card."""
    size, joint = run.lengths[first], run.joints[first : first + 1]
    if first and run.lengths[first - 1] == size and run.joints[first - 1 : first] == joint:
        return
    count = 1
    while (
        count <= _MOST_DIGITS
        and run.lengths[first + count : first + count + 1] == (size,)
        and run.joints[first + count - 1 : first + count] == joint
    ):
        count += 1
    if count * size in CARD_LENGTHS and count * size >= _FEWEST_SPELT:
        yield count


def _is_card(digits: str) -> bool:
    issued = any(
        low <= digits[: len(low)] <= high and len(digits) in lengths
        for low, high, lengths in _ISSUERS.get(digits[0], ())
    )
    if not issued:
        return False
    plain = sum(map(int, digits[::-2]))
    return (plain + sum([_DOUBLED[int(digit)] for digit in digits[-2::-2]])) % 10 == 0


def _names_something_else(text: str, start: int) -> bool:
    return _OTHER_NUMBER.search(text[max(0, start - _LOOK_BACK) : start]) is not None
