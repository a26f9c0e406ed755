"""What a statement is about, told by its words: the first of the subjects that fits it."""

from mneme.domain.extraction import chinese_frames, english_frames
from mneme.domain.extraction import chinese_subjects as chinese
from mneme.domain.extraction import english_subjects as english
from mneme.domain.extraction.main_language import is_chinese
from mneme.domain.extraction.phrase_patterns import spoken
from mneme.domain.extraction.sentences import words
from mneme.domain.fact import Category

_ENGLISH = (
    (english.INSTRUCTION, Category.PREFERENCE),
    (english.PLAN, Category.PLAN),
    (english.HEALTH, Category.HEALTH),
    (english.PROFESSIONAL, Category.PROFESSIONAL),
    (english.PREFERENCE, Category.PREFERENCE),
    (english.ACTIVITY, Category.ACTIVITY),
    (english.PERSONAL, Category.PERSONAL),
)
_CHINESE = (
    (chinese.INSTRUCTION, Category.PREFERENCE),
    (chinese.PLAN, Category.PLAN),
    (chinese.HEALTH, Category.HEALTH),
    (chinese.PROFESSIONAL, Category.PROFESSIONAL),
    (chinese.PREFERENCE, Category.PREFERENCE),
    (chinese.ACTIVITY, Category.ACTIVITY),
    (chinese.PERSONAL, Category.PERSONAL),
)
_OF_OTHERS = frozenset({Category.HEALTH, Category.PREFERENCE})


def category(text: str) -> Category:
    """Return what the statement is about, OTHER if its words do not tell.

    What somebody close to the speaker is or does is personal, whatever it is.
    """
    table, kin_led, said = _CHINESE, chinese.KIN_LED, text
    if not is_chinese(text):
        table, kin_led = _ENGLISH, english.KIN_LED
        said = spoken([word.lower() for word in words(text)])
    about = next((about for pattern, about in table if pattern.search(said)), Category.OTHER)
    if about is Category.OTHER and _is_framed(text, said):
        return Category.PERSONAL
    if about not in _OF_OTHERS and kin_led.search(said):
        return Category.PERSONAL
    return about


def _is_framed(text: str, said: str) -> bool:
    framed = chinese_frames.is_framed(text)
    return framed if is_chinese(text) else english_frames.is_framed(text, said)
