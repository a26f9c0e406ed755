"""Of which statements a memory's text was made, and what it says once some are taken back.

"I like cheese pizza" and "I like chicken pizza" are one memory, told by two messages. When one of
them is edited, what the other one says is left.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from mneme.domain.evolution.founded_text import is_denied_alike, keeps_detail, mentions
from mneme.domain.evolution.joined_text import joined
from mneme.domain.extraction.draft_fields import letters
from mneme.domain.extraction.sentences import has_han
from mneme.domain.fact import Fact
from mneme.domain.memory import SOURCE_LIMIT, Part, Revision, Source
from mneme.domain.retrieval.terms import Stem

MOST_PARTS = 24
MOST_BYTES = 2_000
"""Of more, or longer ones, none are kept apart: whoever tells such a memory tells all of it."""

_ENDS = (".", "!", "?", "。", "！", "？", "…")


def parts_of(said: Revision) -> tuple[Part, ...]:
    """Return the parts of a revision, one at least.

    A source of which it is not known what it told has told each.
    """
    if not said.parts:
        return (Part(said.content, said.sources),)
    listed = {source for part in said.parts for source in part.sources}
    unknown = tuple(one for one in said.sources if one not in listed)
    return tuple(
        Part(part.text, (*(one for one in part.sources if one in said.sources), *unknown))
        for part in said.parts
    )


def sources_of(parts: Iterable[Part], said: Revision) -> tuple[Source, ...]:
    """Return the sources of a revision that told one of the parts."""
    telling = {source for part in parts for source in part.sources}
    return tuple(one for one in said.sources if one in telling)


def told_together(parts: Iterable[Part], fact: Fact, content: str) -> tuple[Part, ...]:
    """Return parts and what a fact adds to them, as those of a memory that says `content`.

    None if all are that very text.
    """
    found: dict[str, Part] = {}
    for part in (*parts, *(fact.parts or (Part(fact.text, fact.sources),))):
        known = found.setdefault(_name(part.text), Part(part.text, ()))
        sources = tuple(dict.fromkeys((*known.sources, *part.sources)))
        found[_name(part.text)] = replace(known, sources=sources[:SOURCE_LIMIT])
    if list(found) == [_name(content)]:
        return ()
    return tuple(found.values()) if are_kept_apart(found.values()) else ()


def are_kept_apart(parts: Collection[Part]) -> bool:
    """Return whether it is remembered of so many parts what each of them said."""
    length = sum(len(part.text.encode("utf-8", "surrogatepass")) for part in parts)
    return len(parts) <= MOST_PARTS and length <= MOST_BYTES


def what_is_left(content: str, before: Sequence[Part], left: Sequence[Part], stem: Stem) -> str:
    """Return what a memory that said `content` says by the parts that are left of it.

    That is the same, if they tell all that the others did.
    """
    gone = [one for one in before if one.text not in {part.text for part in left}]
    if all(any(_tells(part.text, one.text, stem) for part in left) for one in gone):
        return content
    return _composed([one.text for one in left], stem)


def _composed(texts: Sequence[str], stem: Stem) -> str:
    """Return one text of several: one sentence if they make one, else one after the other."""
    told: list[str] = []
    for at, text in enumerate(texts):
        others = (*told, *texts[at + 1 :])
        if not any(other != text and _tells(other, text, stem) for other in others):
            told.append(text)
    told = told or list(texts[:1])
    one = told[0]
    for text in told[1:]:
        one = joined(one, text, stem) or _behind(one, text)
    return one


def _behind(one: str, other: str) -> str:
    one = one.rstrip()
    stop, gap = ("。", "") if has_han(one) else (".", " ")
    return f"{one}{'' if one.endswith(_ENDS) else stop}{gap}{other}"


def _name(text: str) -> str:
    return letters(text) or text


def _tells(whole: str, part: str, stem: Stem) -> bool:
    """Return whether one statement tells all that another one does."""
    return (
        mentions(part, stem) <= mentions(whole, stem)
        and keeps_detail(whole, part, stem)
        and is_denied_alike(whole, part, stem)
    )
