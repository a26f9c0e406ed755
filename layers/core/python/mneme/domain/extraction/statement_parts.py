"""Which parts of a sentence are statements of their own.

One statement a fact: only so can a newer one take the place of an older one without taking what
was said beside it. A part stands alone if it names its subject and states something by itself.
"""

import re
from collections.abc import Iterator

from mneme.domain.extraction.phrases_english import KIN
from mneme.domain.extraction.statement_setting import Setting
from mneme.domain.extraction.statement_weight import Weight
from mneme.domain.extraction.statements import stated_before_asking, stated_beside_wish, weigh

_SUBJECT = r"(?:i|i'm|i've|i’m|i’ve|we|we're|we've|we’re|we’ve|my|our)\b"
_APART = re.compile(
    rf"(?:[,;]\s{{1,4}}(?:and\s|also\s)?|\sand\s)(?=(?:now\s)?{_SUBJECT})"
    r"|[，；](?=我(?!想|觉得|看|说|就|还|也|才|又)|我们|我[爸妈]|俺|本人)",
    re.IGNORECASE,
)
_SUBJECT_ALONE = re.compile(
    r"(?:(?:so|and|but|also|last|this|next|recently|yesterday|today|tomorrow)\b[\w\s]{0,16},?\s)?"
    rf"(?:my|our)\s(?:[a-z-]+\s){{0,2}}(?:{'|'.join(sorted(KIN))}|dog|cat|team)"
    r"(?:,?\s[A-Z][\w'-]*,?){0,2}",
    re.IGNORECASE,
)
"""The first half of who does something together: "my wife and I split up"."""
_LEANING = re.compile(
    r"\b(?:it|its|it's|they|them|their|that|this|these|those|he|she|him|her|there|ones?|so|did)\b"
    r"|[它他她这那其]",
    re.IGNORECASE,
)
"""What points at what was said before."""

Span = tuple[int, int]


def stated_parts(sentence: str, setting: Setting) -> list[tuple[Span, Weight]]:
    """Return where the parts of a sentence stand and what each says, in order; often one part."""
    part = _one_part(sentence, setting)
    if part is not None:
        return [(part, Weight.STATEMENT)]
    whole = weigh(sentence, setting)
    if whole is not Weight.STATEMENT or setting.among_people or setting.by_agent:
        return [((0, len(sentence)), whole)]
    return [(each, whole) for each in _alone(sentence, setting)]


def _one_part(sentence: str, setting: Setting) -> Span | None:
    """Return the part that alone is worth keeping, None if it is all or nothing."""
    before_asking = stated_before_asking(sentence, setting)
    if before_asking:
        return (0, before_asking)
    part = stated_beside_wish(sentence, setting)
    return part if part[1] else None


def _alone(sentence: str, setting: Setting) -> Iterator[Span]:
    """Yield the parts that stand alone; one that does not stays with the part before it."""
    start, end = 0, None
    for first, last in _pieces(sentence):
        if end is not None and not _stands(sentence[first:last], setting):
            end = last
            continue
        if end is not None and weigh(sentence[start:end], setting) is Weight.STATEMENT:
            yield start, end
            start = first
        end = last
    yield start, len(sentence)


def _pieces(sentence: str) -> Iterator[Span]:
    start = 0
    for gap in _APART.finditer(sentence):
        if _SUBJECT_ALONE.fullmatch(sentence[start : gap.start()].lstrip()):
            continue
        yield start, gap.start()
        start = gap.end()
    yield start, len(sentence)


def _stands(part: str, setting: Setting) -> bool:
    return _LEANING.search(part) is None and weigh(part, setting) is Weight.STATEMENT
