"""A text as its sentences, each read once, so that it can be compared with many others."""

from dataclasses import dataclass

from mneme.domain.evolution.read_wording import wording
from mneme.domain.evolution.states import State, state_of
from mneme.domain.evolution.wording import Wording
from mneme.domain.extraction.sentences import sentences
from mneme.domain.retrieval.terms import Stem

_MOST_SENTENCES = 12


@dataclass(frozen=True, slots=True)
class SaidSentence:
    """A sentence with its wording, and the state that it states if it is one for certain."""

    text: str
    wording: Wording
    state: State | None


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
    found = sentences(text)
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
            )
            for sentence in found
        ),
    )
