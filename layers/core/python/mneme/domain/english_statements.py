"""Which English sentences state something about people: rules over `phrases_english`."""

from dataclasses import dataclass

from mneme.domain import phrases_english as phrases
from mneme.domain.memory import MemType
from mneme.domain.sentences import clauses, words
from mneme.domain.statement_setting import Setting

_ENOUGH = 3
"""Content words that make a sentence about something named before worth keeping."""
_UNTELLING = phrases.EMPTY | phrases.RELATIVE_DAYS


@dataclass(frozen=True, slots=True)
class _Reading:
    """A sentence's words as spelt, in lower case, and those of them that may state something."""

    spoken: list[str]
    lower: list[str]
    content: list[str]


def states(sentence: str, setting: Setting) -> bool:
    """Return whether the sentence states something about people that may matter later."""
    if is_question(sentence):
        return _states_before_asking(sentence, setting)
    reading = _read(sentence, setting)
    if not reading.content or _is_request(reading) or is_one_off(sentence):
        return False
    return _is_about_people(reading, setting)


def is_question(sentence: str) -> bool:
    """Return whether the sentence asks, with or without a question mark."""
    if sentence.rstrip("\"'”’)]」』 ").endswith(("?", "？", "؟")):
        return True
    asking = [word for word in _lower(sentence) if word not in phrases.PLEASANTRIES]
    first, second = [*asking[:2], "", ""][:2]
    if first in phrases.ASKING_WORDS:
        return second in phrases.AUXILIARIES
    return first in phrases.AUXILIARIES and second in phrases.ASKED_SUBJECTS


def asks_addressee(sentence: str) -> bool:
    """Return whether the sentence asks the one it is addressed to about themselves."""
    return is_question(sentence) and not phrases.SECOND_PERSON.isdisjoint(_lower(sentence))


def is_one_off(sentence: str) -> bool:
    """Return whether the sentence is a requirement for this turn only."""
    lower = " ".join(_lower(sentence))
    mark = next((mark for mark in phrases.ONE_OFF if mark in lower), None)
    if mark is None:
        return False
    rest = lower.replace(mark, " ").split()
    return bool(phrases.WANTING.intersection(rest)) and phrases.EVENT_VERBS.isdisjoint(rest)


def mem_type(text: str) -> MemType:
    """Return the cognitive type that the words suggest."""
    spoken = _lower(text)
    joined = f" {' '.join(spoken)} "
    for phrase in phrases.NO_HABIT:
        joined = joined.replace(phrase, " ")
    if any(f" {mark} " in joined for mark in phrases.HABIT):
        return MemType.PROCEDURAL
    happened = not phrases.EVENT_VERBS.isdisjoint(spoken)
    dated = not phrases.TIME_WORDS.isdisjoint(spoken)
    return MemType.EPISODIC if happened or dated else MemType.SEMANTIC


def _lower(text: str) -> list[str]:
    return [word.lower() for word in words(text)]


def _read(sentence: str, setting: Setting) -> _Reading:
    spoken = words(sentence)
    lower = _lower(sentence)
    greeted, content = 0, []
    for position, word in enumerate(lower):
        if greeted == position and word in phrases.GREETINGS:
            greeted += 1
        addressed = spoken[position][0].isupper() and (
            0 < greeted == position or setting.is_name(word)
        )
        if word not in _UNTELLING and not addressed:
            content.append(word)
    return _Reading(spoken, lower, content)


def _states_before_asking(sentence: str, setting: Setting) -> bool:
    parts = clauses(sentence)
    return len(parts) > 1 and any(
        _opens_with_speaker(part) and _read(part, setting).content for part in parts[:-1]
    )


def _opens_with_speaker(clause: str) -> bool:
    lower = _lower(clause)
    if " ".join(lower).startswith(phrases.LEAD_INS):
        return False
    start = next((w for w in lower if w not in phrases.PLEASANTRIES | {"and", "but"}), "")
    return start in phrases.FIRST_PERSON


def _is_request(reading: _Reading) -> bool:
    if not phrases.STANDING.isdisjoint(reading.lower):
        return False
    return reading.lower[0] in phrases.IMPERATIVES


def _is_about_people(reading: _Reading, setting: Setting) -> bool:
    lower = set(reading.lower)
    if not lower.isdisjoint(phrases.FIRST_PERSON | phrases.THIRD_PERSON | phrases.KIN):
        return True
    if setting.answers or not lower.isdisjoint(phrases.STANDING):
        return True
    if setting.by_agent and not lower.isdisjoint(phrases.SECOND_PERSON):
        return True
    if not lower.isdisjoint(phrases.RELATIVE_DAYS):
        return True
    if _leaves_out_subject(reading) or _names_a_person(reading):
        return True
    points = not setting.by_agent and not lower.isdisjoint(phrases.POINTERS)
    return points and len(reading.content) + _proper_nouns(reading) >= _ENOUGH


def _proper_nouns(reading: _Reading) -> int:
    content = set(reading.content)
    return sum(w[0].isupper() and w.lower() in content for w in reading.spoken[1:])


def _leaves_out_subject(reading: _Reading) -> bool:
    start = next((w for w in reading.lower if w not in phrases.PLEASANTRIES), "")
    return start in phrases.ELLIPTIC_STARTS | phrases.PERSON_VERBS


def _names_a_person(reading: _Reading) -> bool:
    for spoken, following in zip(reading.spoken, [*reading.lower[1:], ""], strict=True):
        lower = spoken.lower()
        named = spoken[0].isupper() and lower not in phrases.EMPTY | phrases.PLACES
        if named and following in phrases.PERSON_VERBS:
            return True
    return _first_is_described(reading)


def _first_is_described(reading: _Reading) -> bool:
    start = reading.lower[0]
    if not reading.spoken[0][0].isupper() or start in phrases.EMPTY or start in phrases.PLACES:
        return False
    return reading.lower[1:2] in (["is"], ["was"]) and not phrases.PERSON_PREDICATES.isdisjoint(
        reading.lower[2:5]
    )
