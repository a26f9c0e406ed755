"""Which English sentences state something about people: rules over word lists and phrases."""

from mneme.domain.extraction import english_asking as asking
from mneme.domain.extraction import english_fancies as fancies
from mneme.domain.extraction import english_talk as talk
from mneme.domain.extraction import phrases_english as phrases
from mneme.domain.extraction.english_agents import tells_of_itself
from mneme.domain.extraction.english_events import tells_event
from mneme.domain.extraction.english_frames import is_framed
from mneme.domain.extraction.english_plain import speaks_plainly
from mneme.domain.extraction.english_reading import (
    Reading,
    first_word,
    is_question,
    lower_words,
    read,
)
from mneme.domain.extraction.fact_category import category
from mneme.domain.extraction.fact_slots import tells_slot
from mneme.domain.extraction.laughter import without_laughter
from mneme.domain.extraction.pasted_text import MASK
from mneme.domain.extraction.phrase_patterns import Phrases, spoken
from mneme.domain.extraction.sentences import clause_spans, part_spans
from mneme.domain.extraction.slot_endings import endings
from mneme.domain.extraction.statement_setting import Setting
from mneme.domain.extraction.statement_weight import Weight
from mneme.domain.extraction.told_values import tells_value
from mneme.domain.fact import Category
from mneme.domain.memory import MemType

_ENOUGH = 3
"""Content words that make a sentence about something named before worth keeping."""
_SHORT = 5
"""So few words with an "always" are a wish."""
_LED_IN = frozenset({"always", "never", "only", "just"})
"""What may stand between a mark of a wish and the wish: "from now on, always answer …"."""
_PASSING = 16
"""A sentence of more words says more than what passes."""
_NO_LAUGHING = frozenset({Category.HEALTH, Category.PROFESSIONAL})
"""What is meant although one laughs: one's health and one's work."""
_SPEAKER_LEADS = tuple(f" {word} " for word in ("i", "i'm", "i've", "we", "we're", "we've"))
_FOR_LONG = phrases.FOREIGN_SPEAKER | phrases.HABITS


def weigh(sentence: str, setting: Setting) -> Weight:
    """Return what the sentence, which is no question, states about people."""
    reading = read(sentence, setting)
    if not reading.content or _is_fancy(reading) or _is_talk(reading, setting):
        return Weight.NOTHING
    if setting.by_agent:
        return Weight.STATEMENT if tells_of_itself(reading.said) else Weight.NOTHING
    if _is_about_people(reading) and (setting.among_people or _has_subject(reading)):
        return Weight.STATEMENT
    if tells_value(reading.text, chinese=False):
        return Weight.STATEMENT
    if setting.asked is not None:
        return Weight.ANSWER
    return Weight.ASIDE if _adds_something(reading, setting) else Weight.NOTHING


def stated_before_asking(sentence: str, setting: Setting) -> int:
    """Return where the part of a question ends that states something, 0 if none does."""
    end = 0
    for start, stop in clause_spans(sentence)[:-1]:
        clause = sentence[start:stop]
        if is_question(clause) or not _opens_with_speaker(clause):
            break
        if weigh(clause, setting) is not Weight.STATEMENT:
            break
        end = stop
    return end


def stated_beside_wish(sentence: str, setting: Setting) -> tuple[int, int]:
    """Return where the part stands that holds for good beside a wish that does not."""
    reading = read(sentence, setting)
    if setting.by_agent or setting.among_people or _is_fancy(reading):
        return (0, 0)
    if not _is_talk(reading, setting):
        return (0, 0)
    once = _is_one_off(reading)
    for start, end in part_spans(sentence):
        part = sentence[start:end]
        if (start, end) == (0, len(sentence)):
            continue
        said = read(part, setting).said
        lasts = talk.LASTING.search(said) if once else said.startswith(_SPEAKER_LEADS)
        if lasts and weigh(part, setting) is Weight.STATEMENT:
            return (start, end)
    return (0, 0)


def asks_addressee(sentence: str) -> bool:
    """Return whether the sentence asks the one it is addressed to about themselves."""
    lower = lower_words(sentence)
    asks = is_question(sentence) and not phrases.SECOND_PERSON.isdisjoint(lower)
    return asks and talk.OFFERED.search(spoken(lower)) is None


def opens_scenario(sentence: str) -> bool:
    """Return whether what follows the sentence is supposed as it is."""
    return fancies.SCENARIO.search(read(sentence, Setting()).said) is not None


def leans_back(sentence: str) -> bool:
    """Return whether the sentence begins with a word for what was named before."""
    return read(sentence, Setting()).first in phrases.THIRD_PERSON | phrases.POINTERS


def mem_type(text: str) -> MemType:
    """Return the cognitive type that the words suggest."""
    lower = lower_words(text)
    joined = spoken(lower)
    for phrase in phrases.NO_HABIT:
        joined = joined.replace(phrase, " ")
    if any(f" {mark} " in joined for mark in phrases.HABIT):
        return MemType.PROCEDURAL
    return MemType.EPISODIC if tells_event(lower) else MemType.SEMANTIC


def _opens_with_speaker(clause: str) -> bool:
    return read(clause, Setting()).first in phrases.SPEAKER


# --- what is dropped --------------------------------------------------------------------------


def _is_fancy(reading: Reading) -> bool:
    """Return whether it is quoted, joked, supposed, or passes within the hour."""
    said = reading.said
    if MASK in reading.text and talk.REPORTS.search(said):
        return True
    if fancies.JEST.search(said) or _is_laughed_at(reading):
        return True
    if fancies.HYPOTHETICAL.search(said) is not None:
        return not _is_standing(reading)
    return _passes(reading) and not _is_standing(reading)


def _passes(reading: Reading) -> bool:
    """Return whether it is over within the hour: a short sentence that names nothing lasting."""
    said = reading.said
    if len(reading.lower) > _PASSING or fancies.PASSING.search(said) is None:
        return False
    return fancies.GOES_ON.search(said) is None and not tells_slot(reading.text)


def _is_laughed_at(reading: Reading) -> bool:
    """Return whether laughter ends a sentence that is no plain statement without it."""
    plain = without_laughter(reading.text)
    if plain == reading.text:
        return False
    meant = tells_slot(plain) or fancies.GOES_ON.search(reading.said) is not None
    return not meant and category(reading.said) not in _NO_LAUGHING


def _is_talk(reading: Reading, setting: Setting) -> bool:
    """Return whether it is about this talk alone: a request, assent, the task at hand."""
    if _is_one_off(reading):
        return True
    if setting.among_people or _is_standing(reading):
        return False
    if _is_request(reading):
        return not _gives_reason(reading, setting)
    return talk.ABOUT_TALK.search(reading.said) is not None


def _is_one_off(reading: Reading) -> bool:
    if not phrases.EVENT_VERBS.isdisjoint(reading.lower) or not _asks_for(reading, talk.ONE_OFF):
        return False
    if talk.ONE_OFF.search(reading.said):
        return True
    return talk.TODAY.search(reading.said) is not None and not _is_standing(reading)


def _is_request(reading: Reading) -> bool:
    """Return whether it asks for something: at once, or after "for the card, …"."""
    if reading.first in asking.IMPERATIVES:
        return True
    return reading.first in asking.LEADING_IN and _asks_later(reading)


def _asks_later(reading: Reading) -> bool:
    """Return whether its second clause is a request."""
    clauses = reading.clauses()
    return len(clauses) > 1 and first_word(clauses[1]) in asking.IMPERATIVES


def _gives_reason(reading: Reading, setting: Setting) -> bool:
    """Return whether a request ends in a statement: "…, I'm deaf in one ear"."""
    clauses = reading.clauses()
    reason = clauses[-1]
    if len(clauses) == 1 or not _opens_with_speaker(reason):
        return False
    return weigh(reason, setting) is Weight.STATEMENT


def _asks_for(reading: Reading, mark: Phrases) -> bool:
    """Return whether the sentence is a wish, if only behind a mark that leads it in."""
    if reading.first in asking.IMPERATIVES or talk.WISH.search(reading.said):
        return True
    lead = mark.match(reading.said, 1)
    if lead is None:
        return False
    rest = reading.said[lead.end() :].split()
    led_in = phrases.FILLERS | _LED_IN
    return next((word for word in rest if word not in led_in), "") in asking.ASKING


def _is_standing(reading: Reading) -> bool:
    """Return whether the sentence wishes or tells something for good."""
    if talk.STANDING.search(reading.said) is None:
        return reading.first == "please" and tells_slot(reading.text)
    addressed = not phrases.SECOND_PERSON.isdisjoint(reading.lower)
    if addressed or len(reading.lower) <= _SHORT or talk.NOTED.search(reading.said):
        return True
    return (
        reading.first in asking.ASKING or _asks_for(reading, talk.STANDING) or _asks_later(reading)
    )


# --- what is kept -----------------------------------------------------------------------------


def _is_about_people(reading: Reading) -> bool:
    lower = set(reading.lower)
    if not lower.isdisjoint(phrases.SPEAKER | phrases.SOMEBODY | phrases.RELATIVE_DAYS):
        return True
    if _is_standing(reading) or talk.ABOUT_SPEAKER.search(reading.said):
        return True
    if not lower.isdisjoint(phrases.KIN) and lower.isdisjoint(phrases.GENERIC):
        return not _is_of_a_kind(reading)
    if reading.first in phrases.ELLIPTIC_STARTS | phrases.PERSON_VERBS or _is_written_up(reading):
        return True
    return _names_a_person(reading)


def _is_of_a_kind(reading: Reading) -> bool:
    """Return whether it is said of all children, parents or friends there are."""
    kind = reading.first in phrases.KINDS
    return kind and not phrases.MODALS.isdisjoint(reading.lower)


def _has_subject(reading: Reading) -> bool:
    """Return whether it is about something that may matter to somebody later."""
    if _is_standing(reading) or category(reading.said) is not Category.OTHER:
        return True
    if is_framed(reading.text, reading.said):
        return True
    if not _FOR_LONG.isdisjoint(reading.lower) or tells_slot(reading.text):
        return True
    if reading.first in phrases.ELLIPTIC_STARTS and _tells_of_speaker_left_out(reading):
        return True
    return speaks_plainly(reading) or bool(endings(reading.text, None))


def _tells_of_speaker_left_out(reading: Reading) -> bool:
    """Return whether it has a subject with its "I" put back: "Just had a baby girl"."""
    start = " i'm" if reading.first.endswith("ing") else " i"
    return is_framed(reading.text, start + reading.said)


def _adds_something(reading: Reading, setting: Setting) -> bool:
    lower = set(reading.lower)
    points = setting.among_people or not lower.isdisjoint(phrases.POINTERS | phrases.SEVERAL)
    return points and len(reading.content) + _proper_nouns(reading) >= _ENOUGH


def _proper_nouns(reading: Reading) -> int:
    content = set(reading.content)
    return sum(word[0].isupper() and word.lower() in content for word in reading.spelt[1:])


def _is_written_up(reading: Reading) -> bool:
    return reading.said.removeprefix(" the").split(" ", 2)[1] in phrases.WRITTEN_UP


def _names_a_person(reading: Reading) -> bool:
    for spelt, following in zip(reading.spelt, [*reading.lower[1:], ""], strict=True):
        named = spelt[0].isupper() and spelt.lower() not in phrases.NO_NAME
        if named and following in phrases.PERSON_VERBS:
            return True
    return _first_is_described(reading)


def _first_is_described(reading: Reading) -> bool:
    start = reading.lower[0]
    if not reading.spelt[0][0].isupper() or start in phrases.NO_NAME:
        return False
    if reading.lower[1:2] not in (["is"], ["was"]):
        return False
    described = (word for word in reading.lower[2:5] if word not in phrases.BETWEEN)
    return next(described, "") in phrases.PERSON_PREDICATES
