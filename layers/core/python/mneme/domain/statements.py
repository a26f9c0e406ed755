"""Which sentences state something about people, in any script."""

from mneme.domain import chinese_statements as chinese
from mneme.domain import english_statements as english
from mneme.domain.memory import MemType
from mneme.domain.phrases_chinese import OTHER_PLEASANTRIES
from mneme.domain.sentences import has_han, has_other_script, words
from mneme.domain.statement_setting import Setting

_FEWEST_WORDS = 3
_FEWEST_LETTERS = 6
_LONGEST_PLEASANTRY = 40


def is_statement(sentence: str, setting: Setting) -> bool:
    """Return whether the sentence states something about people that may matter later.

    A sentence of a script without rules of its own is kept unless it asks, greets or is too short:
    what it is about cannot be told, and losing it would be worse.
    """
    if has_other_script(sentence):
        return not english.is_question(sentence) and _says_enough(sentence)
    if has_han(sentence):
        return chinese.states(sentence, setting)
    return english.states(sentence, setting)


def asks_addressee(sentence: str) -> bool:
    """Return whether the sentence asks the one it is addressed to about themselves."""
    asks = chinese.asks_addressee if has_han(sentence) else english.asks_addressee
    return asks(sentence)


def mem_type(text: str) -> MemType:
    """Return the cognitive type that the words suggest, SEMANTIC if none."""
    return chinese.mem_type(text) if has_han(text) else english.mem_type(text)


def _says_enough(sentence: str) -> bool:
    pleasant = any(phrase in sentence.lower() for phrase in OTHER_PLEASANTRIES)
    if pleasant and len(sentence) <= _LONGEST_PLEASANTRY:
        return False
    spoken = words(sentence)
    return len(spoken) >= _FEWEST_WORDS or sum(map(len, spoken)) >= _FEWEST_LETTERS
