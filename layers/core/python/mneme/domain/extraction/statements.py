"""Which sentences state something about people, in any script."""

from typing import Protocol

from mneme.domain.extraction import chinese_statements as chinese
from mneme.domain.extraction import english_reading
from mneme.domain.extraction import english_statements as english
from mneme.domain.extraction.main_language import is_chinese
from mneme.domain.extraction.phrases_chinese import OTHER_PLEASANTRIES
from mneme.domain.extraction.sentences import has_other_script, words
from mneme.domain.extraction.statement_setting import Setting
from mneme.domain.extraction.statement_weight import Weight
from mneme.domain.memory import MemType

_FEWEST_WORDS = 3
_FEWEST_LETTERS = 6
_LONGEST_PLEASANTRY = 40


def weigh(sentence: str, setting: Setting) -> Weight:
    """Return what the sentence states about people that may matter later.

    A sentence of a script without rules of its own is kept unless it asks, greets or is too short:
    what it is about cannot be told, and losing it would be worse.
    """
    if has_other_script(sentence):
        stated = not is_question(sentence) and _says_enough(sentence)
        return Weight.STATEMENT if stated else Weight.NOTHING
    return Weight.NOTHING if is_question(sentence) else _rules(sentence).weigh(sentence, setting)


def stated_before_asking(sentence: str, setting: Setting) -> int:
    """Return where the part of a question ends that states something, 0 if none does."""
    if has_other_script(sentence) or not is_question(sentence):
        return 0
    return _rules(sentence).stated_before_asking(sentence, setting)


def stated_beside_wish(sentence: str, setting: Setting) -> tuple[int, int]:
    """Return where the part stands that states something beside a passing wish, (0, 0) if none."""
    if has_other_script(sentence) or is_question(sentence):
        return (0, 0)
    return _rules(sentence).stated_beside_wish(sentence, setting)


def is_question(sentence: str) -> bool:
    """Return whether the sentence asks."""
    return (
        chinese.is_question(sentence)
        if is_chinese(sentence)
        else english_reading.is_question(sentence)
    )


def asks_addressee(sentence: str) -> bool:
    """Return whether the sentence asks the one it is addressed to about themselves."""
    return _rules(sentence).asks_addressee(sentence)


def opens_scenario(sentence: str) -> bool:
    """Return whether what follows the sentence is supposed as it is."""
    return _rules(sentence).opens_scenario(sentence)


def leans_back(sentence: str) -> bool:
    """Return whether the sentence begins with a word for what was named before."""
    return _rules(sentence).leans_back(sentence)


def mem_type(text: str) -> MemType:
    """Return the cognitive type that the words suggest, SEMANTIC if none."""
    return _rules(text).mem_type(text)


class _Rules(Protocol):
    """What the module of a language offers."""

    def weigh(self, sentence: str, setting: Setting) -> Weight: ...
    def stated_before_asking(self, sentence: str, setting: Setting) -> int: ...
    def stated_beside_wish(self, sentence: str, setting: Setting) -> tuple[int, int]: ...
    def asks_addressee(self, sentence: str) -> bool: ...
    def opens_scenario(self, sentence: str) -> bool: ...
    def leans_back(self, sentence: str) -> bool: ...
    def mem_type(self, text: str) -> MemType: ...


def _rules(sentence: str) -> _Rules:
    return chinese if is_chinese(sentence) else english


def _says_enough(sentence: str) -> bool:
    pleasant = any(phrase in sentence.lower() for phrase in OTHER_PLEASANTRIES)
    if pleasant and len(sentence) <= _LONGEST_PLEASANTRY:
        return False
    spoken = words(sentence)
    return len(spoken) >= _FEWEST_WORDS or sum(map(len, spoken)) >= _FEWEST_LETTERS
