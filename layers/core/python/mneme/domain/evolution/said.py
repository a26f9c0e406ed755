"""A text as its sentences, each read once, so that it can be compared with many others.

Chinese is read in simplified characters, whichever script it was written in.
"""

from dataclasses import dataclass

from mneme.domain.evolution.definite_subject import is_definite
from mneme.domain.evolution.read_wording import wording
from mneme.domain.evolution.states import State, state_of
from mneme.domain.evolution.wording import Wording
from mneme.domain.extraction.fact_slots import fact_key
from mneme.domain.extraction.sentences import sentences
from mneme.domain.extraction.slot_endings import Ending, endings
from mneme.domain.retrieval.terms import Stem
from mneme.domain.scope import split_key
from mneme.domain.simplified_text import simplified

_MOST_SENTENCES = 12


@dataclass(frozen=True, slots=True)
class SaidSentence:
    """A sentence with its wording, and what it tells of a slot.

    `definite` tells that it is about the same people and things as if it were told elsewhere.
    `state` is the state that it states if it is one for certain, `slot` the one that it fills, and
    `endings` what no longer holds by it.
    """

    text: str
    wording: Wording
    state: State | None
    definite: bool
    slot: tuple[str, ...] | None = None
    endings: tuple[Ending, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """A text; one of very many sentences has none that could be compared."""

    text: str
    sentences: tuple[SaidSentence, ...]

    @property
    def single(self) -> SaidSentence | None:
        """The one sentence, None of a text of several."""
        return self.sentences[0] if len(self.sentences) == 1 else None


def said(text: str, speaker: str | None, stem: Stem) -> Said:
    """Return the text, read."""
    found = sentences(simplified(text))
    if len(found) > _MOST_SENTENCES:
        return Said(text, ())
    single = len(found) == 1
    return Said(
        text,
        tuple(
            SaidSentence(
                sentence,
                wording(sentence, stem),
                state_of(sentence, speaker, stem) if single else None,
                is_definite(sentence),
                _slot(sentence, speaker) if single else None,
                endings(sentence, speaker) if single else (),
            )
            for sentence in found
        ),
    )


def _slot(sentence: str, speaker: str | None) -> tuple[str, ...] | None:
    key = fact_key(sentence, speaker)
    return None if key is None else split_key(key)
