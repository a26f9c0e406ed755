"""What an edit of a message takes back: it was said in an earlier text, and the newest lacks it.

What may be said still, in whatever words, is not taken back: an edit ends no memory on a doubt.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from mneme.domain.evolution.decisions import Proposal, Reason
from mneme.domain.evolution.founded_text import is_denied_alike, keeps_detail, mentions
from mneme.domain.extraction.draft_fields import letters
from mneme.domain.extraction.sentences import sentences
from mneme.domain.memory import Source
from mneme.domain.retrieval.terms import Stem, folded
from mneme.domain.task import Decision

Hash = Callable[[str], str]
"""Gives the keyed hash of a statement's letters."""

_WORD = re.compile(r"[\u2e80-\U000323af]|[^\W_\u2e80-\U000323af]+")

LEAST_SHARE = 0.5
"""Least share of a memory's words that the sentence it was taken from must have."""


@dataclass(frozen=True, slots=True)
class EditedMessage:
    """A message whose newest `text` lacks something that it said before.

    `holder` is the memory of the message itself, told first at `said_at`; the tasks in `readers`
    took facts from it. `gone` are keyed hashes of the statements that it has no more, and `removed`
    the sentences that hold them, as far as its earlier texts are kept.
    """

    source: Source
    holder: str
    said_at: datetime
    readers: tuple[str, ...]
    gone: frozenset[str]
    removed: tuple[str, ...]
    text: str


def is_taken_back(edited: EditedMessage, said: str, hashed: Hash, stem: Stem) -> bool:
    """Return whether a memory says what the message has said, and says no more."""
    return not _says(edited.text, said, stem) and _has_said(edited, said, hashed, stem)


def in_place_of(proposal: Proposal, taken_back: frozenset[str]) -> Proposal:
    """Return the proposal, but that the fact replaces what its own message has taken back.

    It is neither joined to it nor put beside it in doubt: what stands there now is meant instead.
    """
    ending = tuple(one for one in proposal.targets if one in taken_back)
    doubted = proposal.decision is Decision.ADD and proposal.reason is Reason.IN_DOUBT
    if not ending or not (doubted or proposal.decision in {Decision.MERGE, Decision.UPDATE}):
        return proposal
    return Proposal(Decision.UPDATE, ending[:1], reason=Reason.EDITED)


def _says(text: str, said: str, stem: Stem) -> bool:
    """Return whether a text says it: in its words, or with all it mentions in one sentence."""
    told = sentences(text)
    units = told if len(sentences(said)) == 1 else [text]
    mentioned = mentions(said, stem)
    return any(_holds(one, said) for one in told) or any(
        mentioned <= mentions(one, stem)
        and keeps_detail(one, said, stem)
        and is_denied_alike(one, said, stem)
        for one in units
    )


def _has_said(edited: EditedMessage, said: str, hashed: Hash, stem: Stem) -> bool:
    parts = [letters(said), *(letters(one) for one in sentences(said))]
    if hashed(parts[0]) in edited.gone or all(hashed(one) in edited.gone for one in parts[1:]):
        return True
    if any(_holds(one, said) for one in edited.removed):
        return True
    return _is_of(edited.removed, said, edited.text, stem)


def _is_of(removed: Iterable[str], said: str, text: str, stem: Stem) -> bool:
    """Return whether it is told in other words than a message's, which were a removed sentence's.

    That has most of its words, and more of them than what the message says now.
    """
    mentioned = mentions(said, stem)
    most = max((len(mentioned & mentions(one, stem)) for one in removed), default=0)
    left = len(mentioned & mentions(text, stem))
    return most > left and most >= LEAST_SHARE * len(mentioned)


def _holds(sentence: str, said: str) -> bool:
    """Return whether a sentence holds the words of another, one behind the other."""
    return _spelt(said) in _spelt(sentence)


def _spelt(text: str) -> str:
    return f" {' '.join(_WORD.findall(folded(text)))} "
