"""Which weak memories may become one, written anew by a model (seed 3 chapter 9).

Only what is plain: a statement that denies nothing, is certain, and speaks of no day seen from
when it was said. What a model might turn into its opposite, no rule would notice for sure.
"""

from collections.abc import Callable, Hashable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import TypeVar

from mneme.domain.capacity import may_leave
from mneme.domain.evolution.compression_limits import CompressionLimits
from mneme.domain.evolution.definite_subject import is_definite
from mneme.domain.evolution.read_wording import wording
from mneme.domain.evolution.wording import Wording
from mneme.domain.extraction.sentences import has_han, sentences
from mneme.domain.memory import Head, Provenance, Revision
from mneme.domain.retrieval.terms import Stem
from mneme.domain.scope import Level
from mneme.domain.simplified_text import simplified

One = TypeVar("One")

_LONGEST = 600
"""Characters of a memory that is compressed: longer ones hold more than one statement."""

_QUALIFYING = """
    if unless only except maybe perhaps probably possibly might could would should want wish hope
    plan intend try almost hardly seldom rarely sometimes always before after until without instead
    unlike but although though however used forget refuse fail avoid allergic pretend imagine dream
    suppose think believe guess
"""
_QUALIFYING_CHARACTERS = frozenset("想要会将能可打算计划如若只除但却曾未试差忘避拒敏假梦觉猜")
"""Words that limit what a statement says: without one it says something else."""


Mood = tuple[bool, frozenset[str], frozenset[str]]
"""The script a text is in, its tense and modality, and the words in it that limit what it says."""


def may_be_compressed(head: Head, said: Revision, now: datetime) -> bool:
    """Return whether a model may be shown a memory to write it anew with others.

    What is important, an agent's or a rule for answers stays as it is, and so does what a person
    has asked for, confirmed or corrected, and what has a slot, a rival or, as all of a session
    has, an end.
    """
    lasting = head.scope.level is not Level.SESSION
    bounded = head.invalid_at is not None or head.expire_at is not None
    begun = head.valid_at is None or head.valid_at <= now
    plain = said.fact_key is None and not said.conflicts_with and said.modality == "text"
    automatic = head.provenance is Provenance.AUTOMATIC
    return may_leave(head) and automatic and lasting and begun and not bounded and plain


def place_of(head: Head, said: Revision) -> Hashable:
    """Return what memories have in common that may become one, besides what they say."""
    tags = frozenset((name, type(value), value) for name, value in said.custom_tags.items())
    scope = (head.scope.key, head.epoch, head.key_epoch)
    return scope, head.ownership, head.mem_type, said.speaker, tags


def mood_of(text: str, stem: Stem) -> Mood | None:
    """Return in which mood a text is worded, None if no model may write it anew."""
    told = sentences(simplified(text))
    parts = [wording(one, stem) for one in told]
    if not parts or len(text) > _LONGEST or not all(map(is_definite, told)):
        return None
    if any(part.negations or part.of_one_occasion for part in parts):
        return None
    return _mood(text, parts, stem)


def _mood(text: str, parts: Sequence[Wording], stem: Stem) -> Mood:
    forms = frozenset(form for part in parts for form in part.forms)
    # "may" is a month at least as often, and stands in the text either way.
    settings = frozenset(one for part in parts for one in part.settings) - {"may"}
    return has_han(text), settings, forms & (_qualifying(stem) | _QUALIFYING_CHARACTERS)


@lru_cache(maxsize=8)
def _qualifying(stem: Stem) -> frozenset[str]:
    return frozenset(stem(word) or word for word in _QUALIFYING.split())


def alike(
    listed: Sequence[One],
    similarity: Callable[[One, One], float],
    limits: CompressionLimits,
) -> list[list[One]]:
    """Return groups of which any two members are alike, of what stands in one place and mood.

    Who comes first is asked first; each is in one group at most.
    """
    groups: list[list[One]] = []
    waiting = list(listed)
    while waiting:
        group = [waiting[0]]
        for other in waiting[1:]:
            near = all(similarity(one, other) >= limits.similar for one in group)
            if near and len(group) < limits.most:
                group.append(other)
        waiting = [one for one in waiting if one not in group]
        if len(group) >= limits.fewest:
            groups.append(group)
    return groups
