"""Payment cards: numbers with an issuer, a length and a check digit, and the codes beside them."""

import re
from collections.abc import Iterator, Sequence

from mneme.domain.sensitive.finding import ALONE, ENDED, Finding, SensitiveKind
from mneme.domain.sensitive.tables import CARD_ISSUERS, CARD_LAYOUTS

_BETWEEN = "[ \t\r\n\u00a0\u2000-\u2015\u202f\u2060\u3000\ufeff-]{1,3}"
"""Between groups: spaces, line ends, hyphens and dashes, and what takes no room at all."""
_RUN = re.compile(rf"\d(?<![A-Za-z0-9_/#@].)(?<!\d[.,].)\d*+(?:{_BETWEEN}\d++)*+", re.ASCII)
_GROUP = re.compile(r"\d+", re.ASCII)
_RUNS_ON = re.compile(r"[A-Za-z0-9_]|[.,]\d", re.ASCII)
_OTHER_NUMBER = re.compile(
    r"(?:\b(?:order|tracking|invoice|parcel|shipment|ticket|reference|ref)|订单|单|运单|快递|流水)"
    r"(?:\s|number|no\.?|id|is|was|[#:：=-]|编?号码?|是|为){0,5}$",
    re.ASCII | re.IGNORECASE,
)
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

_FEWEST_DIGITS = 14
_CODE = re.compile(
    rf"(?:{ALONE}(?:cvv2?|cvc2?|csc|cid|(?:card )?security code)|安全码|校验码)"
    rf"[\s:：=#]{{0,3}}(?:is|was|是|为)?[\s:：=#]{{0,3}}(?P<code>\d{{3,4}}){ENDED}",
    re.ASCII | re.IGNORECASE,
)
_MARKED = f"[redacted: {SensitiveKind.CARD_NUMBER}]"


def cards(text: str) -> Iterator[Finding]:
    """Yield card numbers, in one or in groups, and the security codes in a text that has any."""
    found = [Finding(SensitiveKind.CARD_NUMBER, *span) for span in _numbers(text)]
    yield from found
    if found or _MARKED in text:
        for match in _CODE.finditer(text):
            yield Finding(SensitiveKind.SECURITY_CODE, match.start("code"), match.end("code"))


def _numbers(text: str) -> Iterator[tuple[int, int]]:
    for run in _RUN.finditer(text):
        if run.end() - run.start() < _FEWEST_DIGITS or _names_something_else(text, run.start()):
            continue
        groups = [group.span() for group in _GROUP.finditer(text, run.start(), run.end())]
        lengths = tuple(end - start for start, end in groups)
        position = 0
        while position < len(groups):
            count = _card_at(text, groups, lengths, position)
            if count:
                yield groups[position][0], groups[position + count - 1][1]
            position += count or 1


def _card_at(
    text: str, groups: Sequence[tuple[int, int]], lengths: tuple[int, ...], position: int
) -> int:
    """Return of how many groups the card is made that starts with this one, 0 if none does."""
    for layout in _LAYOUTS.get(lengths[position], ()):
        if lengths[position : position + len(layout)] != layout:
            continue
        part = groups[position : position + len(layout)]
        if len({text[end] for _, end in part[:-1]}) > 1:
            continue
        digits = "".join([text[start:end] for start, end in part])
        if _is_card(digits) and not _RUNS_ON.match(text, part[-1][1]):
            return len(layout)
    return 0


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
