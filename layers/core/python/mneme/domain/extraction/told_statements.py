"""From a message to the statements in it: sentence by sentence, what belongs together joined.

Chinese is read in simplified characters, and told in those it was written in.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from mneme.domain.extraction.draft_fields import letters
from mneme.domain.extraction.fact_limits import FACTS_A_MESSAGE
from mneme.domain.extraction.fact_slots import Filling, filling
from mneme.domain.extraction.foreign_text import own_text
from mneme.domain.extraction.given_orders import sets_instructions_aside
from mneme.domain.extraction.laughter import without_laughter
from mneme.domain.extraction.main_language import is_chinese
from mneme.domain.extraction.pasted_text import masked_quotations, without_pasted
from mneme.domain.extraction.sentences import has_han, pieces, sentence_spans
from mneme.domain.extraction.statement_parts import Span, stated_parts
from mneme.domain.extraction.statement_setting import Setting
from mneme.domain.extraction.statement_weight import Weight
from mneme.domain.extraction.statements import (
    asks_addressee,
    is_question,
    leans_back,
    opens_scenario,
)
from mneme.domain.extraction.unreal_text import (
    asks_about_its_words,
    gives_a_part,
    is_machines,
    is_prompt,
    speaks_for_its_writer,
    takes_back,
    without_scenes,
)
from mneme.domain.simplified_text import respelt, simplified

FACT_LENGTH = 400
"""Most characters of one statement; a longer sentence is cut."""
TALK_LENGTH = 200
"""About so many characters of what one says among people stay together: it is one thread."""
READ_LENGTH = 2_000
"""Of a longer sentence so much is read to tell what it states: rules take time for each word."""
QUESTION_LENGTH = 160
"""Longer questions explain no answer."""


@dataclass(slots=True)
class Told:
    """One statement: its sentences in order, the slot the first one fills, and what it answers.

    `written` are the sentences as they were written, empty if they are as they are read.
    `is_example`: its message asks about its own words, which may be true or not.
    """

    sentences: list[str]
    fills: Filling | None = None
    answers: str | None = None
    written: tuple[str, ...] = ()
    is_example: bool = False

    @property
    def said(self) -> str:
        """The sentences as one text."""
        return _as_one(self.sentences)

    @property
    def text(self) -> str:
        """The statement, behind the question that makes it understood."""
        said = _as_one(self.written or self.sentences)
        return said if self.answers is None else f'"{self.answers}" {said}'

    def takes(self, sentence: str, limit: int) -> bool:
        """Return whether the sentence may be added."""
        return self.fills is None and len(self.text) + 1 + len(sentence) <= limit


def _as_one(sentences: Sequence[str]) -> str:
    text = ""
    for sentence in sentences:
        gap = "" if not text or has_han(text[-2:]) else " "
        text = f"{text}{gap}{sentence}"
    return text


@dataclass(frozen=True, slots=True)
class Heard:
    """What a message tells, and the question in it that the next message may answer.

    Nothing is told twice. Behind the last statement that a message may yield, `left_out` sentences
    were not read. `unreal`: some of it, or all, is a machine's own or a scene that is played.
    """

    told: tuple[Told, ...] = ()
    asks: str | None = None
    left_out: int = 0
    unreal: bool = False


@dataclass(frozen=True, slots=True)
class _Read:
    """A sentence by itself: what is told of equal ones depends on where they stand."""

    is_order: bool
    opens_scenario: bool
    asks: bool
    parts: Sequence[tuple[Span, Weight]]


@dataclass(slots=True)
class _Teller:
    """Collects the statements of one message; `open` is the one that a sentence may add to.

    `full`: it has as many as a message may yield, and there is one more. What is the same of equal
    sentences is worked out once. A slot is filled only in a message of which all is `certain`: one
    filled wrongly ends what is true.
    """

    speaker: str | None
    setting: Setting
    certain: bool = True
    told: list[Told] = field(default_factory=list)
    open: Told | None = None
    full: bool = False
    _leans_back: Callable[[str], bool] = field(default_factory=lambda: cache(leans_back))
    _filling: Callable[[str, str | None], Filling | None] = field(
        default_factory=lambda: cache(filling)
    )
    _known: set[str] = field(default_factory=set)
    _settled: int = 0

    def settle(self) -> None:
        """Leave out what was told before, now that nothing is added to it any more."""
        for one in self.told[self._settled :]:
            words = letters(one.text)
            if words not in self._known:
                self._known.add(words)
                self.told[self._settled] = one
                self._settled += 1
        del self.told[self._settled :]

    def hear(self, text: str, weight: Weight) -> None:
        """Take or leave one sentence, without the laughter it ends in."""
        serious = without_laughter(text)
        self._hear(serious or text, weight, fills=len(serious) == len(text))

    def _hear(self, text: str, weight: Weight, *, fills: bool) -> None:
        among_people = self.setting.among_people
        if weight is Weight.NOTHING:
            self.open = self.open if among_people else None
        elif self.open is not None and self._continues(self.open, text):
            self.open.sentences.append(text)
        elif weight is not Weight.ASIDE or among_people or (self.open and is_chinese(text)):
            # Chinese leaves out who is spoken of while it stays the same.
            self._begin(text, weight, fills=fills)

    def _continues(self, told: Told, text: str) -> bool:
        if self._leans_back(text) and told.takes(text, FACT_LENGTH):
            return True
        return self.setting.among_people and told.takes(text, TALK_LENGTH)

    def _begin(self, text: str, weight: Weight, *, fills: bool) -> None:
        self.settle()
        if len(self.told) >= FACTS_A_MESSAGE:
            self.full = True
            return
        slot = self._filling(text, self.speaker) if self.certain and fills else None
        first, *more = pieces(text, FACT_LENGTH)
        told = Told([first], slot)
        # Among people one speaks to the other's question, even in whole sentences.
        if weight is Weight.ANSWER or (
            self.setting.among_people and not self.told and slot is None
        ):
            told.answers = self.setting.asked
        self.told += [told, *(Told([piece], slot) for piece in more)]
        self.open = self.told[-1]


def heard(content: str, speaker: str | None, setting: Setting) -> Heard:
    """Return what the message tells of people in its speaker's own words."""
    plain = simplified(content)
    told = _heard(plain, speaker, setting)
    return told if plain == content else _respelt(told, plain, content)


def _respelt(heard: Heard, plain: str, content: str) -> Heard:
    """Return what was heard in the characters of the message, of which it is told in order."""
    at = 0
    for told in heard.told:
        written = []
        for sentence in told.sentences:
            spelt, at = respelt(sentence, plain, content, at)
            written.append(spelt)
        told.written = tuple(written)
    asks = None if heard.asks is None else respelt(heard.asks, plain, content)[0]
    return replace(heard, asks=asks)


def _heard(content: str, speaker: str | None, setting: Setting) -> Heard:
    unlabelled = own_text(content)
    if is_machines(unlabelled):
        return Heard(unreal=True)
    real = without_scenes(unlabelled)
    own = without_pasted(real)
    masked = masked_quotations(own)
    spans = _meant(masked, is_prompt(unlabelled))
    certain = real == unlabelled and not asks_about_its_words(own) and not gives_a_part(own)
    teller, asks = _Teller(speaker, setting, certain), None
    for (start, end), read in _spoken(masked, spans, setting):
        if read.asks:
            asks = own[start:end]
        for (first, last), weight in read.parts:
            teller.hear(own[start + first : start + last], weight)
        if teller.full:
            break
    teller.settle()
    left_out = sum(one >= start for one, _ in spans) if teller.full else 0
    if asks_about_its_words(own):
        for told in teller.told:
            told.is_example = True
    return Heard(tuple(teller.told), asks, left_out, unreal=real != unlabelled)


def _meant(text: str, prompts: bool) -> list[Span]:
    """Return where the sentences stand that speak for the writer of the message.

    Not those that give the agent a part to act, those that the next one takes back, and, in a text
    that prompts a machine, those that name nobody.
    """
    spans = sentence_spans(text)
    taken_back = {one for one, (start, end) in enumerate(spans, -1) if takes_back(text[start:end])}
    return [
        (start, end)
        for one, (start, end) in enumerate(spans)
        if one not in taken_back
        and not gives_a_part(text[start:end])
        and (not prompts or _is_writers_own(text[start:end]))
    ]


def _is_writers_own(sentence: str) -> bool:
    return not sentence.startswith("#") and speaks_for_its_writer(sentence)


def _head(sentence: str) -> str:
    """Return so much of a sentence as is read, with the mark it ends in."""
    return sentence if len(sentence) <= READ_LENGTH else sentence[:READ_LENGTH] + sentence[-1]


def _parts(sentence: str, setting: Setting) -> list[tuple[Span, Weight]]:
    """Return the parts that the read part of a sentence has; the last reaches to its end."""
    head = _head(sentence)
    parts = stated_parts(head, setting)
    if len(head) == len(sentence):
        return parts
    *others, ((start, end), weight) = parts
    return [*others, ((start, len(sentence) if end == len(head) else end), weight)]


def _awaits_answer(sentence: str, setting: Setting) -> bool:
    if len(sentence) > QUESTION_LENGTH:
        return False
    return is_question(sentence) if setting.among_people else asks_addressee(sentence)


def _spoken(masked: str, spans: Sequence[Span], setting: Setting) -> Iterator[tuple[Span, _Read]]:
    """Yield where each sentence stands and how it reads without quotations.

    What is supposed reaches to the end of the message, so a scenario's opening is the last. Orders
    to set instructions aside are none. Of equal sentences the first alone costs the reading.
    """

    @cache
    def read(sentence: str) -> _Read:
        head = _head(sentence)
        opens, is_order = opens_scenario(head), sets_instructions_aside(head)
        if opens or is_order:
            return _Read(is_order, opens, asks=False, parts=())
        asks = _awaits_answer(sentence, setting)
        return _Read(is_order, opens, asks, _parts(sentence, setting))

    for start, end in spans:
        found = read(masked[start:end])
        if found.opens_scenario:
            return
        if not found.is_order:
            yield (start, end), found
