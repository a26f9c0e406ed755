"""Plain English statements of the speaker, whatever they are about: data and one function."""

from mneme.domain.extraction import phrases_english as phrases
from mneme.domain.extraction.english_reading import Reading
from mneme.domain.extraction.phrase_patterns import phrases as found

_PLAIN_STARTS = frozenset({"i", "i'm", "i've", "we", "we're", "we've", "my", "our"})
_PLAIN = 2
"""Content words that say something."""

_TASK = found(
    """
    code/script/function/error/file/files/document/page/answer/table/list/text/essay/app/browser
    prompt/example/question/questions/idea/ideas/sentence/paragraph/query/output/draft/bug/email
    i/we/i'm think/thought/guess/mean/meant/wonder/see/know/need/want/tried/forgot/wondering/trying
    i'm/i_am/we're/we_are following/watching/waiting/sweating/looking/getting/going/off/about
    i'm/i_am/we're/we_are parked/outside/almost/nearly
    i'm/i_am/we're/we_are in/at/on !a/love/therapy/pain/recovery/leave/holiday
    my/our [other] {at_hand}
    i can hear/see/smell
    i smell/hear/feel/burnt/burned
    one sec/moment/minute
    my textbook/book/professor says/said
    i'll/i'd
    """,
    {
        "at_hand": """
            hands hand foot feet tea tea's coffee coffee's phone phone's train bus flight taxi
            battery
            laptop laptop's dog's cat's
        """
    },
)
"""What belongs to a task at hand, or to a talk."""


def speaks_plainly(reading: Reading) -> bool:
    """Return whether the speaker tells of themselves, and of nothing in the talk."""
    lower = set(reading.lower)
    if reading.first not in _PLAIN_STARTS or len(reading.content) < _PLAIN:
        return False
    if not lower.isdisjoint(phrases.POINTERS | phrases.SECOND_PERSON | phrases.SEVERAL):
        return False
    return _TASK.search(reading.said) is None
