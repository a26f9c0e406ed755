"""Which Chinese sentences state something about people: rules over word lists and patterns."""

import re

from mneme.domain.extraction import chinese_fancies as fancies
from mneme.domain.extraction import chinese_talk as talk
from mneme.domain.extraction import phrases_chinese as phrases
from mneme.domain.extraction.chinese_agents import tells_of_itself
from mneme.domain.extraction.chinese_frames import is_framed, leaves_speaker_out
from mneme.domain.extraction.fact_category import category
from mneme.domain.extraction.fact_slots import tells_slot
from mneme.domain.extraction.laughter import without_laughter
from mneme.domain.extraction.pasted_text import MASK
from mneme.domain.extraction.sentences import clause_spans, clauses, has_han, part_spans
from mneme.domain.extraction.slot_endings import endings
from mneme.domain.extraction.statement_setting import Setting
from mneme.domain.extraction.statement_weight import Weight
from mneme.domain.extraction.told_values import tells_value
from mneme.domain.fact import Category
from mneme.domain.memory import MemType

_ENDS = "。！!？?…~～.，,；; \"'”’）)」』"
_PAYLOAD = re.compile(r"[:：]")
_LEAD_IN = 6
"""So few characters with a word that leads in a question say nothing else: 想问一下，我是左撇子…"""
_BESIDE = re.compile(r"^(?:对了|顺便(?:说|提)一?(?:下|句|嘴)?|说起来|话说回来)[，,：: ]{0,2}")
"""What only leads in what is told."""
_STATES = re.compile(r"结婚|毕业[于自]")
"""What is so from then on, however it is told: 我们结婚了, 我毕业于清华."""
_PLAIN = 3
_PASSING = 32
"""A sentence of more characters says more than what passes."""
_NO_LAUGHING = frozenset({Category.HEALTH, Category.PROFESSIONAL})
"""What is meant although one laughs: one's health and one's work."""
_ENOUGH = 3
"""Chinese characters beyond pleasantries that can say something."""


def weigh(sentence: str, setting: Setting) -> Weight:
    """Return what the sentence, which is no question, states about people."""
    sentence = _BESIDE.sub("", sentence.strip(" \t，,、"))
    content = _content(sentence)
    if not content or _is_fancy(sentence) or _is_talk(sentence, setting):
        return Weight.NOTHING
    if setting.by_agent:
        return Weight.STATEMENT if tells_of_itself(sentence) else Weight.NOTHING
    if _is_about_people(sentence) and (setting.among_people or _has_subject(sentence)):
        return Weight.STATEMENT
    if tells_value(sentence, chinese=True):
        return Weight.STATEMENT
    if setting.asked is not None:
        return Weight.ANSWER
    return Weight.ASIDE if _adds_something(sentence, content) else Weight.NOTHING


def stated_before_asking(sentence: str, setting: Setting) -> int:
    """Return where the part of a question ends that states something, 0 if none does."""
    end = 0
    for start, stop in clause_spans(sentence)[:-1]:
        clause = sentence[start:stop]
        if start == 0 and _leads_in(clause):
            continue
        if is_question(clause) or clause.startswith(phrases.LEAD_INS):
            break
        about = _has(clause, phrases.SPEAKER + phrases.CLOSE)
        if about and weigh(clause, setting) is Weight.STATEMENT:
            end = stop
    return end


def _leads_in(clause: str) -> bool:
    """Return whether it says nothing but that a question follows: 想问一下, 在吗."""
    return len(clause) <= _LEAD_IN and (
        clause.startswith(phrases.LEAD_INS) or len(_content(clause)) < _ENOUGH
    )


def stated_beside_wish(sentence: str, setting: Setting) -> tuple[int, int]:
    """Return where the part stands that holds for good beside a wish that does not."""
    if setting.by_agent or setting.among_people or not any(map(_is_one_off, clauses(sentence))):
        return (0, 0)
    for start, end in part_spans(sentence):
        part = sentence[start:end]
        if (start, end) == (0, len(sentence)) or talk.LASTING.search(part) is None:
            continue
        if weigh(part, setting) is Weight.STATEMENT:
            return (start, len(sentence) if not _is_one_off(sentence[start:]) else end)
    return (0, 0)


def is_question(sentence: str) -> bool:
    """Return whether the sentence asks."""
    if sentence.rstrip(" \"'”’）)」』").endswith(("?", "？")):
        return True
    last = sentence.rstrip(_ENDS)
    if last.endswith("呢"):
        return not _has(last, phrases.ONGOING)
    if last.endswith(phrases.QUESTION_ENDS) and not last.endswith(phrases.NOT_QUESTION_ENDS):
        return True
    return talk.STANDING.search(last) is None and any(map(_asks, clauses(last)))


def asks_addressee(sentence: str) -> bool:
    """Return whether the sentence asks the one it is addressed to about themselves."""
    asks = is_question(sentence) and _has(sentence, phrases.ADDRESSEE)
    return asks and not _has(sentence, phrases.OFFERED)


def opens_scenario(sentence: str) -> bool:
    """Return whether what follows the sentence is supposed as it is."""
    return fancies.SCENARIO.search(sentence) is not None


def leans_back(sentence: str) -> bool:
    """Return whether the sentence begins with a word for what was named before."""
    return sentence.startswith(phrases.POINTERS)


def mem_type(text: str) -> MemType:
    """Return the cognitive type that the words suggest."""
    if _has(text, phrases.HABIT):
        return MemType.PROCEDURAL
    happened = _has(_STATES.sub("", text), phrases.EVENTS)
    dated = _has(text, phrases.TIME_WORDS)
    return MemType.EPISODIC if happened or dated else MemType.SEMANTIC


def _has(text: str, phrases: tuple[str, ...]) -> bool:
    return any(phrase in text for phrase in phrases)


def _asks(clause: str) -> bool:
    if talk.ASKS_WHATEVER.search(clause):
        return True
    asks = _has(clause, phrases.QUESTION_WORDS) or talk.HOW_MANY.search(clause) is not None
    return asks and not _has(clause, phrases.NOT_ASKING)


def _content(sentence: str) -> str:
    for phrase in phrases.PLEASANTRIES:
        sentence = sentence.replace(phrase, " ")
    return "".join(character for character in sentence if has_han(character))


# --- what is dropped --------------------------------------------------------------------------


def _is_fancy(sentence: str) -> bool:
    """Return whether it is quoted, joked, supposed, or passes within the hour."""
    if MASK in sentence and talk.REPORTS.search(sentence):
        return True
    if fancies.JEST.search(sentence) or _is_laughed_at(sentence):
        return True
    if talk.STANDING.search(sentence):
        return False
    return fancies.HYPOTHETICAL.search(sentence) is not None or _passes(sentence)


def _passes(sentence: str) -> bool:
    """Return whether it is over within the hour: a short sentence that names nothing lasting."""
    if len(sentence) > _PASSING or fancies.PASSING.search(sentence) is None:
        return False
    return fancies.GOES_ON.search(sentence) is None and not tells_slot(sentence)


def _is_laughed_at(sentence: str) -> bool:
    """Return whether laughter ends a sentence that is no plain statement without it."""
    plain = without_laughter(sentence)
    if plain == sentence:
        return False
    return not tells_slot(plain) and category(plain) not in _NO_LAUGHING


def _is_talk(sentence: str, setting: Setting) -> bool:
    """Return whether it is about this talk alone: a request, assent, the task at hand."""
    if any(map(_is_one_off, clauses(sentence))):
        return True
    if setting.among_people or talk.STANDING.search(sentence) or _is_asked_for_good(sentence):
        return False
    if talk.COMMAND.search(sentence):
        return not _gives_reason(sentence, setting)
    return talk.ABOUT_TALK.search(sentence) is not None


def _is_one_off(clause: str) -> bool:
    if talk.ONE_OFF.search(clause) is None:
        return False
    return talk.HAPPENED.search(clause) is None or talk.NOT_HAPPENED.search(clause) is not None


def _gives_reason(sentence: str, setting: Setting) -> bool:
    """Return whether a request ends in a statement: 别发语音，我听不清."""
    reason = clauses(sentence)[-1]
    if reason == sentence or not reason.startswith(phrases.SPEAKER):
        return False
    if _PAYLOAD.search(sentence):
        return False
    return weigh(reason, setting) is Weight.STATEMENT


# --- what is kept -----------------------------------------------------------------------------


def _is_about_people(sentence: str) -> bool:
    if talk.GENERAL.search(sentence):
        return False
    if _has(sentence, phrases.SPEAKER) or sentence.startswith(phrases.CLOSE):
        return True
    if talk.OF_A_KIND.search(sentence):
        return False
    if _has(sentence, phrases.CLOSE) or _is_wish_for_good(sentence):
        return True
    return leaves_speaker_out(sentence) or _is_about_somebody(sentence)


def _is_about_somebody(sentence: str) -> bool:
    """Return whether it tells what people do, and not what everybody does."""
    if _has(sentence, phrases.GENERIC) or sentence.startswith(phrases.GENERIC_SUBJECTS):
        return False
    unsaid = phrases.ROLES + phrases.PERSON_VERBS + phrases.KEPT_UP
    return talk.UNSAID.search(sentence) is not None or _has(sentence, unsaid)


def _is_wish_for_good(sentence: str) -> bool:
    if talk.STANDING.match(sentence) or _is_asked_for_good(sentence):
        return True
    return talk.STANDING.search(sentence) is not None and talk.WISH.search(sentence) is not None


def _is_asked_for_good(sentence: str) -> bool:
    """Return whether it asks for how all answers are to be, and names none: 请用中文回答."""
    return sentence.startswith("请") and tells_slot(sentence.rstrip(_ENDS))


def _adds_something(sentence: str, content: str) -> bool:
    return len(content) >= _ENOUGH and not _has(sentence, phrases.GENERIC)


def _has_subject(sentence: str) -> bool:
    """Return whether it is about something that may matter to somebody later."""
    if category(sentence) is not Category.OTHER or is_framed(sentence):
        return True
    if _is_wish_for_good(sentence) or tells_slot(sentence):
        return True
    return _speaks_plainly(sentence) or bool(endings(sentence, None))


def _speaks_plainly(sentence: str) -> bool:
    """Return whether the speaker tells of themselves, and of nothing in the talk."""
    if talk.PLAIN.match(sentence) is None or len(_content(sentence)) < _PLAIN:
        return False
    return talk.TASK.search(sentence) is None
