"""From a message to the statements in it: sentence by sentence, what belongs together joined."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from mneme.domain.extraction.fact_slots import fact_key
from mneme.domain.extraction.foreign_text import own_text
from mneme.domain.extraction.given_orders import sets_instructions_aside
from mneme.domain.extraction.pasted_text import masked_quotations, without_pasted
from mneme.domain.extraction.sentences import has_han, pieces, sentence_spans
from mneme.domain.extraction.statement_parts import stated_parts
from mneme.domain.extraction.statement_setting import Setting
from mneme.domain.extraction.statement_weight import Weight
from mneme.domain.extraction.statements import (
    asks_addressee,
    is_question,
    leans_back,
    opens_scenario,
)
from mneme.domain.extraction.unreal_text import is_unreal

FACT_LENGTH = 400
"""Most characters of one statement; a longer sentence is cut."""
TALK_LENGTH = 200
"""About so many characters of what one says among people stay together: it is one thread."""
QUESTION_LENGTH = 160
"""Longer questions explain no answer."""


@dataclass(slots=True)
class Told:
    """One statement: its sentences in order, the slot the first one fills, and what it answers."""

    sentences: list[str]
    fact_key: str | None = None
    answers: str | None = None

    @property
    def said(self) -> str:
        """The sentences as one text."""
        text = ""
        for sentence in self.sentences:
            gap = "" if not text or has_han(text[-2:]) else " "
            text = f"{text}{gap}{sentence}"
        return text

    @property
    def text(self) -> str:
        """The statement, behind the question that makes it understood."""
        return self.said if self.answers is None else f'"{self.answers}" {self.said}'

    def takes(self, sentence: str, limit: int) -> bool:
        """Return whether the sentence may be added."""
        return self.fact_key is None and len(self.text) + 1 + len(sentence) <= limit


@dataclass(frozen=True, slots=True)
class Heard:
    """What a message tells, and the question in it that the next message may answer."""

    told: tuple[Told, ...] = ()
    asks: str | None = None


@dataclass(slots=True)
class _Teller:
    """Collects the statements of one message; `open` is the one that a sentence may add to."""

    speaker: str | None
    setting: Setting
    told: list[Told] = field(default_factory=list)
    open: Told | None = None

    def hear(self, text: str, weight: Weight) -> None:
        """Take or leave one sentence."""
        among_people = self.setting.among_people
        if weight is Weight.NOTHING:
            self.open = self.open if among_people else None
        elif self.open is not None and self._continues(self.open, text):
            self.open.sentences.append(text)
        elif weight is not Weight.ASIDE or among_people or (self.open and has_han(text)):
            # Chinese leaves out who is spoken of while it stays the same.
            self._begin(text, weight)

    def _continues(self, told: Told, text: str) -> bool:
        if leans_back(text) and told.takes(text, FACT_LENGTH):
            return True
        return self.setting.among_people and told.takes(text, TALK_LENGTH)

    def _begin(self, text: str, weight: Weight) -> None:
        key = fact_key(text, self.speaker)
        first, *more = pieces(text, FACT_LENGTH)
        told = Told([first], key)
        # Among people one speaks to the other's question, even in whole sentences.
        if weight is Weight.ANSWER or (self.setting.among_people and not self.told and key is None):
            told.answers = self.setting.asked
        self.told += [told, *(Told([piece], key) for piece in more)]
        self.open = self.told[-1]


def heard(content: str, speaker: str | None, setting: Setting) -> Heard:
    """Return what the message tells of people in its speaker's own words."""
    own = own_text(content)
    if is_unreal(own):
        return Heard()
    own = without_pasted(own)
    teller, asks = _Teller(speaker, setting), None
    for start, end, masked in _spoken(own):
        if end - start <= QUESTION_LENGTH and _awaits_answer(masked, setting):
            asks = own[start:end]
        for (first, last), weight in stated_parts(masked, setting):
            teller.hear(own[start + first : start + last], weight)
    return Heard(tuple(teller.told), asks)


def _awaits_answer(sentence: str, setting: Setting) -> bool:
    return is_question(sentence) if setting.among_people else asks_addressee(sentence)


def _spoken(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield where each sentence stands and how it reads without quotations.

    What is supposed reaches to the end of the message, so a scenario's opening is the last. Orders
    to set instructions aside are none.
    """
    masked = masked_quotations(text)
    for start, end in sentence_spans(masked):
        sentence = masked[start:end]
        if opens_scenario(sentence):
            return
        if not sets_instructions_aside(sentence):
            yield start, end, sentence
