"""How the rules read an English sentence: its words, and whether it asks."""

from dataclasses import dataclass

from mneme.domain.extraction import english_asking as asking
from mneme.domain.extraction import phrases_english as phrases
from mneme.domain.extraction.phrase_patterns import spoken
from mneme.domain.extraction.sentences import clause_spans, words
from mneme.domain.extraction.statement_setting import Setting

_UNTELLING = phrases.EMPTY | phrases.RELATIVE_DAYS


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence without its greeting, read word by word.

    `spelt` are the words as they are spelt and `lower` in lower case, `content` those of them that
    may state something. `said` are the words without what stands before a sentence begins ("Oh,
    and …"), as the text that phrases are found in.
    """

    text: str
    spelt: list[str]
    lower: list[str]
    content: list[str]
    said: str

    @property
    def first(self) -> str:
        """The first word that belongs to the sentence."""
        return self.said.split(" ", 2)[1]

    def clauses(self) -> list[str]:
        """Return the parts between commas, colons and dashes."""
        return [self.text[start:end] for start, end in clause_spans(self.text)]


def read(sentence: str, setting: Setting) -> Reading:
    """Read a sentence; a speaker who is only addressed by name is none of its content."""
    text = _without_greeting(sentence)
    spelt = words(text)
    lower = lower_words(text)
    greeted, content = 0, []
    for position, word in enumerate(lower):
        if greeted == position and word in phrases.GREETINGS:
            greeted += 1
        addressed = spelt[position][0].isupper() and (
            0 < greeted == position or setting.is_name(word)
        )
        if word not in _UNTELLING and not addressed:
            content.append(word)
    return Reading(text, spelt, lower, content, spoken(lower[_begin(lower) :]))


def _begin(lower: list[str]) -> int:
    """Return at which word the sentence itself begins, 0 if it has nothing but fillers."""
    place = 0
    while place < len(lower):
        if lower[place : place + 3] == ["by", "the", "way"]:
            place += 3
        elif lower[place] in phrases.FILLERS:
            place += 1
        else:
            return place
    return 0


def lower_words(text: str) -> list[str]:
    """Return the words in lower case, spellings in haste put right."""
    lower = (word.lower() for word in words(text))
    return [phrases.SLOPPY.get(word, word) for word in lower]


def first_word(text: str) -> str:
    """Return the first word in lower case, empty if there is none."""
    return next(iter(lower_words(text)), "")


def is_question(sentence: str) -> bool:
    """Return whether the sentence asks, with or without a question mark."""
    if sentence.rstrip("\"'”’)]」』 ").endswith(("?", "？", "؟")):
        return True
    told = [word for word in lower_words(sentence) if word not in phrases.PLEASANTRIES]
    first, second = [*told[:2], "", ""][:2]
    if " ".join(told).startswith(asking.LEAD_INS):
        return True
    if first in asking.ASKING_WORDS:
        return second in asking.AUXILIARIES or first in asking.ASKING_FOR_CERTAIN
    return first in asking.AUXILIARIES and second in asking.ASKED_SUBJECTS


def _without_greeting(sentence: str) -> str:
    """Return the sentence without thanks and greetings before its first comma."""
    (_, end), *more = clause_spans(sentence) or [(0, 0)]
    if more and first_word(sentence[:end]) in phrases.THANKING:
        return sentence[more[0][0] :]
    return sentence
