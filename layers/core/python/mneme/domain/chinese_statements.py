"""Which Chinese sentences state something about people: rules over `phrases_chinese`."""

from mneme.domain import phrases_chinese as phrases
from mneme.domain.memory import MemType
from mneme.domain.sentences import clauses, has_han
from mneme.domain.statement_setting import Setting

_ENDS = "。！!？?…~～.，,；; \"'”’）)」』"


def states(sentence: str, setting: Setting) -> bool:
    """Return whether the sentence states something about people that may matter later."""
    if is_question(sentence):
        return any(_states_before_asking(part) for part in clauses(sentence)[:-1])
    if not _content(sentence) or _is_request(sentence) or is_one_off(sentence):
        return False
    return _is_about_people(sentence, setting)


def is_question(sentence: str) -> bool:
    """Return whether the sentence asks."""
    if sentence.rstrip(" \"'”’）)」』").endswith(("?", "？")):
        return True
    last = sentence.rstrip(_ENDS)
    if last.endswith("呢"):
        return not _has(last, phrases.ONGOING)
    if last.endswith(phrases.QUESTION_ENDS) and not last.endswith(phrases.NOT_QUESTION_ENDS):
        return True
    return _has(last, phrases.QUESTION_WORDS) and not _has(last, phrases.NOT_ASKING)


def asks_addressee(sentence: str) -> bool:
    """Return whether the sentence asks the one it is addressed to about themselves."""
    return is_question(sentence) and _has(sentence, phrases.ADDRESSEE)


def is_one_off(sentence: str) -> bool:
    """Return whether the sentence is a requirement for this turn only."""
    return _has(sentence, phrases.ONE_OFF) and not _has(sentence, phrases.COMPLETED)


def mem_type(text: str) -> MemType:
    """Return the cognitive type that the words suggest."""
    if _has(text, phrases.HABIT):
        return MemType.PROCEDURAL
    happened = _has(text, phrases.TIME_WORDS + phrases.EVENTS)
    return MemType.EPISODIC if happened else MemType.SEMANTIC


def _has(text: str, phrases: tuple[str, ...]) -> bool:
    return any(phrase in text for phrase in phrases)


def _content(sentence: str) -> str:
    for phrase in phrases.PLEASANTRIES:
        sentence = sentence.replace(phrase, " ")
    return "".join(character for character in sentence if has_han(character))


def _states_before_asking(clause: str) -> bool:
    if is_question(clause) or clause.startswith(phrases.LEAD_INS) or not _content(clause):
        return False
    return _has(clause, phrases.PERSONS) and not _has(clause, phrases.LEAD_INS)


def _is_request(sentence: str) -> bool:
    return sentence.startswith(phrases.LEAD_INS) and not _has(sentence, phrases.STANDING)


def _is_about_people(sentence: str, setting: Setting) -> bool:
    if setting.answers or _has(sentence, phrases.PERSONS + phrases.PERSON_VERBS + phrases.STANDING):
        return True
    return setting.by_agent and _has(sentence, phrases.ADDRESSEE)
